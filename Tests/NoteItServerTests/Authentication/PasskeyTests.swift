import Cryptography
import Foundation
import NoteItCore
import RealData
import Testing

@testable import NoteItServer

/// What authenticators write: the vectors of the standard, and bytes that nobody should trust.
struct PasskeyTests {
    struct Vector: Decodable, Sendable, CustomStringConvertible {
        struct Registration: Decodable, Sendable { let challenge, clientDataJSON, attestationObject: String }
        struct Authentication: Decodable, Sendable { let challenge, clientDataJSON, authenticatorData, signature: String }

        let name: String
        let registration: Registration
        let authentication: Authentication

        var description: String { name }

        static var all: [Vector] {
            get throws {
                let file = RealData.extracts.path("webauthn/vectors.json")
                return try JSONDecoder().decode([Vector].self, from: Data(contentsOf: URL(filePath: file)))
            }
        }
    }

    private static let account = Account.ID(UUID())
    /// The vectors whose page is inside another one, or whose algorithm is not offered.
    private static let refused = [
        "ES256 Credential with \"crossOrigin\": true in clientDataJSON": inside,
        "ES256 Credential with \"topOrigin\" in clientDataJSON": inside,
        "Packed Attestation with ES384 Credential": algorithm, "Packed Attestation with Ed448 Credential": algorithm,
    ]
    private static let inside = "it was asked for by a page inside a page of another site"
    private static let algorithm = "its key has an algorithm that was not offered"

    /// WebAuthn, level 3, section 16.
    @Test(arguments: try Vector.all)
    func aVectorOfTheStandardIsTakenUnlessItIsOfAnotherPageOrAlgorithm(vector: Vector) throws {
        let party = try #require(WebOrigin("https://example.org").flatMap(RelyingParty.init))
        let answer = try registration(vector)
        let answers = PasskeyAnswers(party: party, challenge: try bytes(vector.registration.challenge))
        if let why = Self.refused[vector.name] {
            #expect(throws: PasskeyFault(why)) { try answers.registered(answer) }
            return
        }
        let passkey = try answers.registered(answer)
        #expect(passkey.host == "example.org" && passkey.credential == answer.id)
        let signed = try assertion(vector, of: passkey)
        let later = PasskeyAnswers(party: party, challenge: try bytes(vector.authentication.challenge))
        let authenticator = try later.asserted(signed, by: passkey, of: Self.account, isAlone: false)
        #expect(authenticator.count == 0 && authenticator.credential == nil)
        #expect(throws: PasskeyFault("it answers another challenge")) {
            try answers.asserted(signed, by: passkey, of: Self.account, isAlone: false)
        }
        var changed = signed
        changed.response.signature = Secret.base64URL(Array(try bytes(vector.authentication.signature).dropLast()) + [1])
        #expect(throws: PasskeyFault("its signature is wrong")) {
            try later.asserted(changed, by: passkey, of: Self.account, isAlone: false)
        }
    }

    /// RFC 8949, appendix A.
    @Test(
        arguments: [
            ("00", .integer(0)), ("1818", .integer(24)), ("1903e8", .integer(1_000)),
            ("1b000000e8d4a51000", .integer(1_000_000_000_000)),
            ("20", .integer(-1)), ("3903e7", .integer(-1_000)), ("f4", .simple(20)), ("f6", .simple(22)),
            ("4401020304", .bytes([1, 2, 3, 4])), ("62c3bc", .text("\u{fc}")), ("80", .list([])),
            ("8301820203820405", .list([.integer(1), .list([.integer(2), .integer(3)]), .list([.integer(4), .integer(5)])])),
            ("a201020304", .map([.init(key: .integer(1), value: .integer(2)), .init(key: .integer(3), value: .integer(4))])),
        ] as [(String, CBOR)])
    func cborIsThatOfTheStandard(text: String, value: CBOR) throws {
        #expect(CBOR(try bytes(text)) == value)
        #expect(CBOR(try bytes(text + "00")) == nil, "something is after it")
        #expect(CBOR(try bytes(text).dropLast()) == nil, "it is cut off")
    }

    @Test(arguments: [
        "f93c00", "fb3ff199999999999a", "c074323031332d30332d32315432303a30343a30305a", "5f42010243030405ff", "9f01ff", "ff",
        "1c",
        "1bffffffffffffffff", "3bffffffffffffffff", "5bffffffffffffffff", "9bffffffffffffffff", "bb7fffffffffffffff",
        "9affffffff00",
        "a201020103", "61ff", "8181818181818100", "f820", "b841",
    ])
    func aBombIsRefused(text: String) throws { #expect(CBOR(try bytes(text)) == nil) }

    @Test func everyCutAndChangedVectorIsAFaultAndNoCrash() throws {
        let party = try #require(WebOrigin("https://example.org").flatMap(RelyingParty.init))
        let vector = try #require(try Vector.all.first)
        let answers = PasskeyAnswers(party: party, challenge: try bytes(vector.registration.challenge))
        let whole = try bytes(vector.registration.attestationObject)
        for length in 0..<whole.count { #expect(isRefused(Array(whole.prefix(length)), vector, answers)) }
        #expect(isRefused(whole + [0], vector, answers))
        // The key's own numbers, which the curve ties to each other, are the last 77 bytes.
        for place in 0..<whole.count {
            var changed = whole
            changed[place] ^= 0x80
            _ = isRefused(changed, vector, answers)
        }
    }

    @Test(
        arguments: [
            ("a small RSA key", [3: -257, 1: 3], [-1: 128, -2: 3]),
            ("a short curve point", [3: -7, 1: 2, -1: 1], [-2: 31, -3: 33]),
            ("another curve", [3: -7, 1: 2, -1: 2], [-2: 32, -3: 32]),
            ("a point off the curve", [3: -7, 1: 2, -1: 1], [-2: 32, -3: 32]),
            ("another kind", [3: -8, 1: 2, -1: 6], [-2: 32]), ("a short Ed25519 key", [3: -8, 1: 1, -1: 6], [-2: 31]),
            ("an enormous RSA key", [3: -257, 1: 3], [-1: 2_000, -2: 3]), ("no algorithm", [1: 2, -1: 1], [-2: 32, -3: 32]),
        ] as [(String, [Int64: Int64], [Int64: Int])])
    func aBadKeyIsRefused(what: String, numbers: [Int64: Int64], strings: [Int64: Int]) {
        let entries =
            numbers.map { CBOR.Entry(key: .integer($0.key), value: .integer($0.value)) }
            + strings.map { CBOR.Entry(key: .integer($0.key), value: .bytes([UInt8](repeating: 0xFF, count: $0.value))) }
        #expect(throws: PasskeyFault.self, "\(what)") { try CredentialKey(.map(entries)) }
    }

    @Test func anAddressInPlaceOfANameHasNoPasskeys() throws {
        for (address, id) in [
            ("https://notes.example.edu/x", "notes.example.edu"), ("http://localhost:8080", "localhost"),
            ("http://127.0.0.1", nil), ("https://[2001:db8::1]:8443", nil),
        ] {
            #expect(try #require(WebOrigin(address)).description.hasPrefix("http"))
            #expect(WebOrigin(address).flatMap(RelyingParty.init)?.id == id)
        }
        #expect(WebOrigin("https://Notes.example.edu:443/x")?.description == "https://notes.example.edu")
        #expect(WebOrigin("https://[2001:db8::1]:8443")?.description == "https://[2001:db8::1]:8443")
    }

    private func isRefused(_ attestation: [UInt8], _ vector: Vector, _ answers: PasskeyAnswers) -> Bool {
        guard var answer = try? registration(vector) else { return false }
        answer.response.attestationObject = Secret.base64URL(attestation)
        return (try? answers.registered(answer)) == nil
    }

    /// The answer of a browser, whose id is that of the credential.
    private func registration(_ vector: Vector) throws -> PasskeyRegistration {
        let object = try bytes(vector.registration.attestationObject)
        let data = try AuthenticatorData(try #require(CBOR(object)?["authData"]?.bytes))
        return PasskeyRegistration(
            id: Secret.base64URL(try #require(data.credential).id), type: PasskeyDescriptor.publicKey,
            response: .init(
                clientDataJSON: Secret.base64URL(try bytes(vector.registration.clientDataJSON)),
                attestationObject: Secret.base64URL(object)))
    }

    private func assertion(_ vector: Vector, of passkey: Passkey) throws -> PasskeyAssertion {
        PasskeyAssertion(
            id: passkey.credential, type: PasskeyDescriptor.publicKey,
            response: .init(
                clientDataJSON: Secret.base64URL(try bytes(vector.authentication.clientDataJSON)),
                authenticatorData: Secret.base64URL(try bytes(vector.authentication.authenticatorData)),
                signature: Secret.base64URL(try bytes(vector.authentication.signature)),
                userHandle: Self.account.userHandle))
    }

    private func bytes(_ hexadecimal: String) throws -> [UInt8] {
        let digits = try hexadecimal.map { UInt8(try #require($0.hexDigitValue)) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
