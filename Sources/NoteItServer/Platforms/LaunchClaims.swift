import Foundation
import NoteItCore

/// The claims of a launch (1EdTech LTI 1.3, section 5.3; Deep Linking 2.0, section 4.4; Names and Role Provisioning Services 2.0,
/// section 3.6.1).
struct LaunchClaims: Decodable, Sendable {
    struct Context: Decodable, Sendable {
        var id: String
        var label: String?
        var title: String?
    }

    struct ResourceLink: Decodable, Sendable {
        var id: String
    }

    struct DeepLinking: Decodable, Sendable {
        var returnURL: String
        var acceptTypes: [String]
        var data: String?

        private enum CodingKeys: String, CodingKey {
            case returnURL = "deep_link_return_url"
            case acceptTypes = "accept_types"
            case data
        }
    }

    struct Members: Decodable, Sendable {
        var url: String

        private enum CodingKeys: String, CodingKey { case url = "context_memberships_url" }
    }

    var sub: String?
    var name, givenName, familyName, email: String?
    var messageType: String?
    var version: String?
    var deployment: String?
    var target: String?
    var roles: [String]?
    var context: Context?
    var resourceLink: ResourceLink?
    var deepLinking: DeepLinking?
    var members: Members?

    private enum CodingKeys: String, CodingKey {
        case sub, name, email
        case givenName = "given_name"
        case familyName = "family_name"
        case messageType = "https://purl.imsglobal.org/spec/lti/claim/message_type"
        case version = "https://purl.imsglobal.org/spec/lti/claim/version"
        case deployment = "https://purl.imsglobal.org/spec/lti/claim/deployment_id"
        case target = "https://purl.imsglobal.org/spec/lti/claim/target_link_uri"
        case roles = "https://purl.imsglobal.org/spec/lti/claim/roles"
        case context = "https://purl.imsglobal.org/spec/lti/claim/context"
        case resourceLink = "https://purl.imsglobal.org/spec/lti/claim/resource_link"
        case deepLinking = "https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings"
        case members = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice"
    }

    private static let longest = 255

    /// What the launch is for. Throws `.forbidden` for a launch that is not whole.
    /// - Parameter base: the address of this server.
    func launch(at platform: LearningPlatform, below base: String) throws(DomainError) -> Launch {
        guard version == "1.3.0" else { throw Self.refusal("it is not of LTI 1.3") }
        guard let deployment, platform.deployments.contains(deployment) else {
            throw .forbidden(
                """
                The operator of NoteIt did not allow this deployment of \(platform.name). To do it: noteitd lti allow \
                \(platform.name) \(String((deployment ?? "DEPLOYMENT").prefix(Self.longest)).quotedForShell)
                """)
        }
        guard let sub, Self.isPlain(sub) else { throw Self.refusal("it does not say who you are") }
        guard let context, Self.isPlain(context.id) else {
            throw .forbidden("NoteIt was not opened from a course. Open it from one.")
        }
        guard let target = target.map({ LaunchTarget($0, below: base) }) ?? .course else {
            throw Self.refusal("it leads to another server, or to something that NoteIt does not open")
        }
        guard let roles else { throw Self.refusal("it names no roles") }
        return Launch(
            purpose: try purpose(), target: target, deployment: deployment, subject: sub, role: PlatformRole.role(of: roles),
            context: context.id, title: Self.title(context),
            membersURL: members.flatMap { PlatformAddress.isSafe($0.url) ? $0.url : nil })
    }

    private func purpose() throws(DomainError) -> Launch.Purpose {
        switch messageType {
        case "LtiResourceLinkRequest":
            guard let resourceLink, !resourceLink.id.isEmpty, target != nil else {
                throw Self.refusal("it does not say what to open")
            }
            return .open
        case "LtiDeepLinkingRequest":
            guard let deepLinking, PlatformAddress.isSafe(deepLinking.returnURL) else {
                throw Self.refusal("it does not say where the choice goes, or not to a page of https")
            }
            guard deepLinking.acceptTypes.contains("ltiResourceLink") else {
                throw .forbidden("The platform takes no links here. Add NoteIt where it takes one.")
            }
            return .pick(returnURL: deepLinking.returnURL, data: deepLinking.data)
        default: throw Self.refusal("it is a message of a kind that NoteIt does not know")
        }
    }

    static func refusal(_ why: String) -> DomainError {
        .forbidden("The platform's launch cannot be used: \(why). Tell the operator of NoteIt.")
    }

    /// Whether it can be an id: 1 to 255 characters of ASCII.
    private static func isPlain(_ id: String) -> Bool {
        (1...longest).contains(id.utf8.count) && id.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    private static func title(_ context: Context) -> String {
        let title = [context.title, context.label, context.id].compactMap { $0?.trimmed }.first { !$0.isEmpty } ?? ""
        return String(title.visible.prefix(200))
    }

    /// A name that accounts may have.
    var displayName: String {
        let whole = [givenName, familyName].compactMap { $0 }.joined(separator: " ")
        return [name, whole, givenName, familyName].compactMap { $0?.trimmed }.first { DisplayName.fault($0) == nil }
            ?? "New member"
    }

    var knownEmail: String? { email.flatMap { EmailAddress.fault($0.trimmed) == nil ? $0.trimmed : nil } }
}

/// A launch whose claims are in order.
struct Launch: Sendable {
    enum Purpose: Sendable {
        case open
        case pick(returnURL: String, data: String?)
    }

    var purpose: Purpose
    var target: LaunchTarget
    var deployment: String
    var subject: String
    var role: Enrollment.Role?
    var context: String
    var title: String
    var membersURL: String?
}

/// The roles of a course that take a place here (LTI 1.3, appendix A.2.3). Roles of the institution and of the system take none, and
/// neither do administrators, developers of content and observers.
enum PlatformRole {
    private static let context = "http://purl.imsglobal.org/vocab/lis/v2/membership"

    static func role(of roles: [String]) -> Enrollment.Role? {
        let names = Set(roles.compactMap(name))
        if names.contains("Instructor") || names.contains("TeachingAssistant") { return .staff }
        return names.contains("Learner") ? .student : nil
    }

    /// `Instructor` of `…/membership#Instructor` or of the bare name, `TeachingAssistant` of `…/membership/Instructor#…`. Every other
    /// sub-role comes with its main role.
    private static func name(_ role: String) -> String? {
        if !role.contains(":") { return role }
        guard role.hasPrefix(context) else { return nil }
        let rest = role.dropFirst(context.count)
        if rest.hasPrefix("#") { return String(rest.dropFirst()) }
        return rest.hasPrefix("/Instructor#TeachingAssistant") ? "TeachingAssistant" : nil
    }
}

/// Addresses that a platform names.
enum PlatformAddress {
    /// Whether a form may be sent there: a page of https, or of this machine.
    static func isSafe(_ address: String) -> Bool { origin(of: address) != nil }

    /// The platform's origin, as a policy names it.
    static func origin(of address: String) -> String? {
        guard address.utf8.count <= 4_000, address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let url = URL(string: address),
            url.user() == nil, let origin = WebOrigin(address), origin.scheme == "https" || origin.isLoopback
        else { return nil }
        return address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
    }
}

extension LearningPlatform {
    /// The number by which rosters know a person of this platform who has no trusted email.
    func number(of subject: String) -> String { "lti-" + Secret.shortDigest("\(issuer)\n\(subject)").prefix(24) }
}
