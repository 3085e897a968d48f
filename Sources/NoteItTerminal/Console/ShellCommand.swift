import NoteItCore

/// A command as a person types it into a shell.
public struct ShellCommand: Sendable, CustomStringConvertible {
    private var words: [String]

    public init(_ words: String...) { self.words = words }

    /// As POSIX shells, bash and zsh take it apart: words that they would not take as they are stand in quotes.
    public var description: String { words.map(\.quotedForShell).joined(separator: " ") }

    public func with(_ word: String) -> ShellCommand { adding([word]) }

    public func with(_ flag: String, if isGiven: Bool) -> ShellCommand { adding(isGiven ? [flag] : []) }

    /// Nothing is added for nil.
    public func with(_ option: String, _ value: String?) -> ShellCommand { with(option, value.map { [$0] } ?? []) }

    /// The option once for each of `values`.
    public func with(_ option: String, _ values: [String]) -> ShellCommand {
        // Behind a space, a value that begins with a dash would be taken for an option.
        adding(values.flatMap { $0.hasPrefix("-") && $0 != "-" ? ["\(option)=\($0)"] : [option, $0] })
    }

    private func adding(_ more: [String]) -> ShellCommand {
        var command = self
        command.words += more
        return command
    }
}
