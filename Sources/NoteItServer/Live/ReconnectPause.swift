/// The pause before a client reconnects. It is random, so that the listeners of a server that restarts reconnect over some
/// seconds.
enum ReconnectPause {
    /// The bounds of a pause in milliseconds: 10,000 listeners reconnect at about 2,000 per second.
    private static let range = 1_000...6_000

    static func milliseconds() -> Int { .random(in: range) }

    /// Rounded up.
    static func seconds() -> Int { (milliseconds() + 999) / 1_000 }
}
