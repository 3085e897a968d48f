import HummingbirdCore
import NIOCore
import NoteItCore
import Synchronization

/// Counts the open connections, and says which are one too many. A connection that is refused is told so; when too many
/// are being told, nothing more is accepted until one has gone, so that accepting and the database never lack a file.
final class Connections: AvailableConnectionsDelegate {
    private struct Counts {
        /// All that are open, with those that are being refused.
        var accepted = 0
        var served = 0
        var byAddress: [AddressBlock: Int] = [:]
        var refused = 0
    }

    private let limits: Limits
    /// False behind a proxy: then every connection has the proxy's address.
    private let countsAddresses: Bool
    private let counts = Mutex(Counts())

    init(_ limits: Limits, trustProxy: Bool) {
        self.limits = limits
        countsAddresses = !trustProxy
    }

    func register(in metrics: Metrics) {
        metrics.addGauge("noteit_connections", help: "Open connections.") { [weak self] in
            Double(self?.counts.withLock(\.served) ?? 0)
        }
        metrics.addGauge("noteit_connections_limit", help: "Connections that may be open at once.") { [limits] in
            Double(limits.connections)
        }
        metrics.addCounter("noteit_connections_refused_total", help: "Connections refused by a limit.") { [weak self] in
            Double(self?.counts.withLock(\.refused) ?? 0)
        }
    }

    func connectionOpened() { counts.withLock { $0.accepted += 1 } }

    func connectionClosed() { counts.withLock { $0.accepted -= 1 } }

    func isAcceptingNewConnections() -> Bool {
        counts.withLock { $0.accepted < limits.connections + Limits.refusals }
    }

    /// Takes a place until the channel closes. Returns why there is none, if so.
    func admit(_ channel: any Channel) -> DomainError? {
        let address = countsAddresses ? channel.remoteAddress?.ipAddress.map(AddressBlock.init) : nil
        if let refusal = take(address) { return refusal }
        channel.closeFuture.whenComplete { _ in self.leave(address) }
        return nil
    }

    private func take(_ address: AddressBlock?) -> DomainError? {
        counts.withLock { counts in
            if counts.served >= limits.connections {
                counts.refused += 1
                return .unavailable("All \(limits.connections) places of this server are taken. Try again in a moment.")
            }
            if let address {
                if counts.byAddress[address, default: 0] >= limits.connectionsPerAddress {
                    counts.refused += 1
                    return .tooMany(
                        "Your address has \(limits.connectionsPerAddress) connections open, and no more are allowed. "
                            + "Close some, or try again later.", retryAfter: 30)
                }
                counts.byAddress[address, default: 0] += 1
            }
            counts.served += 1
            return nil
        }
    }

    private func leave(_ address: AddressBlock?) {
        counts.withLock { counts in
            counts.served -= 1
            if let address { counts.byAddress.countDown(address) }
        }
    }
}

extension Dictionary where Value == Int {
    /// Takes one from a count; a count of zero is none.
    mutating func countDown(_ key: Key) {
        guard let count = self[key] else { return }
        self[key] = count > 1 ? count - 1 : nil
    }
}
