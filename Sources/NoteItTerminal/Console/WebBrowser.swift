import Foundation

/// The browser of a desktop, where there is one: opened with `xdg-open`.
public struct WebBrowser: Sendable {
    private let program: String

    /// Nil without a display or without `xdg-open`.
    public init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let displays = [environment["DISPLAY"], environment["WAYLAND_DISPLAY"]].compactMap { $0 }.filter { !$0.isEmpty }
        guard !displays.isEmpty, let program = ExternalProgram.path(of: "xdg-open", environment) else { return nil }
        self.program = program
    }

    /// Opens a page, and does not wait for it. No shell reads the address. Anything but a web address is left alone: a server
    /// names it, and a desktop has programs for other schemes.
    /// - Returns: whether the program was started.
    public func open(_ address: String) -> Bool {
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host()?.isEmpty == false else {
            return false
        }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [address]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        return true
    }
}
