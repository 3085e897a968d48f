import Foundation

/// A signed message in the compact form (RFC 7515, section 3.1), not checked yet.
public struct CompactJWS: Sendable {
    /// What the header says. Keys that it brings (`jwk`, `jku`, `x5c`, `x5u`) are never used.
    public struct Header: Decodable, Sendable {
        public let alg: String
        public let kid: String?
        public let typ: String?
        /// Extensions that a reader must understand. There are none.
        let crit: [String]?
    }

    public enum Refusal: Error, Equatable {
        /// Not three parts in base64url, or no JSON header.
        case malformed
        /// An algorithm that is not allowed here, `none` and those with shared secrets among them.
        case algorithm(String)
        /// The key is for something else, or too weak.
        case key
        case signature
    }

    public let header: Header
    public let payload: [UInt8]
    public let signature: [UInt8]
    /// The bytes that are signed.
    public let signed: [UInt8]

    /// Throws `Refusal.malformed`.
    /// - Parameter limit: of its characters.
    public init(_ text: String, limit: Int = 1 << 16) throws(Refusal) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= limit, parts.count == 3, let head = Base64URL.bytes(parts[0]),
            let payload = Base64URL.bytes(parts[1]), let signature = Base64URL.bytes(parts[2]),
            let header = try? JSONDecoder().decode(Header.self, from: Data(head)), header.crit == nil
        else { throw .malformed }
        (self.header, self.payload, self.signature) = (header, payload, signature)
        signed = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// The message with its signature.
    /// - Parameters: `header`, `payload`: written as JSON; `sign`: returns the signature of these bytes.
    public static func text(
        _ header: [String: String], _ payload: some Encodable, signedBy sign: ([UInt8]) throws -> [UInt8]
    ) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let signed = try "\(Base64URL.text(encoder.encode(header))).\(Base64URL.text(encoder.encode(payload)))"
        return "\(signed).\(Base64URL.text(try sign(Array(signed.utf8))))"
    }

    /// The algorithm of the header. Throws `Refusal.algorithm` if it is not allowed.
    public func algorithm(of allowed: Set<SignatureAlgorithm>) throws(Refusal) -> SignatureAlgorithm {
        guard let algorithm = SignatureAlgorithm(rawValue: header.alg), allowed.contains(algorithm) else {
            throw .algorithm(header.alg)
        }
        return algorithm
    }

    /// Checks the signature. Throws `Refusal`.
    public func verify(with key: JSONWebKey, allowing allowed: Set<SignatureAlgorithm>) throws(Refusal) {
        let algorithm = try algorithm(of: allowed)
        guard key.isMeant(for: algorithm), let verifying = try? VerificationKey(key) else { throw .key }
        guard verifying.verifies(signature, of: signed, by: algorithm) else { throw .signature }
    }
}
