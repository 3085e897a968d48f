import Foundation

/// What the browser says of the ceremony that a passkey signs (WebAuthn, section 5.8.1).
struct ClientData {
    enum Ceremony: String {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    /// The bytes, as the browser wrote them.
    let bytes: [UInt8]
    private let content: Content

    private struct Content: Decodable {
        let type, challenge, origin: String
        let crossOrigin: Bool?
        let topOrigin: String?
    }

    /// - Parameter text: base64url.
    init(_ text: String) throws(PasskeyFault) {
        guard let bytes = Secret.bytes(base64URL: text), JSONGrammar.fault(in: bytes) == nil,
            let content = try? JSONDecoder().decode(Content.self, from: Data(bytes))
        else { throw PasskeyFault("the browser's part of the answer is not readable") }
        (self.bytes, self.content) = (bytes, content)
    }

    /// Throws `PasskeyFault` unless a page of `party` asked for this ceremony with this challenge.
    func check(_ ceremony: Ceremony, _ challenge: [UInt8], _ party: RelyingParty) throws(PasskeyFault) {
        guard content.type == ceremony.rawValue else { throw PasskeyFault("it answers another question") }
        guard content.challenge == Secret.base64URL(challenge) else { throw PasskeyFault("it answers another challenge") }
        guard content.crossOrigin != true, content.topOrigin == nil else {
            throw PasskeyFault("it was asked for by a page inside a page of another site")
        }
        guard content.origin.split(separator: "/").count == 2, WebOrigin(content.origin) == party.origin else {
            throw PasskeyFault(
                "it was asked for by another page; open \(party.origin), or the operator sets NOTEIT_PUBLIC_URL")
        }
    }
}
