import Foundation
import NoteItCore

/// The terminal, or the files and pipes in its place: data goes to standard output, messages to standard error.
public struct Console: Sendable {
    /// The form of the data.
    public enum Form: Sendable { case pretty, plain, json }

    public let form: Form
    /// Colours of standard output and of standard error.
    public let outColours: Palette
    public let talkColours: Palette
    /// The width that the environment states in `COLUMNS`.
    private let statedColumns: Int?
    /// Whether questions are possible: standard input and standard error are terminals, and `--no-input` is not given.
    public let canAsk: Bool
    /// Whether the terminal can show characters beyond ASCII.
    public let unicode: Bool

    public static let inputIsTerminal = isatty(STDIN_FILENO) == 1
    public static let outputIsTerminal = isatty(STDOUT_FILENO) == 1
    public static let talkIsTerminal = isatty(STDERR_FILENO) == 1

    /// The lines of the terminal; 24 if unknown.
    public static var height: Int {
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0 ? Int(size.ws_row) : 24
    }

    /// - Parameters:
    ///   - mayAsk: false after `--no-input`.
    ///   - environment: `NO_COLOR` (no-color.org) and `TERM=dumb` turn colours off; `COLUMNS` is the width if the
    ///     kernel does not know it.
    public init(
        form: Form = .pretty, mayAsk: Bool = true, environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        let colours = Self.allowsColours(environment) && form == .pretty
        self.form = form
        outColours = Palette(coloured: colours && Self.outputIsTerminal)
        talkColours = Palette(coloured: colours && Self.talkIsTerminal)
        statedColumns = environment["COLUMNS"].flatMap { Int($0) }
        canAsk = mayAsk && Self.inputIsTerminal && Self.talkIsTerminal
        unicode = TerminalLocale.isUnicode
    }

    /// The cells in a line of standard output, as wide as the terminal is now; nil if it is not a terminal.
    public var width: Int? { Self.outputIsTerminal && form == .pretty ? columns(of: STDOUT_FILENO) ?? 80 : nil }

    /// The width of the terminal at standard error in cells; nil if it is not a terminal, or does not tell.
    private var talkWidth: Int? { Self.talkIsTerminal ? columns(of: STDERR_FILENO) : nil }

    static func allowsColours(_ environment: [String: String]) -> Bool {
        (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// The width of a terminal, 20 or more; nil if it is unknown.
    private func columns(of descriptor: CInt) -> Int? {
        var size = winsize()
        if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return max(20, Int(size.ws_col)) }
        return statedColumns.map { max(20, $0) }
    }

    /// Writes a line of data.
    public func out(_ line: Styled) { write(outColours.paint(line) + "\n", to: STDOUT_FILENO) }

    public func out(_ lines: [Styled]) {
        write(lines.map { outColours.paint($0) + "\n" }.joined(), to: STDOUT_FILENO)
    }

    /// Writes text unchanged, such as JSON or a completion script.
    public func raw(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// Writes bytes unchanged, such as those of a file.
    public func raw(_ bytes: some Sequence<UInt8>) { write(Array(bytes), to: STDOUT_FILENO) }

    /// Writes fields with tabs between them, each `visible`.
    public func row(_ fields: [String]) { write(fields.map(\.visible).joined(separator: "\t") + "\n", to: STDOUT_FILENO) }

    /// Writes a message. On a terminal a long one continues on the next line, after a whole word; one with a command stays
    /// whole, so that it can be copied.
    public func say(_ line: Styled) {
        let lines = line.text.contains("noteit ") ? [line] : line.folded(to: talkWidth)
        write(lines.map { talkColours.paint($0) + "\n" }.joined(), to: STDERR_FILENO)
    }

    /// Writes data for programs, such as an error as JSON, on one line.
    public func say(unbroken line: Styled) { write(talkColours.paint(line) + "\n", to: STDERR_FILENO) }

    /// Writes a message without a line end.
    public func prompt(_ text: Styled) { write(talkColours.paint(text), to: STDERR_FILENO) }

    /// Rings the bell of the terminal, if standard error is one.
    public func ring() {
        if Self.talkIsTerminal { prompt(terminal: "\u{7}") }
    }

    /// Writes control characters to standard error.
    func prompt(terminal text: String) { write(text, to: STDERR_FILENO) }

    // Unbuffered, so that readers of `watch` see each line at once.
    private func write(_ text: String, to descriptor: CInt) { write(Array(text.utf8), to: descriptor) }

    private func write(_ all: [UInt8], to descriptor: CInt) {
        var bytes = all[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, -1)
            } else if errno != EINTR {
                return Self.stopWriting(descriptor)
            }
        }
    }

    /// After the reader of a pipe has closed it (`| head`), ends by SIGPIPE like other tools; after another failure, says so.
    /// Unread messages are dropped.
    private static func stopWriting(_ descriptor: CInt) {
        guard descriptor == STDOUT_FILENO else { return }
        if errno == EPIPE {
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        let why = String(cString: strerror(errno))
        let line = "The output cannot be written: \(why). The command itself may have finished.\n"
        _ = Array(line.utf8).withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        exit(1)
    }
}
