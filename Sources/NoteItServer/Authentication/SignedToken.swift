import Foundation
import NoteItCore

/// A JWS in its compact form (RFC 7515, section 3.1) with Ed25519 (RFC 8037), the only algorithm that this server signs with or
/// accepts.
struct SignedToken {
    private struct Header: Codable {
        var alg = "EdDSA"
        var kid: String
        var typ: String? = "JWT"
        /// Extensions that a reader must understand. There are none.
        var crit: [String]?
    }

    /// The three parts with their dots.
    static func make(_ claims: some Encodable, by key: SigningKey) throws -> String {
        let encoder = JSONEncoder()
        let content = try [encoder.encode(Header(kid: key.kid)), encoder.encode(claims)].map(Secret.base64URL).joined(
            separator: ".")
        return content + "." + Secret.base64URL(key.signature(of: Array(content.utf8)))
    }

    /// The claims of a token that one of `keys` signed; nil for any other text.
    static func claims<Claims: Decodable>(of token: String, signedByOneOf keys: [PublicKey]) -> Claims? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let head = Secret.bytes(base64URL: parts[0]), let body = Secret.bytes(base64URL: parts[1]),
            let signature = Secret.bytes(base64URL: parts[2]),
            let header = decodedHeader(head), header.alg == Header(kid: "").alg,
            header.crit == nil, let key = keys.first(where: { $0.kid == header.kid }),
            key.verifies(signature, of: Array("\(parts[0]).\(parts[1])".utf8))
        else { return nil }
        return try? JSONDecoder().decode(Claims.self, from: Data(body))
    }

    /// The id of the key that a token names; nil for another text.
    static func kid(of token: String) -> String? {
        token.firstIndex(of: ".").flatMap { Secret.bytes(base64URL: token[..<$0]) }.flatMap(decodedHeader)?.kid
    }

    private static func decodedHeader(_ bytes: [UInt8]) -> Header? { try? JSONDecoder().decode(Header.self, from: Data(bytes)) }
}
