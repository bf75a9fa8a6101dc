import LanyardJSON
import LanyardTestSupport
import WalletPorts

/// Reads a file under `Vectors/jose`.
func jose(_ name: String) throws -> JSONField {
    JSONField(try JSON(parsing: Vector.bytes("jose/\(name)")))
}

/// The code of the finding that a read throws; nil if it throws none.
func code<T>(_ read: () throws(Finding) -> T) -> String? {
    finding(read)?.code.description
}

/// The finding that a read throws.
func finding<T>(_ read: () throws(Finding) -> T) -> Finding? {
    do throws(Finding) {
        _ = try read()
        return nil
    } catch {
        return error
    }
}
