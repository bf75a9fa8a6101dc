package import LanyardCrypto
import SystemAdapters
package import WalletPorts

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Software keys in files of their own, a folder for each group: an area whose keys outlive a process that forgets them.
package struct DiskSecureArea: SecureArea {
    package let id = "disk"
    private let folder: String
    private let base: SoftwareSecureArea

    package init(folder: String, wrappingKey: SecretBytes) throws {
        self.folder = folder
        base = try SoftwareSecureArea(id: "wrapped", wrappingKey: wrappingKey)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    package var capabilities: SecureAreaCapabilities {
        SecureAreaCapabilities(
            algorithms: base.capabilities.algorithms, isHardware: false, userAuthentications: [.none],
            attestsKeys: false)
    }

    /// Every key there is.
    package func handles() throws -> Set<KeyHandle> {
        var handles: Set<KeyHandle> = []
        for group in try FileManager.default.contentsOfDirectory(atPath: folder) {
            for name in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(group)") {
                handles.insert(KeyHandle(area: id, bytes: Array("\(group)/\(name)".utf8)))
            }
        }
        return handles
    }

    package func createKeys(_ count: Int, policy: KeyPolicy, attestationNonce: [UInt8]?, group: String)
        async throws(SecureAreaError) -> [NewKey]
    {
        let group = Self.name(of: group)
        var keys: [NewKey] = []
        for key in try await base.createKeys(count, policy: policy, attestationNonce: nil, group: group) {
            let name = "\(group)/\(UUID().uuidString)"
            do {
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/\(group)", withIntermediateDirectories: true)
                try Data(key.handle.bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
            } catch {
                throw SecureAreaError(.unavailable, "\(error)")
            }
            keys.append(NewKey(handle: KeyHandle(area: id, bytes: Array(name.utf8)), publicKey: key.publicKey))
        }
        return keys
    }

    package func sign(_ requests: [SigningRequest], for action: UserAction) async throws(SecureAreaError) -> [[UInt8]] {
        var wrapped: [SigningRequest] = []
        for request in requests {
            wrapped.append(SigningRequest(key: try self.wrapped(request.key), message: request.message))
        }
        return try await base.sign(wrapped, for: action)
    }

    package func agree(_ key: KeyHandle, with peer: PublicKeyBytes, for action: UserAction)
        async throws(SecureAreaError) -> Secret<[UInt8]>
    {
        try await base.agree(try wrapped(key), with: peer, for: action)
    }

    package func publicKeys(of keys: [KeyHandle]) async throws(SecureAreaError) -> [PublicKeyBytes] {
        var wrapped: [KeyHandle] = []
        for key in keys { wrapped.append(try self.wrapped(key)) }
        return try await base.publicKeys(of: wrapped)
    }

    package func delete(_ keys: [KeyHandle]) async throws(SecureAreaError) {
        for key in keys { try? FileManager.default.removeItem(atPath: path(of: key)) }
    }

    package func deleteKeys(ofGroup group: String) async throws(SecureAreaError) {
        try? FileManager.default.removeItem(atPath: "\(folder)/\(Self.name(of: group))")
    }

    private static func name(of group: String) -> String { String(group.map { $0 == "/" ? "-" : $0 }) }

    private func path(of key: KeyHandle) -> String { "\(folder)/\(String(decoding: key.bytes, as: UTF8.self))" }

    private func wrapped(_ key: KeyHandle) throws(SecureAreaError) -> KeyHandle {
        guard let bytes = FileManager.default.contents(atPath: path(of: key)) else {
            throw SecureAreaError(.keyLost, "there is no such key")
        }
        return KeyHandle(area: base.id, bytes: Array(bytes))
    }
}
