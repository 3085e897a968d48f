/// Public-key cryptography for what talks to others: push services, campuses, learning platforms and authenticators. Their algorithms
/// (P-256, RSA, AES-GCM) come from OpenSSL's libcrypto, which is opened when it is first used. What NoteIt signs for itself, its
/// hashes and its passwords stay with libsodium.
import CCrypto

public enum CryptographyError: Error, Equatable {
    /// OpenSSL's library is missing; with the reason of the system.
    case noLibrary(String)
    /// A key that is malformed, too weak, or of a kind that is not known here.
    case badKey
    /// The library did not do what was asked of a good key.
    case failed
}

/// A key of the library, for the time of one operation.
struct KeyHandle: ~Copyable {
    private let pointer: OpaquePointer

    /// - Parameter make: a function of the library that makes a key; nil means that it refused.
    init(_ make: () -> OpaquePointer?) throws(CryptographyError) {
        if let fault = libcrypto_open() { throw .noLibrary(String(cString: fault)) }
        guard let pointer = make() else { throw .badKey }
        self.pointer = pointer
    }

    deinit { libcrypto_key_free(pointer) }

    /// The pointer is good for the time of `body`.
    func use<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(pointer) }

    func isKind(_ name: String) -> Bool { libcrypto_key_is(pointer, name) == 1 }

    /// The bytes that `fill` wrote into a buffer of `room` bytes; it returns how many, 0 for a failure.
    func bytes(
        room: Int, _ fill: (OpaquePointer, UnsafeMutablePointer<UInt8>) -> Int
    ) throws(CryptographyError) -> [UInt8] {
        try written(room) { fill(pointer, $0) }
    }
}

/// The bytes that `fill` wrote into a buffer of `room` bytes; it returns how many, 0 for a failure.
func written(_ room: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Int) throws(CryptographyError) -> [UInt8] {
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in count = buffer.baseAddress.map(fill) ?? 0 }
    guard !bytes.isEmpty else { throw .failed }
    return bytes
}
