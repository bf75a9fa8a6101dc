import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Runs readers on inputs of one, two and four times a size, each between two marks that callgrind counts instructions between.
///
/// Prints a line for each run, in order: the reader and the size. `Scripts/growth` reads the counts. Arguments choose readers by
/// the start of their name; `--part K/N` takes every Nth from the Kth on, so that parts run at once.
@main
enum Main {
    static let readers =
        TextReaders.all + JSONReaders.all + CertificateReaders.all + EnvelopeReaders.all + CredentialReaders.all
        + TypeReaders.all + OAuthReaders.all + AuthorizationReaders.all + MetadataReaders.all + WalletReaders.all
        + StoreReaders.all
        + CBORReaders.all

    static func main() {
        var names = Array(CommandLine.arguments.dropFirst())
        var part = (index: 0, count: 1)
        if let flag = names.firstIndex(of: "--part"), flag + 1 < names.count {
            let numbers = names[flag + 1].split(separator: "/").compactMap { Int($0) }
            part = (numbers[0], numbers[1])
            names.removeSubrange(flag...flag + 1)
        }
        let chosen = readers.filter { reader in names.isEmpty || names.contains { reader.name.hasPrefix($0) } }
        let own = chosen.enumerated().filter { $0.offset % part.count == part.index }.map(\.element)
        // Valgrind does not get over a main thread that ends before the others, as it does under an asynchronous main.
        let end = DispatchSemaphore(value: 0)
        Task.detached {
            await run(own)
            end.signal()
        }
        end.wait()
    }

    private static func run(_ readers: [Reader]) async {
        for reader in readers {
            do {
                // What is done once a process, such as making tables, is done here.
                try await reader.work(of: reader.size)()
                for size in [reader.size, 2 * reader.size, 4 * reader.size] {
                    let work = try await reader.work(of: size)
                    growthBegins()
                    try await work()
                    growthEnds()
                    print(reader.name, size)
                }
            } catch {
                print(reader.name, "failed:", error)
                exit(1)
            }
        }
    }
}

/// How often a mark was passed: something to do, so that no mark is optimized away.
nonisolated(unsafe) private var marks = 0

@inline(never)
private func growthBegins() { marks += 1 }

@inline(never)
private func growthEnds() { marks -= 1 }
