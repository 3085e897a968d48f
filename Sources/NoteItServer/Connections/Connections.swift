import HummingbirdCore
import NIOCore
import NoteItCore
import Synchronization

/// Bounds the open connections, in total and by address. A connection over the bound is answered with the reason. While too
/// many are being answered so, the server accepts none, so that neither it nor the database runs out of file descriptors.
final class Connections: AvailableConnectionsDelegate {
    private let limits: Limits
    /// False behind a proxy: there every connection has the proxy's address.
    private let countsAddresses: Bool
    private let served: Quota<AddressBlock>
    /// Open connections, with those that are being refused.
    private let accepted = Atomic(0)
    private let refused = Atomic(0)

    init(_ limits: Limits, trustProxy: Bool) {
        self.limits = limits
        countsAddresses = !trustProxy
        served = Quota(total: limits.connections, each: limits.connectionsPerAddress)
    }

    func register(in metrics: Metrics) {
        metrics.addGauge("noteit_connections", help: "Open connections.") { [weak self] in Double(self?.served.count ?? 0) }
        metrics.addGauge("noteit_connections_limit", help: "Connections that may be open at once.") { [limits] in
            Double(limits.connections)
        }
        metrics.addCounter("noteit_connections_refused_total", help: "Connections refused by a limit.") { [weak self] in
            Double(self?.refused.load(ordering: .relaxed) ?? 0)
        }
    }

    func connectionOpened() { accepted.add(1, ordering: .relaxed) }

    func connectionClosed() { accepted.subtract(1, ordering: .relaxed) }

    func isAcceptingNewConnections() -> Bool { accepted.load(ordering: .relaxed) < limits.connections + Limits.refusals }

    /// Counts a connection until it closes. Returns why it is refused, if it is.
    func admit(_ channel: any Channel) -> DomainError? {
        let address = countsAddresses ? channel.remoteAddress?.ipAddress.map(AddressBlock.init) : nil
        do {
            let permit = try served.permit(for: address, refusal: Self.refusal)
            channel.closeFuture.whenComplete { _ in permit.release() }
            return nil
        } catch {
            refused.add(1, ordering: .relaxed)
            return error
        }
    }

    private static func refusal(_ excess: Quota<AddressBlock>.Excess) -> DomainError {
        switch excess {
        case .each(let count):
            .tooMany(
                "Your address has \(count) connections open, the most allowed. Close some, or try again later.", retryAfter: 30)
        case .total(let count): .unavailable("All \(count) connections of this server are in use. Try again in a moment.")
        }
    }
}
