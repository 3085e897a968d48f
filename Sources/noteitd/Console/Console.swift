import Foundation
import NoteItCore

/// Prints a line on standard output and flushes it, also into a pipe. A closed pipe is ignored. Texts of imported files may stand in
/// it: no control character reaches the terminal.
func announce(_ line: String) {
    print(safe(line))
    fflush(nil)
}

/// Prints a line on standard error, beside data on standard output.
func note(_ line: String) { FileHandle.standardError.write(Data((safe(line) + "\n").utf8)) }

private func safe(_ line: String) -> String {
    let rows = line.split(separator: "\n", omittingEmptySubsequences: false).map { row in
        row.split(separator: "\t", omittingEmptySubsequences: false).map { String($0).visible }.joined(separator: "\t")
    }
    return rows.joined(separator: "\n")
}

/// A progress bar on standard error, if that is a terminal.
struct ProgressBar {
    private static let width = 30

    private let label: String
    static let isShown = isatty(FileHandle.standardError.fileDescriptor) == 1
    private var percent = -1

    init(_ label: String) { self.label = label.visible }

    /// Draws only when the percentage changes.
    mutating func show(_ done: Int, of total: Int) {
        guard Self.isShown, total > 0 else { return }
        let now = min(100, done * 100 / total)
        guard now != percent else { return }
        percent = now
        let filled = now * Self.width / 100
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: Self.width - filled)
        write("\r\(label) [\(bar)] \(now) %")
    }

    /// Erases the bar.
    func clear() {
        if Self.isShown, percent >= 0 { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}

/// The last line of an import.
struct ImportTime {
    let dryRun: Bool
    let time: Duration

    var line: String {
        let seconds = time.formatted(.units(allowed: [.seconds], width: .narrow, fractionalPart: .show(length: 2)))
        return dryRun ? "Nothing was written: this was a dry run (\(seconds))." : "Done in \(seconds)."
    }
}

extension String {
    /// Padded with spaces to `width`: after the text, or before it if `width` is negative.
    func padded(to width: Int) -> String {
        let fill = String(repeating: " ", count: max(0, abs(width) - count))
        return width < 0 ? fill + self : self + fill
    }
}
