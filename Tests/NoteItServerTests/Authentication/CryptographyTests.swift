import Cryptography
import Testing

/// Vectors of the standards, and what must not pass.
struct CryptographyTests {
    static let ofRSA = JSONWebKey(
        n: Base64URL.bytes(
            "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_"
                + "YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQ"
                + "Y4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ")
            ?? [],
        e: [1, 0, 1])
    static let ofP256 = JSONWebKey(
        point: [4] + (Base64URL.bytes("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU") ?? [])
            + (Base64URL.bytes("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0") ?? []))
    static let ofEd25519: JSONWebKey = {
        var key = ofP256
        (key.kty, key.crv, key.x, key.y) = ("OKP", "Ed25519", "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", nil)
        return key
    }()
    static let claims = "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    /// RFC 7515, appendices A.2 and A.3; RFC 8037, appendix A.4.
    static let signed: [(SignatureAlgorithm, JSONWebKey, String)] = [
        (
            .rs256, ofRSA,
            "eyJhbGciOiJSUzI1NiJ9.\(claims).cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_"
                + "O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB"
                + "_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVm"
                + "tVrBp0igcN_IoypGlUPQGe77Rw"
        ),
        (
            .es256, ofP256,
            "eyJhbGciOiJFUzI1NiJ9.\(claims).DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        ),
        (
            .edDSA, ofEd25519,
            "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5B"
                + "hVsPt9g7sVvpAr_MuM0KAg"
        ),
    ]

    @Test func signaturesOfTheStandardsAreRightForTheirKeyAndAlgorithmAlone() throws {
        for (algorithm, key, text) in Self.signed {
            let message = try CompactJWS(text)
            try message.verify(with: key, allowing: [algorithm])
            for (other, foreign, _) in Self.signed where other != algorithm {
                #expect(throws: CompactJWS.Refusal.signature) { try message.verify(with: foreign, allowing: [algorithm]) }
                #expect(throws: CompactJWS.Refusal.algorithm(algorithm.rawValue)) {
                    try message.verify(with: key, allowing: [other])
                }
                var meant = key
                meant.alg = other.rawValue
                #expect(throws: CompactJWS.Refusal.key) { try message.verify(with: meant, allowing: [algorithm]) }
            }
            var parts = text.split(separator: ".").map(String.init)
            parts[1] = "e30"
            let forged = try CompactJWS(parts.joined(separator: "."))
            #expect(throws: CompactJWS.Refusal.signature) { try forged.verify(with: key, allowing: [algorithm]) }
        }
    }

    @Test(arguments: ["none", "HS256", "RS1", "ES384", "es256", ""])
    func noOtherAlgorithmIsTaken(name: String) throws {
        let head = Base64URL.text(#"{"alg":"\#(name)"}"#.utf8)
        for signature in ["", "AAAA"] {
            let message = try CompactJWS("\(head).\(Self.claims).\(signature)")
            #expect(throws: CompactJWS.Refusal.algorithm(name)) {
                try message.verify(with: Self.ofRSA, allowing: Set(SignatureAlgorithm.allCases))
            }
        }
    }

    @Test(arguments: [
        "", "a.b", "e30.e30.", "e30.e30.AA.", "eyJhbGciOiJSUzI1NiJ9.e30=.AAAA", "eyJhbGciOiJSUzI1NiJ9..AB",
        Base64URL.text(#"{"alg":"RS256","crit":["exp"]}"#.utf8) + ".e30.AAAA",
    ])
    func whatIsNoSignedMessageIsRefused(text: String) {
        #expect(throws: CompactJWS.Refusal.malformed) { try CompactJWS(text) }
    }

    @Test func weakAndBrokenKeysAreRefused() throws {
        var offTheCurve = Self.ofP256
        offTheCurve.y = offTheCurve.x
        var short = Self.ofRSA
        short.n = Base64URL.text((Base64URL.bytes(short.n ?? "") ?? []).prefix(128))
        var exponent = Self.ofRSA
        exponent.e = "AQ"
        var kind = Self.ofRSA
        kind.kty = "oct"
        for key in [offTheCurve, short, exponent, kind] {
            #expect(throws: CryptographyError.badKey) { try VerificationKey(key) }
        }
    }

    @Test func aKeyPairSignsAndIsReadAgain() throws {
        for (pair, algorithms) in [
            (try PrivateKey.makeP256(), [SignatureAlgorithm.es256]), (try .makeRSA(), [.rs256, .ps256]),
        ] {
            let again = try PrivateKey(pem: pair.pem)
            #expect(again.publicKey == pair.publicKey)
            let key = try VerificationKey(pair.publicKey)
            for algorithm in algorithms {
                for _ in 0..<20 {
                    let signature = try again.signature(of: [1, 2, 3], by: algorithm)
                    #expect(key.verifies(signature, of: [1, 2, 3], by: algorithm))
                    #expect(!key.verifies(signature, of: [1, 2], by: algorithm))
                }
            }
            #expect(throws: CryptographyError.badKey) { try pair.signature(of: [], by: .edDSA) }
        }
        #expect(throws: CryptographyError.badKey) { try PrivateKey(pem: "-----BEGIN PRIVATE KEY-----") }
    }

    @Test func twoPairsShareASecret() throws {
        let (one, two) = (try PrivateKey.makeP256(), try PrivateKey.makeP256())
        #expect(try one.sharedSecret(with: two.point()) == two.sharedSecret(with: one.point()))
        #expect(throws: CryptographyError.badKey) { try one.sharedSecret(with: [4] + Array(repeating: 7, count: 64)) }
    }

    /// RFC 5869, appendix A.1, and test case 2 of the specification of GCM.
    @Test func derivedKeysAndSealedTextsAreThoseOfTheStandards() throws {
        let key = try Sealing.derivedKey(
            from: Array(repeating: 0x0B, count: 22), salt: Array(0...0x0C), info: Array(0xF0...0xF9), count: 42)
        #expect(Base64URL.text(key) == "PLJfJfqs1XqQQ09k0DYvKi0tCpDPGlpMXbAtVuzExb80AHII1biHGFhl")
        let sealed = try Sealing.seal(
            Array(repeating: 0, count: 16), key: Array(repeating: 0, count: 16), nonce: Array(repeating: 0, count: 12))
        #expect(Base64URL.text(sealed) == "A4jazmC2o5LzKMK5cbL-eKtuR9Qs7BO99TpnshJXvd8")
    }
}
