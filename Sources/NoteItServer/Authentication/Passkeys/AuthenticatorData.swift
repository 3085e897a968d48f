/// What an authenticator says of itself and of the ceremony (WebAuthn, section 6.1).
struct AuthenticatorData {
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8

        /// Somebody touched it.
        static let present = Flags(rawValue: 0x01)
        /// The authenticator made sure of its person by a finger, a face or a PIN.
        static let verified = Flags(rawValue: 0x04)
        static let mayBackUp = Flags(rawValue: 0x08)
        static let isBackedUp = Flags(rawValue: 0x10)
        static let hasCredential = Flags(rawValue: 0x40)
        static let hasExtensions = Flags(rawValue: 0x80)
    }

    struct Credential: Sendable {
        let id: [UInt8]
        /// A COSE key as it was written.
        let key: [UInt8]
        let cose: CBOR
    }

    /// SHA-256 of the name of the relying party.
    let party: [UInt8]
    let flags: Flags
    let count: UInt32
    let credential: Credential?

    /// The most bytes of a credential's id (WebAuthn, section 4).
    private static let longestID = 1_023

    init(_ bytes: [UInt8]) throws(PasskeyFault) {
        guard bytes.count >= 37 else { throw Self.malformed }
        party = Array(bytes[..<32])
        flags = Flags(rawValue: bytes[32])
        count = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var rest = bytes[37...]
        credential = flags.contains(.hasCredential) ? try Self.credential(&rest) : nil
        if flags.contains(.hasExtensions) {
            var reader = CBORReader(rest)
            guard case .map = reader.value() else { throw Self.malformed }
            rest = reader.rest
        }
        guard rest.isEmpty else { throw Self.malformed }
    }

    /// Throws `PasskeyFault` unless somebody used the authenticator for `party`.
    /// - Parameter needsVerification: whether it must have made sure of its person.
    func check(_ party: RelyingParty, needsVerification: Bool) throws(PasskeyFault) {
        guard self.party == Secret.hash(Array(party.id.utf8)) else { throw PasskeyFault("it was made for another server") }
        guard flags.contains(.present) else { throw PasskeyFault("nobody touched the device") }
        guard !needsVerification || flags.contains(.verified) else {
            throw PasskeyFault("the device did not make sure of its person; sign in with the password and the passkey")
        }
        guard flags.contains(.mayBackUp) || !flags.contains(.isBackedUp) else {
            throw PasskeyFault("it says that it was copied, and that it cannot be")
        }
    }

    /// The id of the authenticator's make (16 bytes) does not matter.
    private static func credential(_ rest: inout ArraySlice<UInt8>) throws(PasskeyFault) -> Credential {
        let head = rest.prefix(18)
        guard head.count == 18 else { throw malformed }
        let length = head.suffix(2).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(18)
        guard (1...longestID).contains(length), rest.count > length else { throw malformed }
        let id = Array(rest.prefix(length))
        var reader = CBORReader(rest.dropFirst(length))
        guard let cose = reader.value() else { throw malformed }
        defer { rest = reader.rest }
        return Credential(id: id, key: Array(rest[(rest.startIndex + length)..<reader.rest.startIndex]), cose: cose)
    }

    private static let malformed = PasskeyFault("the authenticator's part of the answer is malformed")
}
