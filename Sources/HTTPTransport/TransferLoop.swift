import CCurl
import Foundation
import Synchronization

/// The thread on which libcurl works, from the first transfer on. Its handles live there alone; others reach them by commands.
final class TransferLoop: Sendable {
    enum Command: Sendable {
        case start(TransportRequest, Exchange)
        case resume(Exchange)
        case cancel(Exchange)
        case close
    }

    private struct Inbox {
        var commands: [Command] = []
        /// The address of libcurl's multi handle while the thread runs. Other threads only wake it, and hold the lock for that.
        var multi: UInt?
    }

    private let settings: TransportClient.Settings
    private let inbox = Mutex(Inbox())

    /// Why there is no libcurl; nil if there is one.
    private static let fault = libcurl_open().map { String(cString: $0) }

    init(_ settings: TransportClient.Settings) { self.settings = settings }

    func add(_ command: Command) {
        let isTaken = inbox.withLock { inbox in
            if case .start = command, inbox.multi == nil { inbox.multi = begin() }
            guard let multi = inbox.multi else { return false }
            inbox.commands.append(command)
            libcurl_multi_wakeup(UnsafeMutableRawPointer(bitPattern: multi))
            return true
        }
        if !isTaken, case .start(_, let exchange) = command {
            exchange.end(.failure(TransportError.other(Self.fault ?? "libcurl does not start")))
        }
    }

    private func begin() -> UInt? {
        guard Self.fault == nil, let multi = libcurl_multi_init() else { return nil }
        let address = UInt(bitPattern: multi)
        Thread.detachNewThread { [self] in run(address) }
        return address
    }

    /// Answers whoever waits at once, and ends the transfer if it has not ended.
    func cancel(_ exchange: Exchange) {
        guard !exchange.isOver else { return }
        exchange.end(.failure(CancellationError()))
        add(.cancel(exchange))
    }

    private func run(_ address: UInt) {
        guard let multi = UnsafeMutableRawPointer(bitPattern: address) else { return }
        var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
        func end(_ transfer: Transfer, _ result: Result<Void, any Error>) {
            transfers[transfer.handle] = nil
            libcurl_multi_remove_handle(multi, transfer.handle)
            transfer.exchange.end(result)
        }
        func start(_ request: TransportRequest, _ exchange: Exchange) {
            guard !exchange.isOver else { return }
            do throws(TransportError) {
                let transfer = try Transfer(request, exchange, settings)
                transfers[transfer.handle] = transfer
                libcurl_multi_add_handle(multi, transfer.handle)
            } catch {
                exchange.end(.failure(error))
            }
        }
        var isClosing = false
        while !isClosing {
            let commands = inbox.withLock { inbox in
                defer { inbox.commands = [] }
                return inbox.commands
            }
            for command in commands {
                switch command {
                case .start(let request, let exchange): start(request, exchange)
                case .resume(let exchange): transfers.values.first { $0.exchange === exchange }?.resume()
                case .cancel(let exchange):
                    if let transfer = transfers.values.first(where: { $0.exchange === exchange }) {
                        end(transfer, .failure(CancellationError()))
                    }
                case .close: isClosing = true
                }
            }
            libcurl_multi_perform(multi)
            var code = CURLE_OK
            while let handle = libcurl_multi_ended(multi, &code) {
                if let transfer = transfers[handle] { end(transfer, transfer.result(code)) }
            }
            let now = ContinuousClock.now
            for transfer in transfers.values { if let fault = transfer.fault(at: now) { end(transfer, .failure(fault)) } }
            let pause = transfers.values.map { $0.timeLeft(at: now) }.min() ?? .seconds(60)
            if !isClosing { libcurl_multi_poll(multi, Int32(clamping: max(pause.milliseconds, 1))) }
        }
        for transfer in transfers.values { end(transfer, .failure(CancellationError())) }
        inbox.withLock { inbox in
            inbox.multi = nil
            libcurl_multi_cleanup(multi)
        }
    }
}

extension Duration {
    var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
