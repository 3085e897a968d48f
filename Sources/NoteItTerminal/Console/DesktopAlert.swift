import Foundation
import NoteItCore

/// Shows alerts on the desktop with `notify-send`, where it is installed.
public struct DesktopAlert: Sendable {
    private let program: String?

    /// Whether `notify-send` is installed.
    public var isThere: Bool { program != nil }

    /// - Parameter environment: `PATH` says where `notify-send` is.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        program = ExternalProgram.path(of: "notify-send", environment)
    }

    /// Shows an alert with words of others: desktops that read markup show them as they were written.
    public func show(title: String, words: String) {
        show(title: title, text: words.escapedForXML)
    }

    /// Starts the program and does not wait for it. No shell reads the texts, and a failure is not reported.
    public func show(title: String, text: String) {
        guard let program else { return }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["--app-name=noteit", "--", title.visible, text.visible]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
}
