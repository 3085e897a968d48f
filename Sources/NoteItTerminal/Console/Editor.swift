import Foundation

/// Which program is the person's editor.
extension ExternalProgram {
    /// `$VISUAL`, else `$EDITOR`. If that is not set, or not installed: the one that was kept, else what is installed.
    public static func editor(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> ExternalProgram {
        let named = namedEditor(environment)
        if let named, named.isInstalled { return named }
        return keptEditor(environment) ?? named ?? installedEditor(environment) ?? ExternalProgram(command: "vi")
    }

    /// `$VISUAL`, else `$EDITOR`; nil if neither is set.
    public static func namedEditor(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> ExternalProgram? {
        [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }.first { !$0.isEmpty }.map(ExternalProgram.init)
    }

    /// An installed editor, first Debian's choice `editor`; nil if none is found.
    public static func installedEditor(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> ExternalProgram? {
        ["editor", "vi", "nano", "vim", "nvim", "micro", "hx", "emacs", "ed"].first { path(of: $0, environment) != nil }
            .map(ExternalProgram.init)
    }

    /// Whether the shell finds the program. Of a command with quotes, variables or the like nothing is known: it counts as found.
    public var isInstalled: Bool {
        guard let word = command.split(separator: " ").first.map(String.init) else { return false }
        if word.contains(where: { !$0.isLetter && !$0.isNumber && !"/._+-".contains($0) }) { return true }
        return word.contains("/") ? access(word, X_OK) == 0 : Self.find(word)
    }

    /// Makes it the editor that is used while `$VISUAL` and `$EDITOR` name none that is installed. Throws if the file cannot be
    /// written.
    /// - Returns: the file.
    @discardableResult
    public func keepAsEditor(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws -> URL {
        let file = Self.editorFile(environment)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data((command + "\n").utf8).write(to: file, options: .atomic)
        return file
    }

    private static func keptEditor(_ environment: [String: String]) -> ExternalProgram? {
        guard let text = try? String(contentsOf: editorFile(environment), encoding: .utf8) else { return nil }
        let kept = ExternalProgram(command: text.trimmingCharacters(in: .whitespacesAndNewlines))
        return kept.isInstalled ? kept : nil
    }

    /// For all profiles. No profile can have this name.
    private static func editorFile(_ environment: [String: String]) -> URL {
        let home = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return URL(filePath: home ?? (environment["HOME"] ?? "") + "/.config").appending(path: "noteit/editor.command")
    }
}
