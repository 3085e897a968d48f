import Hummingbird
import NoteItCore

/// The cookie that ties a launch to the browser in which it began. The platform's form comes from another site, so that it is sent
/// with `SameSite=None`; it opens nothing by itself.
struct LaunchCookie: Sendable {
    let address: ClientAddress

    /// The value in a request; nil without one.
    func value(in request: Request) -> String? {
        let prefix = "\(name(for: request))="
        let found = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.map(\.trimmed).first {
            $0.hasPrefix(prefix)
        }
        return found.map { String($0.dropFirst(prefix.count)) }.flatMap { $0.utf8.count == 43 ? $0 : nil }
    }

    /// Launches in other windows of the browser keep it.
    func header(_ value: String, for request: Request) -> String {
        let site = address.isOpenLoopback(request) ? "SameSite=Lax" : "Secure; SameSite=None"
        return "\(name(for: request))=\(value); Path=/; Max-Age=\(LaunchTickets.lifetime); HttpOnly; \(site)"
    }

    private func name(for request: Request) -> String {
        address.isOpenLoopback(request) ? "noteit_launch" : "__Host-noteit_launch"
    }
}
