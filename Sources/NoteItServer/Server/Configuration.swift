import Foundation
import NoteItCore

/// The settings of a server.
public struct Configuration: Sendable {
    public var host: String
    /// 0 takes a free port.
    public var port: Int
    /// Whether to believe `X-Forwarded-For`: only safe behind a reverse proxy that writes it.
    public var trustProxy: Bool
    /// The log's retention in days. A client that was away for longer starts from a new snapshot.
    public var logDays: Int
    public var limits: Limits
    /// The hosts that imports of calendars may read although they are private.
    public var importHosts: AllowedHosts
    /// The hosts to which webhooks and ntfy may lead although they are private, also without TLS.
    public var hookHosts: AllowedHosts
    /// The base of the addresses that the server gives out; nil: the host that each request names.
    public var publicURL: PublicURL?
    public var registration: RegistrationRule
    /// The rule by which people join a course whose staff chose none.
    public var joining: JoiningRule
    /// Of whom a second factor is demanded.
    public var secondFactor: FactorRule
    public var page: PageSource
    /// Nil: this server has no campus sign-on.
    public var signOn: SignOnConfiguration?
    /// Nil: this server sends no mail.
    public var mail: MailConfiguration?
    /// Nil: this server sends nothing by Web Push.
    public var push: PushConfiguration?
    /// The clock; tests pass their own.
    public var now: @Sendable () -> Date

    public init(
        host: String = "127.0.0.1", port: Int = 8080, trustProxy: Bool = false, logDays: Int = 30,
        limits: Limits = Limits(), importHosts: AllowedHosts = AllowedHosts(),
        hookHosts: AllowedHosts = AllowedHosts(), publicURL: PublicURL? = nil,
        registration: RegistrationRule = .open, joining: JoiningRule = .open, secondFactor: FactorRule = .off,
        page: PageSource = .files([:]), signOn: SignOnConfiguration? = nil, mail: MailConfiguration? = nil,
        push: PushConfiguration? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.host, self.port, self.trustProxy) = (host, port, trustProxy)
        (self.logDays, self.limits, self.importHosts, self.now) = (logDays, limits, importHosts, now)
        self.hookHosts = hookHosts
        (self.publicURL, self.registration, self.joining, self.page) = (publicURL, registration, joining, page)
        (self.secondFactor, self.signOn, self.mail, self.push) = (secondFactor, signOn, mail, push)
    }
}
