import Foundation
import NoteItCore

/// The answer to a platform that asked for a link (1EdTech LTI Deep Linking 2.0, section 4.5).
struct DeepLink: Encodable {
    /// A link that platforms launch again; `window` asks for one of its own.
    struct Item: Encodable {
        var type = "ltiResourceLink"
        var title: String
        var url: String
        var window = ["targetName": "_blank"]
    }

    var iss: String
    var aud: [String]
    var iat: Int
    var exp: Int
    var nonce = Secret.make()
    var deployment: String
    var items: [Item]
    var data: String?
    private var messageType = "LtiDeepLinkingResponse"
    private var version = "1.3.0"

    private enum CodingKeys: String, CodingKey {
        case iss, aud, iat, exp, nonce
        case deployment = "https://purl.imsglobal.org/spec/lti/claim/deployment_id"
        case messageType = "https://purl.imsglobal.org/spec/lti/claim/message_type"
        case version = "https://purl.imsglobal.org/spec/lti/claim/version"
        case items = "https://purl.imsglobal.org/spec/lti-dl/claim/content_items"
        case data = "https://purl.imsglobal.org/spec/lti-dl/claim/data"
    }

    init(_ item: Item, for picking: LaunchTickets.Picking, of platform: LearningPlatform, at now: Date) {
        (iss, aud, deployment) = (platform.client, [platform.issuer], picking.deployment)
        (items, data) = ([item], picking.data)
        iat = Int(now.timeIntervalSince1970)
        exp = iat + 300
    }
}
