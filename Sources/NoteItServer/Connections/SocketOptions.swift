import Foundation
import NIOCore

/// What the system watches over on each connection, so that a peer that vanished without a word does not hold it for ever.
enum SocketOptions {
    /// Milliseconds for which a peer may acknowledge nothing (RFC 5482); also for which its window may be shut, so it is
    /// longer than a stream waits for a slow reader.
    private static let userTimeout = 90_000
    /// Seconds without a byte from the peer after which the system asks whether it is there, and between two questions.
    /// Whoever answers none for the time above is given up.
    private static let (keepAliveIdle, keepAliveInterval) = (60, 15)

    /// A socket that takes an option no more is closed already.
    static func apply(to channel: any Channel) {
        let options = channel.syncOptions
        try? options?.setOption(.socketOption(.so_keepalive), value: 1)
        for (name, value) in [
            (TCP_USER_TIMEOUT, userTimeout), (TCP_KEEPIDLE, keepAliveIdle), (TCP_KEEPINTVL, keepAliveInterval),
        ] {
            try? options?.setOption(.tcpOption(NIOBSDSocket.Option(rawValue: CInt(name))), value: .init(value))
        }
    }
}
