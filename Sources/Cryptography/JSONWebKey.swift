/// A public key as JSON (RFC 7517; members of RFC 7518, section 6, and RFC 8037). Numbers and points are base64url. Members that are
/// not listed are ignored, private ones among them.
public struct JSONWebKey: Codable, Sendable, Equatable {
    public var kty: String
    public var kid: String?
    public var alg: String?
    public var use: String?
    public var keyOps: [String]?
    public var crv: String?
    public var x: String?
    public var y: String?
    public var n: String?
    public var e: String?

    enum CodingKeys: String, CodingKey {
        case kty, kid, alg, use, crv, x, y, n, e
        case keyOps = "key_ops"
    }

    /// A key of P-256.
    /// - Parameter point: 65 bytes, uncompressed.
    public init(point: [UInt8], kid: String? = nil) {
        (kty, crv, self.kid) = ("EC", "P-256", kid)
        (x, y) = (Base64URL.text(point[1..<33]), Base64URL.text(point[33...]))
    }

    /// - Parameters n, e: modulus and exponent, big-endian.
    public init(n: [UInt8], e: [UInt8], kid: String? = nil) {
        (kty, self.kid) = ("RSA", kid)
        (self.n, self.e) = (Base64URL.text(n), Base64URL.text(e))
    }

    /// A key of Ed25519.
    /// - Parameter x: 32 bytes (RFC 8037).
    public init(ed25519 x: [UInt8], kid: String? = nil) {
        (kty, crv, self.kid) = ("OKP", "Ed25519", kid)
        self.x = Base64URL.text(x)
    }

    /// Whether the key is meant for signatures of `algorithm`, as far as it says so.
    public func isMeant(for algorithm: SignatureAlgorithm) -> Bool {
        (alg == nil || alg == algorithm.rawValue) && (use == nil || use == "sig") && (keyOps?.contains("verify") ?? true)
    }
}
