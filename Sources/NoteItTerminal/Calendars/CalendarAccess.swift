import Foundation
import NoteItCore

/// What a calendar program needs to sign in.
public struct CalendarAccess: Encodable, Sendable, Equatable {
    public let id: AppPassword.ID
    public let name, server, user: String
    /// Nil where a profile has it.
    public let password: String?

    /// - Parameters: `server`: its address; `user`: the email of the account; `showsPassword`: false if a profile has it.
    public init(_ made: MadeAppPassword, server: URL, user: String, showsPassword: Bool = true) {
        (id, name, password, self.user) = (made.id, made.name, showsPassword ? made.password : nil, user)
        self.server = server.absoluteString + "/dav/"
    }

    /// - Parameter width: nil means as wide as needed.
    public func lines(width: Int?) -> [Styled] {
        let facts = [("Password", password), ("Server", server), ("User name", user)].compactMap { name, value in
            value.map { Styled("\(name):".padded(to: 12), .faint) + Styled($0, .strong) }
        }
        let ways = [
            ("Apple", "Settings, Apps, Calendar, Calendar Accounts, Add Account, Other, CalDAV. Reminders shows the tasks."),
            ("Thunderbird", "New Calendar, On the Network, with the user name and the server address."),
            ("DAVx5", "Add account, Login with URL and user name. A task app such as Tasks.org shows the tasks."),
        ].flatMap { program, way in
            Styled(way).wrapped(after: Styled("\(program):".padded(to: 13), .strong), width: width)
        }
        return facts + [""] + ways
    }
}
