import CSodium
import Foundation
import Testing

@testable import NoteItServer

/// Only what this server signed, as it signs it, is a token.
struct SignedTokenTests {
    private struct Claims: Codable, Equatable {
        var sub = "ada"
    }

    private let key = SigningKey.make(at: .now)
    private let other = SigningKey.make(at: .now)

    private func claims(_ token: String, _ keys: [SigningKey]) -> Claims? {
        SignedToken.claims(of: token, signedByOneOf: keys.map(\.verifying))
    }

    /// A token with any header, signed with `key`.
    private func token(_ header: String, signature: ((String) -> [UInt8])? = nil) -> String {
        let content = Secret.base64URL(Array(header.utf8)) + "." + Secret.base64URL(Array(#"{"sub":"ada"}"#.utf8))
        return content + "." + Secret.base64URL(signature?(content) ?? key.signature(of: Array(content.utf8)))
    }

    @Test func aTokenHasItsClaimsForAnyoneWhoKnowsItsKey() throws {
        let token = try SignedToken.make(Claims(), by: key)
        #expect(claims(token, [other, key]) == Claims())
        #expect(claims(token, [other]) == nil && claims(token, []) == nil)
    }

    @Test func theAlgorithmIsOursAndNotTheHeadersChoice() {
        #expect(claims(token(#"{"alg":"EdDSA","kid":"\#(key.kid)"}"#), [key]) == Claims())
        for alg in ["none", "None", "HS256", "RS256", "ES256", "eddsa", "Ed25519", ""] {
            #expect(claims(token(#"{"alg":"\#(alg)","kid":"\#(key.kid)","typ":"JWT"}"#), [key]) == nil)
            #expect(claims(token(#"{"alg":"\#(alg)","kid":"\#(key.kid)"}"#) { _ in [] }, [key]) == nil)
        }
        // The public key as a shared secret: the confusion of RFC 8725, section 2.1.
        let confused = token(#"{"alg":"HS256","kid":"\#(key.kid)"}"#) { content in
            var code = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
            crypto_auth_hmacsha256(&code, Array(content.utf8), UInt64(content.utf8.count), key.publicKey)
            return code
        }
        #expect(claims(confused, [key]) == nil)
    }

    @Test func anotherKeyAnUnknownKeyOrNoKeyIsRefused() {
        #expect(claims(token(#"{"alg":"EdDSA","kid":"\#(other.kid)"}"#), [key, other]) == nil)
        #expect(claims(token(#"{"alg":"EdDSA","kid":"../key"}"#), [key]) == nil)
        #expect(claims(token(#"{"alg":"EdDSA"}"#), [key]) == nil)
        #expect(claims(token(#"{"alg":"EdDSA","kid":"\#(key.kid)","crit":["exp"]}"#), [key]) == nil)
    }

    @Test func aTokenHasOneForm() throws {
        let token = try SignedToken.make(Claims(), by: key)
        let parts = token.split(separator: ".").map(String.init)
        let altered = [
            token + "=", token + ".", "." + token, token + " ", token.replacing("-", with: "+") + "+",
            "\(parts[0]).\(parts[1])",
            "\(parts[0]).\(parts[1]).", "\(parts[0])..\(parts[2])", "\(parts[1]).\(parts[0]).\(parts[2])", "..", "",
        ]
        for bad in altered { #expect(claims(bad, [key]) == nil) }
    }

    /// S and S + L sign the same (RFC 8032, section 5.1.7): a second form would get past a list of revoked tokens.
    @Test func aSignatureHasOneForm() {
        let order: [UInt8] = [
            0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0,
            0, 0, 0, 0, 0, 0x10,
        ]
        let second = token(#"{"alg":"EdDSA","kid":"\#(key.kid)"}"#) { content in
            var signature = key.signature(of: Array(content.utf8))
            var carry = 0
            for place in 0..<32 {
                carry += Int(signature[32 + place]) + Int(order[place])
                signature[32 + place] = UInt8(truncatingIfNeeded: carry)
                carry >>= 8
            }
            return signature
        }
        #expect(claims(second, [key]) == nil)
    }

    @Test func aKeyComesBackFromItsFile() throws {
        let copy = try JSONDecoder().decode(SigningKey.self, from: JSONEncoder().encode(key))
        #expect(copy == key)
        let short = #"{"kid":"a","createdAt":0,"privateKey":"AAAA"}"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(SigningKey.self, from: Data(short.utf8)) }
    }
}
