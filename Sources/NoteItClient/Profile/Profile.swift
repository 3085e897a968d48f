import Foundation
import NoteItCore

/// One set-up on this machine: a name, and its folders by the XDG base directory specification (version 0.8). Profiles
/// never share a file.
public struct Profile: Sendable, Equatable {
    /// The profile if none is named.
    public static let standardName = "default"

    public let name: String
    /// Settings: `$XDG_CONFIG_HOME/noteit/NAME`.
    public let config: URL
    /// The local copy and the outbox: `$XDG_DATA_HOME/noteit/NAME`.
    public let data: URL
    /// The session and drafts: `$XDG_STATE_HOME/noteit/NAME`.
    public let state: URL

    /// Creates nothing on disk. Throws `.unexpected` if the name is not valid or `HOME` is not set.
    /// - Parameter environment: gives `HOME` and the `XDG_*_HOME` variables; relative paths are ignored, as the
    ///   specification demands.
    public init(
        _ name: String = Profile.standardName, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        guard Self.isName(name) else {
            throw ClientError.unexpected(
                "The profile name \(name.debugDescription) is not valid: use 1 to 64 letters, digits, - or _.")
        }
        func folder(_ variable: String, _ fallback: String) throws -> URL {
            if let path = environment[variable], path.hasPrefix("/") {
                return URL(filePath: path, directoryHint: .isDirectory).appending(components: "noteit", name)
            }
            guard let home = environment["HOME"], home.hasPrefix("/") else {
                throw ClientError.unexpected("There is no folder for your files: set HOME or \(variable).")
            }
            return URL(filePath: home, directoryHint: .isDirectory).appending(path: fallback)
                .appending(components: "noteit", name)
        }
        self.name = name
        config = try folder("XDG_CONFIG_HOME", ".config")
        data = try folder("XDG_DATA_HOME", ".local/share")
        state = try folder("XDG_STATE_HOME", ".local/state")
    }

    private static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) }
    }

    var sessionFile: URL { state.appending(path: "session.json") }
    /// Locked (`flock`) while tokens are exchanged. A process that is killed then loses its session.
    public var sessionLock: URL { state.appending(path: "session.lock") }
    var outboxLock: URL { state.appending(path: "outbox.lock") }
    /// Exists while the server is known not to answer.
    var silenceFile: URL { state.appending(path: "no-answer.json") }
    var database: URL { data.appending(path: "copy.sqlite") }
    /// Files of posts that wait, and a second record of each.
    var outboxFolder: URL { data.appending(path: "outbox") }

    /// Creates a folder of this profile with mode 0700 if it does not exist. Throws `.unexpected`.
    public func make(_ folder: URL) throws {
        do {
            try folder.makePrivateFolder()
        } catch {
            throw ClientError.unexpected("The folder \(folder.path) cannot be created: \(error.localizedDescription)")
        }
    }
}

extension URL {
    /// Creates a folder with mode 0700 if it does not exist.
    func makePrivateFolder() throws {
        try FileManager.default.createDirectory(
            at: self, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// The content of the file; nil if there is none. Throws `.unexpected` if it cannot be read.
    func contents() throws(ClientError) -> Data? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            return try Data(contentsOf: self)
        } catch {
            throw .unexpected("The file \(path) cannot be read: \(error.localizedDescription)")
        }
    }
}
