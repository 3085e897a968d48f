import ArgumentParser
import Foundation
import HTTPTransport
import NoteItClient
import NoteItTerminal

/// The options of every command.
struct SessionOptions: ParsableArguments {
    @Flag(name: .long, help: "Write JSON; --json FIELDS, such as --json title,due, writes only these fields.") var json = false
    /// From `--json FIELDS`, which `JSONArguments` reads.
    @Option(name: .customLong("json-fields"), help: .private) var jsonFields: String?
    @Flag(name: .long, help: "Write tab-separated values.") var plain = false
    @Flag(name: .long, help: "Never ask for input.") var noInput = false
    @Flag(name: .long, help: ArgumentHelp("Allow passwords over unencrypted http.", visibility: .hidden)) var insecure =
        false
    @Option(name: .long, help: ArgumentHelp("Profile to use ($NOTEIT_PROFILE).", valueName: "name"))
    var profile: String?
    @Option(name: .long, help: ArgumentHelp("Address of the server ($NOTEIT_SERVER).", valueName: "url"))
    var server: String?

    /// The options that take a value, as they are typed.
    static let withValue = ["--profile", "--server"]

    func validate() throws {
        if json && plain { throw ValidationError("--json and --plain exclude each other.") }
    }

    /// The fields that `--json` writes; nil for all.
    var fields: [String]? { jsonFields?.split(separator: ",").map(String.init) }

    var console: Console { Console(form: json ? .json : plain ? .plain : .pretty, mayAsk: !noInput) }

    /// Throws `ClientError` if the profile's name or the server's address cannot be used.
    func openProfile() throws -> Profile {
        let environment = ProcessInfo.processInfo.environment
        let named = profile ?? environment["NOTEIT_PROFILE"].flatMap { $0.isEmpty ? nil : $0 }
        return try Profile(named ?? Profile.standardName)
    }

    func serverChoice(_ profile: Profile) -> ServerChoice { ServerChoice(option: server, profile: profile) }
}

extension ShellCommand {
    /// Adds the options for the same profile, server and output.
    func with(_ session: SessionOptions) -> ShellCommand {
        with("--profile", session.profile).with("--server", session.server)
            .with("--json" + (session.jsonFields.map { "=\($0)" } ?? ""), if: session.json).with("--plain", if: session.plain)
    }
}

/// The server of a command, and where its address comes from.
struct ServerChoice {
    let address: String
    let source: String

    /// The option, else `NOTEIT_SERVER`, else the profile's file `server` (written at each sign-in), else the default.
    init(option: String?, profile: Profile, environment: [String: String] = ProcessInfo.processInfo.environment) {
        if let option {
            (address, source) = (Self.address(typed: option), "--server")
        } else if let named = environment["NOTEIT_SERVER"], !named.isEmpty {
            (address, source) = (Self.address(typed: named), "NOTEIT_SERVER")
        } else if let kept = try? String(contentsOf: Self.file(profile), encoding: .utf8) {
            (address, source) = (kept.trimmingCharacters(in: .whitespacesAndNewlines), Self.file(profile).path)
        } else {
            (address, source) = (LocalClient.standardServer, "the default")
        }
    }

    /// Whether nobody has named a server.
    var isStandard: Bool { source == "the default" }

    /// An address as a person types it: `notes.example.edu` is encrypted, `localhost:8080` is this machine's.
    static func address(typed text: String) -> String {
        if text.contains("://") { return text }
        let isLocal = URL(string: "http://" + text)?.isLoopback ?? false
        return (isLocal ? "http://" : "https://") + text
    }

    /// Makes this the server of the profile. Throws if the file cannot be written.
    func save(in profile: Profile) throws {
        try profile.make(profile.config)
        try Data((address + "\n").utf8).write(to: Self.file(profile), options: .atomic)
    }

    /// Whether any profile of this machine has a server: whether somebody has signed in here.
    static var isKeptForAnyone: Bool {
        guard let folder = try? Profile().config.deletingLastPathComponent() else { return false }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.contains { name in
            FileManager.default.fileExists(atPath: folder.appending(components: name, "server").path)
        }
    }

    /// The file that the address comes from; nil if it comes from elsewhere.
    func file(of profile: Profile) -> String? { source == Self.file(profile).path ? source : nil }

    private static func file(_ profile: Profile) -> URL { profile.config.appending(path: "server") }
}
