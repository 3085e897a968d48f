import ArgumentParser
import Foundation
import NoteItClient
import NoteItTerminal

/// What every command takes.
struct SessionOptions: ParsableArguments {
    @Flag(name: .long, help: "Write JSON.") var json = false
    @Flag(name: .long, help: "Write tab-separated lines.") var plain = false
    @Flag(name: .long, help: "Never ask.") var noInput = false
    @Flag(name: .long, help: ArgumentHelp("Send passwords unencrypted over http too.", visibility: .hidden)) var insecure =
        false
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Whose set-up to use ($NOTEIT_PROFILE).", valueName: "name"))
    var profile: String?
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Server to talk to ($NOTEIT_SERVER).",
            valueName: "url"))
    var server: String?

    func validate() throws {
        if json && plain { throw ValidationError("--json and --plain exclude each other.") }
    }

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
    /// As the same person, to the same server, in the same form.
    func with(_ session: SessionOptions) -> ShellCommand {
        with("--profile", session.profile).with("--server", session.server)
            .with("--json", if: session.json).with("--plain", if: session.plain)
    }
}

/// Which server a command talks to, and who said so.
struct ServerChoice {
    static let standard = "http://127.0.0.1:8080"

    let address: String
    let source: String

    /// The option, else `NOTEIT_SERVER`, else the profile's file `server` (written at each sign-in), else the standard.
    init(option: String?, profile: Profile, environment: [String: String] = ProcessInfo.processInfo.environment) {
        if let option {
            (address, source) = (option, "--server")
        } else if let named = environment["NOTEIT_SERVER"], !named.isEmpty {
            (address, source) = (named, "NOTEIT_SERVER")
        } else if let kept = try? String(contentsOf: Self.file(profile), encoding: .utf8) {
            (address, source) = (kept.trimmingCharacters(in: .whitespacesAndNewlines), Self.file(profile).path)
        } else {
            (address, source) = (Self.standard, "the default")
        }
    }

    /// Makes this server the profile's. Throws if the file cannot be written.
    func keep(in profile: Profile) throws {
        try profile.make(profile.config)
        try Data((address + "\n").utf8).write(to: Self.file(profile), options: .atomic)
    }

    private static func file(_ profile: Profile) -> URL { profile.config.appending(path: "server") }
}
