/// For how long a client is to wait before it comes back when the server is lost. Each connection is told another time, so
/// that all listeners of a server that restarts come back over some seconds.
enum ReconnectPause {
    /// 10,000 listeners come back at about 2,000 a second.
    private static let range = 1_000...6_000

    static func milliseconds() -> Int { .random(in: range) }

    /// Rounded up.
    static func seconds() -> Int { (milliseconds() + 999) / 1_000 }
}
