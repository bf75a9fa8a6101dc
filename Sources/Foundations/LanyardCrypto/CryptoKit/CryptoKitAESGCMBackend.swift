#if canImport(CryptoKit)
    import CryptoKit
    import Foundation

    enum AESGCMBackend {
        static func seal(
            _ plaintext: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, nonce: [UInt8],
            authenticating data: [UInt8]
        ) throws(CryptoError) -> (ciphertext: [UInt8], tag: [UInt8]) {
            do {
                let box = try AES.GCM.seal(
                    plaintext, using: SymmetricKey(data: key), nonce: AES.GCM.Nonce(data: nonce),
                    authenticating: data)
                return (Array(box.ciphertext), Array(box.tag))
            } catch {
                throw .cryptoKit("encrypt")
            }
        }

        static func open(
            _ ciphertext: UnsafeRawBufferPointer, tag: [UInt8], key: UnsafeRawBufferPointer, nonce: [UInt8],
            authenticating data: [UInt8], into output: UnsafeMutableRawBufferPointer
        ) throws(CryptoError) {
            let plaintext: Data
            do {
                let box = try AES.GCM.SealedBox(
                    nonce: AES.GCM.Nonce(data: nonce), ciphertext: ciphertext, tag: tag)
                plaintext = try AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: data)
            } catch {
                throw CryptoError(.authenticationFailed, "the ciphertext is not authentic")
            }
            guard plaintext.count == output.count else { throw .cryptoKit("decrypt") }
            output.copyBytes(from: plaintext)
        }
    }

    extension CryptoError {
        static func cryptoKit(_ operation: String) -> CryptoError {
            CryptoError(.backendFailed, "CryptoKit could not \(operation)")
        }
    }
#endif
