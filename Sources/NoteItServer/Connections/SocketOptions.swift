import Foundation
import NIOCore

/// Options by which the system ends a connection whose peer has vanished.
enum SocketOptions {
    /// How long a peer may acknowledge nothing (RFC 5482) or keep its window shut, in milliseconds. Longer than a stream waits
    /// for a slow reader.
    private static let userTimeout = 90_000
    /// In seconds: the silence of a peer before the first probe, and the pause between two probes. A peer that answers none
    /// within the timeout above is given up.
    private static let (keepAliveIdle, keepAliveInterval) = (60, 15)

    /// Ignores errors: a socket that refuses an option is already closed.
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
