import NoteItCore

/// A command line for a shell.
public struct ShellCommand: Sendable, CustomStringConvertible {
    private var words: [String]

    public init(_ words: String...) { self.words = words }

    /// Quotes words as POSIX shells, bash and zsh need it.
    public var description: String { words.map(\.quotedForShell).joined(separator: " ") }

    public func with(_ word: String) -> ShellCommand { adding([word]) }

    public func with(_ flag: String, if isGiven: Bool) -> ShellCommand { adding(isGiven ? [flag] : []) }

    /// The command with an option and its value; nil adds nothing.
    public func with(_ option: String, _ value: String?) -> ShellCommand { with(option, value.map { [$0] } ?? []) }

    /// The option once for each of `values`.
    public func with(_ option: String, _ values: [String]) -> ShellCommand {
        // After a space, a value that begins with a dash would be an option.
        adding(values.flatMap { $0.hasPrefix("-") && $0 != "-" ? ["\(option)=\($0)"] : [option, $0] })
    }

    private func adding(_ more: [String]) -> ShellCommand {
        var command = self
        command.words += more
        return command
    }
}
