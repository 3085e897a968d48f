import Cryptography
import Foundation
import NoteItCore

/// The key by which push services know this server, and the tokens that it signs for them (RFC 8292).
actor PushIdentity {
    /// A service may refuse tokens of more than 24 hours. Half of the time is for its clock and for messages on their way.
    private static let lifetime: TimeInterval = 12 * 3_600
    private static let renewal = lifetime / 2
    /// The most services whose tokens are kept.
    private static let most = 100

    private let store: any Store
    private let contact: String
    private let now: @Sendable () -> Date
    private var key: PrivateKey?
    private var fields: [String: (value: String, made: Date)] = [:]

    init(store: any Store, contact: String, now: @escaping @Sendable () -> Date) {
        (self.store, self.contact, self.now) = (store, contact, now)
    }

    /// Makes the key when it is first asked for; all nodes of a database have the same. Throws `.unavailable` without OpenSSL.
    private func ownKey() async throws -> PrivateKey {
        if let key { return key }
        do {
            let pem: String
            if let stored = try await store.pushKey() {
                pem = stored
            } else {
                pem = try await store.setPushKey(try PrivateKey.makeP256().pem)
            }
            let read = try PrivateKey(pem: pem)
            key = read
            return read
        } catch let error as CryptographyError {
            throw DomainError.unavailable("Push needs OpenSSL, which this server cannot use: \(error). Ask its operator.")
        }
    }

    /// The public key in base64url.
    func publicKey() async throws -> String { Base64URL.text(try await ownKey().point()) }

    /// The field `Authorization` of a request to a push service.
    func authorization(for origin: String) async throws -> String {
        let key = try await ownKey()
        if let field = fields[origin], now().timeIntervalSince(field.made) < Self.renewal { return field.value }
        let claims = PushClaims(aud: origin, exp: Int((now() + Self.lifetime).timeIntervalSince1970), sub: contact)
        let token = try CompactJWS.text(["alg": "ES256", "typ": "JWT"], claims) { try key.signature(of: $0, by: .es256) }
        let value = "vapid t=\(token), k=\(Base64URL.text(try key.point()))"
        if fields.count >= Self.most { fields = [:] }
        fields[origin] = (value, now())
        return value
    }
}

private struct PushClaims: Encodable {
    var aud: String
    var exp: Int
    var sub: String
}
