import Foundation

/// A line on standard error that shows how far something is; nothing where that is no terminal.
struct ProgressBar {
    private static let width = 30

    private let label: String
    private let isShown = isatty(FileHandle.standardError.fileDescriptor) == 1
    private var percent = -1

    init(_ label: String) { self.label = label }

    /// Draws only when the percentage has moved.
    mutating func show(_ done: Int, of total: Int) {
        guard isShown, total > 0 else { return }
        let now = min(100, done * 100 / total)
        guard now != percent else { return }
        percent = now
        let filled = now * Self.width / 100
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: Self.width - filled)
        write("\r\(label) [\(bar)] \(now) %")
    }

    /// Leaves the line empty.
    func clear() {
        if isShown, percent >= 0 { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
