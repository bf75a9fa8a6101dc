package import LanyardCrypto
public import WalletPorts

/// Seals every value and blinds every name on the way to another driver; names of collections stay readable.
///
/// A random data key, wrapped by the key-encryption key of a `StoreKeyFile`, is kept in the store. Each value is bound to its
/// place and version. Opening counts an epoch, by which a restored older copy is found (`condition`).
public final class SealedStorageDriver: StorageDriver {
    /// The newest schema of records that this release knows.
    public static let schema: UInt8 = 1
    private static let tries = 16

    /// Whether an older copy of the store was put back.
    public let condition: StorageCondition
    private let base: any StorageDriver
    private let keyFile: StoreKeyFile
    private let dataKey: DataKey
    private let cipher: RecordCipher
    private let newest: UInt8

    private init(
        base: any StorageDriver, keyFile: StoreKeyFile, dataKey: DataKey, cipher: RecordCipher, newest: UInt8,
        condition: StorageCondition
    ) {
        self.base = base
        self.keyFile = keyFile
        self.dataKey = dataKey
        self.cipher = cipher
        self.newest = newest
        self.condition = condition
    }

    /// Opens a store, or starts a new one where there is none.
    ///
    /// Throws `.locked` when the key file is missing or does not fit, or the passphrase is missing or wrong; `.newer` for a
    /// store of a later release.
    public static func open(
        over base: any StorageDriver, keyFile: StoreKeyFile, passphrase: Secret<String>? = nil,
        clock: any WalletClock = SystemClock(), migrations: [StoreMigration] = []
    ) async throws(StorageError) -> SealedStorageDriver {
        try await open(
            over: base, keyFile: keyFile, passphrase: passphrase, clock: clock, migrations: migrations, newest: schema)
    }

    /// Opens with another newest schema, for tests of migrations.
    package static func open(
        over base: any StorageDriver, keyFile: StoreKeyFile, passphrase: Secret<String>?, clock: any WalletClock,
        migrations: [StoreMigration], newest: UInt8
    ) async throws(StorageError) -> SealedStorageDriver {
        // The file is read before the store: the store is never behind it, unless it is an older copy.
        let epochInFile = try keyFile.load()?.epoch ?? 0
        let dataKey = try await openDataKey(base, keyFile, passphrase, epoch: epochInFile, schema: newest)
        let cipher = try RecordCipher(dataKey: dataKey.bytes, id: dataKey.id)
        let state = try await readState(base, cipher, newest: newest).state
        guard state.schema <= newest else {
            throw StorageError(
                .newer, "the store has schema \(state.schema), this release knows \(newest)", remedy: "Update the app.")
        }
        if state.schema < newest {
            let migrator = StoreMigrator(base: base, cipher: cipher, clock: clock, newest: newest)
            try await migrator.run(migrations)
        }
        let driver = SealedStorageDriver(
            base: base, keyFile: keyFile, dataKey: dataKey, cipher: cipher, newest: newest,
            condition: state.epoch < epochInFile ? .restored : .normal)
        if driver.condition == .normal {
            do throws(StorageError) {
                try await driver.countEpoch()
            } catch {
                // What can only be read is not changed here either: there is nothing to count.
                guard error.code == .readOnly else { throw error }
            }
        }
        return driver
    }

    /// A key for keys: what wraps the keys of a `SoftwareSecureArea` that belongs to this store.
    package func wrappingKey() throws(StorageError) -> SecretBytes {
        do {
            return try RecordCipher.derived(from: dataKey.bytes, "lanyard software keys")
        } catch {
            throw StorageError(.ioFailed, error.reason)
        }
    }

    // MARK: Records

    /// Reads and opens records.
    public func readings(of keys: [StorageKey]) async throws(StorageError) -> [StorageReading] {
        let places = keys.map { cipher.blinded($0) }
        var readings: [StorageReading] = []
        readings.reserveCapacity(keys.count)
        for (key, stored) in zip(keys, try await base.readings(of: places)) {
            switch stored {
            case .absent: readings.append(.absent)
            case .damaged(let damaged): readings.append(.damaged(damaged.named(key.name)))
            case .record(let stored): readings.append(opened(stored, named: key.name))
            }
        }
        return readings
    }

    /// Reads and opens a page, in the order of blinded names.
    public func scan(_ collection: String, after cursor: String?, limit: Int) async throws(StorageError) -> StoragePage
    {
        let page = try await base.scan(collection, after: cursor, limit: limit)
        var records: [StoredRecord] = []
        var damaged = page.damaged.map { $0.named(nil) }
        for stored in page.records {
            switch opened(stored, named: nil) {
            case .absent: break
            case .record(let record): records.append(record)
            case .damaged(let record): damaged.append(record)
            }
        }
        return StoragePage(records: records, damaged: damaged, next: page.next)
    }

    /// Removes damaged records, if the store is still of a schema that this release can judge.
    public func discard(_ damaged: [DamagedRecord]) async throws(StorageError) {
        guard damaged.allSatisfy({ $0.error.code != .newer }) else { throw RecordCipher.newer }
        _ = try await SealedStorageDriver.readState(base, cipher, newest: newest)
        try await base.discard(damaged)
    }

    /// Looks over the medium of the driver beneath.
    public func verify() async throws(StorageError) { try await base.verify() }

    private func opened(_ stored: StoredRecord, named name: String?) -> StorageReading {
        do throws(StorageError) {
            return .record(try cipher.opened(stored, newest: newest).record)
        } catch {
            return .damaged(
                DamagedRecord(
                    collection: stored.key.collection, name: name, place: stored.key.name, version: stored.version,
                    error: error))
        }
    }

    /// Seals and commits a batch.
    ///
    /// A value is bound to the version that it will have. Where the batch does not say which one is there now, it is read, and
    /// the commit is tried again when another writer was quicker.
    public func commit(_ batch: StorageBatch) async throws(StorageError) {
        let guessed = batch.puts.keys.filter { batch.expectations[$0] == nil }
        for _ in 0..<SealedStorageDriver.tries {
            do throws(StorageError) {
                return try await base.commit(try await sealed(batch, reading: guessed))
            } catch {
                guard error.code == .conflict, !guessed.isEmpty else { throw error }
                try await checkExpectations(of: batch)
            }
        }
        throw StorageError(.busy, "other writers were quicker each time", remedy: "Try again in a moment.")
    }

    private func sealed(_ batch: StorageBatch, reading guessed: [StorageKey]) async throws(StorageError)
        -> StorageBatch
    {
        var expectations = batch.expectations
        if !guessed.isEmpty {
            let found = try await base.read(guessed.map { cipher.blinded($0) })
            for (key, record) in zip(guessed, found) {
                expectations[key] = record.map { .version($0.version) } ?? .absent
            }
        }
        var sealed = StorageBatch()
        for key in batch.deletes { sealed.delete(cipher.blinded(key)) }
        for (key, value) in batch.puts {
            let place = cipher.blinded(key)
            let expectation = expectations.removeValue(forKey: key) ?? .absent
            var version: UInt64 = 1
            if case .version(let now) = expectation { version = now &+ 1 }
            let bytes = try cipher.sealed(value, of: key, at: place, version: version, schema: newest)
            sealed.put(place, bytes, expect: expectation)
        }
        for (key, expectation) in expectations { sealed.expect(cipher.blinded(key), expectation) }
        return sealed
    }

    /// Tells a conflict that the caller asked to hear of from one with a version that was merely read.
    private func checkExpectations(of batch: StorageBatch) async throws(StorageError) {
        let expected = Array(batch.expectations)
        let found = try await base.read(expected.map { cipher.blinded($0.key) })
        for (expectation, record) in zip(expected.map(\.value), found) {
            let wanted: UInt64? = if case .version(let version) = expectation { version } else { nil }
            guard record?.version == wanted else {
                throw StorageError(.conflict, "a record is not as expected", remedy: "Read again and decide again.")
            }
        }
    }

    // MARK: Epoch

    /// Counts the next epoch, so that the restored store is taken for the present one from now on.
    public func settleRestore() async throws(StorageError) {
        try await countEpoch()
    }

    private func countEpoch() async throws(StorageError) {
        for _ in 0..<SealedStorageDriver.tries {
            let inFile = try keyFile.load()?.epoch ?? 0
            var (state, version) = try await SealedStorageDriver.readState(base, cipher, newest: newest)
            state.epoch = max(state.epoch, inFile) + 1
            var batch = StorageBatch()
            batch.put(StoreState.state, state.bytes, expect: .version(version))
            do throws(StorageError) {
                try await commit(batch)
            } catch {
                guard error.code == .conflict else { throw error }
                continue
            }
            let epoch = state.epoch
            return try await keyFile.exclusively { () throws(StorageError) in
                guard var contents = try keyFile.load(), contents.epoch < epoch else { return }
                contents.epoch = epoch
                try keyFile.save(contents)
            }
        }
        throw StorageError(.busy, "other processes open the store all the time", remedy: "Try again in a moment.")
    }

    private static func readState(_ base: any StorageDriver, _ cipher: RecordCipher, newest: UInt8)
        async throws(StorageError) -> (state: StoreState, version: UInt64)
    {
        guard let stored = try await base.read([cipher.blinded(StoreState.state)]).first ?? nil else {
            throw StorageError(.corrupt, "the store has no state record", remedy: StoreState.remedy)
        }
        return (try StoreState(opening: stored, with: cipher, newest: newest), stored.version)
    }

    // MARK: Keys

    /// Replaces the key-encryption key, and protects the new one with a passphrase or, for nil, not.
    ///
    /// Copies of the earlier key file no longer open the store; neither does the new key file open an earlier copy of the
    /// store. A crash on the way leaves a store that opens with the earlier passphrase or with the new one.
    public func changeKey(passphrase: Secret<String>?) async throws(StorageError) {
        let (new, key) = try KeyEncryptionKey.make(passphrase: passphrase)
        try await keyFile.exclusively { () throws(StorageError) in
            guard var contents = try keyFile.load(), let stored = try await base.read([StoreState.dataKey]).first ?? nil
            else { throw StorageError(.locked, "the key file or the store's key is gone") }
            let current = try DataKey.encryptionKeyID(in: stored.value)
            contents.keys = [new] + contents.keys.filter { $0.id == current }
            try keyFile.save(contents)
            var batch = StorageBatch()
            batch.put(
                StoreState.dataKey, try dataKey.wrapped(under: key, id: new.id), expect: .version(stored.version))
            try await base.commit(batch)
            contents.keys = [new]
            try keyFile.save(contents)
        }
    }

    private static func openDataKey(
        _ base: any StorageDriver, _ keyFile: StoreKeyFile, _ passphrase: Secret<String>?, epoch: UInt64, schema: UInt8
    ) async throws(StorageError) -> DataKey {
        for _ in 0..<tries {
            if let stored = try await base.read([StoreState.dataKey]).first ?? nil {
                guard let contents = try keyFile.load() else {
                    throw StorageError(
                        .locked, "the key file of the store is missing", remedy: "Put the key file back.")
                }
                let id = try DataKey.encryptionKeyID(in: stored.value)
                guard let key = contents.keys.first(where: { $0.id == id }) else {
                    throw StorageError(
                        .locked, "the key file is of another store or time",
                        remedy: "Put the key file of this store back.")
                }
                return try DataKey.unwrapped(stored.value, under: try key.unlocked(passphrase))
            }
            do throws(StorageError) {
                try await start(base, keyFile, passphrase, schema: schema)
            } catch {
                // Another process started it; it is read in the next round.
                guard error.code == .conflict else { throw error }
            }
        }
        throw StorageError(.busy, "other processes start the store all the time", remedy: "Try again in a moment.")
    }

    /// Starts an empty store: the key file first, then the data key and the state in one commit.
    ///
    /// Where a key file is there already, the store that it knew is gone: its epoch stays, so that this is noticed.
    private static func start(
        _ base: any StorageDriver, _ keyFile: StoreKeyFile, _ passphrase: Secret<String>?, schema: UInt8
    ) async throws(StorageError) {
        try await keyFile.exclusively { () throws(StorageError) in
            var contents = try keyFile.load() ?? StoreKeyFile.Contents()
            let id: [UInt8]
            let key: SecretBytes
            if let known = contents.keys.first {
                (id, key) = (known.id, try known.unlocked(passphrase))
            } else {
                let made = try KeyEncryptionKey.make(passphrase: passphrase)
                (id, key) = (made.0.id, made.1)
                contents.keys = [made.0]
                try keyFile.save(contents)
            }
            let dataKey = DataKey.make()
            let cipher = try RecordCipher(dataKey: dataKey.bytes, id: dataKey.id)
            let state = StoreState(schema: schema, epoch: 0)
            var batch = StorageBatch()
            batch.put(StoreState.dataKey, try dataKey.wrapped(under: key, id: id), expect: .absent)
            let place = cipher.blinded(StoreState.state)
            let sealed = try cipher.sealed(state.bytes, of: StoreState.state, at: place, version: 1, schema: schema)
            batch.put(place, sealed, expect: .absent)
            try await base.commit(batch)
        }
    }
}
