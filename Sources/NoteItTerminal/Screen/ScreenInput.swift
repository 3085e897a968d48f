import Foundation
import TerminalInput

/// Keys, and changes of the terminal, as they come.
///
/// A thread waits for them. It reads nothing more until `resume()`, so that an editor may have the terminal meanwhile.
public struct ScreenInput: Sendable {
    public enum Event: Sendable, Equatable {
        /// The keys that were pressed, at least one.
        case keys([Key])
        case resized
        /// The program was stopped, and another one may have used the terminal.
        case continued
    }

    private let permission = DispatchSemaphore(value: 0)

    /// - Parameter take: gets each event, on the thread.
    public init(_ take: @escaping @Sendable (Event) -> Void) {
        let permission = permission
        let thread = Thread {
            while true {
                permission.wait()
                guard let event = Self.next() else { return take(.keys([.end])) }
                take(event)
            }
        }
        thread.stackSize = 1 << 19
        thread.start()
    }

    /// Allows the thread to read on. Call it once to begin, and once after each event.
    public func resume() { permission.signal() }

    /// Nil at the end of input.
    private static func next() -> Event? {
        while true {
            var ready = [
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: ScreenSignals.channel.read, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&ready, 2, -1) > 0 else {
                if errno == EINTR { continue }
                return nil
            }
            if ready[1].revents != 0 {
                return ScreenSignals.drain() ? .continued : .resized
            }
            return keys()
        }
    }

    /// All keys that have come, at most a hundred; a paste is one key.
    private static func keys() -> Event? {
        var keys: [Key] = []
        repeat {
            guard let byte = RawTerminal.byte() else { return keys.isEmpty ? nil : .keys(keys) }
            keys.append(
                Key.read(
                    byte, next: { RawTerminal.hasInput(within: 50) ? RawTerminal.byte() : nil },
                    pasted: { RawTerminal.hasInput(within: 5_000) ? RawTerminal.byte() : nil }))
        } while keys.count < 100 && RawTerminal.hasInput(within: 0)
        return .keys(keys)
    }
}
