import NoteItCore

/// The address that a push service gave for one browser. It is taken apart here alone, so that the host that is checked is the host
/// that is asked.
struct PushEndpoint: Equatable, Sendable {
    /// In lower case, without brackets.
    let host: String
    let port: Int
    /// What a token is for (RFC 8292, section 2).
    let origin: String
    let url: String

    private static let known: Set<String> = ["fcm.googleapis.com", "updates.push.services.mozilla.com"]
    private static let knownDomains = [".push.apple.com", ".notify.windows.com"]

    /// Throws `.invalid` for anything but `https` at a known push service, or at one that the operator allows.
    init(_ text: String, allowing allowed: AllowedHosts) throws(DomainError) {
        guard text.lowercased().hasPrefix("https://") else { throw Self.refusal("must begin with https://") }
        let rest = text.dropFirst(8)
        let authority = rest.prefix { !"/?#".contains($0) }
        guard !authority.contains("@"), !rest.contains("#"), !rest.contains("\\"), let place = HostAndPort(authority) else {
            throw Self.refusal("must be the address that the browser gave")
        }
        (host, port) = (place.host, place.port ?? 443)
        origin = "https://\(host.contains(":") ? "[\(host)]" : host)\(port == 443 ? "" : ":\(port)")"
        url = origin + (rest.dropFirst(authority.count).hasPrefix("/") ? "" : "/") + rest.dropFirst(authority.count)
        guard isKnown || allowed.contains(host, port: port) else {
            throw Self.refusal(
                "is at \(host.prefix(codePoints: 100)), which is not a push service that this server knows. Ask its operator to allow it: NOTEIT_PUSH_HOSTS"
            )
        }
    }

    private var isKnown: Bool {
        port == 443 && (Self.known.contains(host) || Self.knownDomains.contains { host.hasSuffix($0) })
    }

    private static func refusal(_ why: String) -> DomainError { .invalid("endpoint", why) }
}
