import Foundation
import NoteItCore
import Synchronization

/// A line that shows the progress of something long. It shows nothing without a terminal.
public final class StatusLine: Sendable {
    private let console: Console
    /// Whether there is a terminal to show it on.
    public let isShown: Bool
    private let isDrawn = Mutex(false)

    public init(_ console: Console) {
        self.console = console
        isShown = console.form == .pretty && Console.talkIsTerminal
    }

    /// Replaces the line; what does not fit is cut off.
    public func show(_ text: String) {
        guard isShown else { return }
        isDrawn.withLock { $0 = true }
        console.prompt(terminal: "\r" + text.visible.truncated(to: (console.width ?? 80) - 1) + "\u{1B}[K")
    }

    /// Clears the status line.
    public func clear() {
        guard
            isDrawn.withLock({
                let was = $0; $0 = false; return was
            })
        else { return }
        console.prompt(terminal: "\r\u{1B}[K")
    }
}
