import Foundation

/// How a server is to run.
public struct Configuration: Sendable {
    public var host: String
    /// 0 takes a free port.
    public var port: Int
    /// Believe `X-Forwarded-For`: only behind a reverse proxy that writes it.
    public var trustProxy: Bool
    /// For how many days the log is kept; a client away for longer starts from a new snapshot.
    public var logDays: Int
    public var limits: Limits
    /// What time it is; tests pass their own.
    public var now: @Sendable () -> Date

    public init(
        host: String = "127.0.0.1", port: Int = 8080, trustProxy: Bool = false, logDays: Int = 30,
        limits: Limits = Limits(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.host = host
        self.port = port
        self.trustProxy = trustProxy
        self.logDays = logDays
        self.limits = limits
        self.now = now
    }
}
