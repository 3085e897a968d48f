import Foundation
import NoteItCore

/// The settings of a server.
public struct Configuration: Sendable, Memberwise {
    public var host: String = "127.0.0.1"
    /// 0 takes a free port.
    public var port: Int = 8080
    /// Whether to believe `X-Forwarded-For`: only safe behind a reverse proxy that writes it.
    public var trustProxy: Bool = false
    /// The log's retention in days. A client that was away for longer starts from a new snapshot.
    public var logDays: Int = 30
    public var limits: Limits = Limits()
    /// The hosts that imports of calendars may read although they are private.
    public var importHosts: AllowedHosts = AllowedHosts()
    /// The hosts to which webhooks and ntfy may lead although they are private, also without TLS.
    public var hookHosts: AllowedHosts = AllowedHosts()
    /// The base of the addresses that the server gives out; nil: the host that each request names.
    public var publicURL: PublicURL? = nil
    public var registration: RegistrationRule = .open
    /// The rule by which people join a course whose staff chose none.
    public var joining: JoiningRule = .open
    /// The people of whom a second factor is demanded.
    public var secondFactor: FactorRule = .off
    public var page: PageSource = .files([:])
    /// Nil: this server has no campus sign-on.
    public var signOn: SignOnConfiguration? = nil
    /// Nil: this server sends no mail.
    public var mail: MailConfiguration? = nil
    /// Nil: this server sends nothing by Web Push.
    public var push: PushConfiguration? = nil
    /// The clock; tests pass their own.
    public var now: @Sendable () -> Date = { Date() }
}
