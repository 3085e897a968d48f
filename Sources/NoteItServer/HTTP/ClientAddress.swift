import Hummingbird
import NIOCore
import NoteItCore

/// Where a request comes from. The address is formatted only when it is asked for.
struct RequestSource: Sendable {
    /// The address of the connection, read when the request begins: a closed connection has none.
    let socket: SocketAddress?
    /// The address that a trusted proxy names.
    let forwarded: String?

    /// The client's IP address; empty if it is unknown.
    var address: String { forwarded ?? socket?.ipAddress ?? "" }
}

/// Finds the address that a request comes from.
struct ClientAddress: Sendable {
    /// The address of the server as the operator set it; nil for the one that each request names.
    var publicURL: PublicURL?
    /// Whether the operator's reverse proxy stands in front and writes `X-Forwarded-For` and `X-Forwarded-Proto`.
    let trustProxy: Bool

    /// Whether nobody between the client and this machine can read the request: it came over TLS to a trusted proxy, or from this
    /// machine itself.
    func isPrivate(_ request: Request, _ context: AppContext) -> Bool {
        if trustProxy, request.headers[.forwardedProto] != nil || request.headers[.forwardedFor] != nil {
            return scheme(of: request) == "https"
        }
        return context.channel.remoteAddress.map(Self.isLoopback) ?? false
    }

    /// The address below which clients reach the server, such as `https://notes.example.edu/noteit`, without a slash at the end.
    func base(of request: Request) -> String {
        if let publicURL { return publicURL.text }
        // A client may write anything there.
        let host = request.head.authority.flatMap { HostAndPort($0) == nil ? nil : $0 } ?? "localhost"
        return "\(scheme(of: request))://\(host)"
    }

    /// The origin of the server's page as the request's client sees it; nil if the request names no host.
    func origin(of request: Request) -> WebOrigin? {
        request.head.authority.flatMap { WebOrigin("\(scheme(of: request))://\($0)") }
    }

    /// Whether the page is that of this machine's own server without TLS, where not every browser takes a secure cookie.
    func isOpenLoopback(_ request: Request) -> Bool {
        let origin = origin(of: request)
        return origin?.scheme == "http" && origin?.isLoopback == true
    }

    private func scheme(of request: Request) -> String {
        guard trustProxy, let list = request.headers[.forwardedProto], let last = list.split(separator: ",").last else {
            return "http"
        }
        return last.trimmed.lowercased() == "https" ? "https" : "http"
    }

    private static func isLoopback(_ address: SocketAddress) -> Bool {
        switch address {
        case .v4, .v6:
            guard let text = address.ipAddress else { return false }
            return text == "::1" || text.hasPrefix("127.") || text.hasPrefix("::ffff:127.")
        case .unixDomainSocket: return true
        }
    }

    /// The address that a trusted proxy names, without a port; nil without such a proxy, and for an entry that is not an address. The
    /// last entry counts: the operator's own proxy wrote it.
    /// - Parameter list: the request's `X-Forwarded-For`.
    func forwarded(_ list: @autoclosure () -> String?) -> String? {
        guard trustProxy, let last = list()?.split(separator: ",").last else { return nil }
        return NetworkAddress(peer: last.trimmed)?.description
    }
}
