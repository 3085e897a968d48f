import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// The checks of `noteit doctor`. Each runs, whatever the others find.
struct DoctorChecks {
    let session: SessionOptions
    let console: Console

    func findings() async -> [Finding] {
        let version = Finding.good("noteit", NoteItVersion.current)
        do {
            let profile = try session.openProfile()
            let server = session.serverChoice(profile)
            let files = [folder("settings", profile.config), folder("data", profile.data), folder("session", profile.state)]
            let client: APIClient
            do {
                client = try APIClient(server: server.address, sessions: SessionFile(profile))
            } catch {
                return [version] + files + [unusable(server, error, of: profile), terminal, editor]
            }
            let reach = await reach(client, server)
            let canSend = !reach.contains { $0.state == .bad }
            let kept = await CopyChecks(profile: profile, client: client, canSend: canSend).findings()
            return [version] + files + reach + kept + [terminal, editor]
        } catch {
            return [version, Self.bad("set-up", error), terminal, editor]
        }
    }

    private static func bad(_ what: String, _ error: any Error) -> Finding {
        let complaint = Complaint(error)
        return .bad(what, complaint.message, complaint.advice.first)
    }

    /// The address of the server cannot be used.
    private func unusable(_ server: ServerChoice, _ error: any Error, of profile: Profile) -> Finding {
        let message = Complaint(error).message
        guard let file = server.file(of: profile) else {
            return .bad("server", "\(message) It is from \(server.source).", "Name another server with --server URL")
        }
        return .bad("server", "\(file): \(message)", "Remove it, or name a server with --server.")
    }

    private func folder(_ what: String, _ given: URL) -> Finding {
        let manager = FileManager.default
        // The rights of a symbolic link say nothing.
        let folder = given.resolvingSymlinksInPath()
        guard let mode = (try? manager.attributesOfItem(atPath: folder.path))?[.posixPermissions] as? NSNumber else {
            return .good(what, "\(folder.path) (does not exist yet)")
        }
        let open = manager.readableByOthers(in: folder, mode: mode.intValue)
        if let open {
            return .bad(
                what, "\(open) can be read by others", "Run: chmod -R go= \(folder.path.quotedForShell)",
                Repair("Close \(folder.path) to others") { try FileManager.default.closeToOthers(folder) })
        }
        guard manager.isWritableFile(atPath: folder.path) else {
            return .bad(what, "\(folder.path) cannot be written", "Check its owner: ls -ld \(folder.path.quotedForShell)")
        }
        return .good(what, folder.path)
    }

    /// The server, its clock, and whether it accepts the session.
    private func reach(_ client: APIClient, _ choice: ServerChoice) async -> [Finding] {
        let address = "\(client.server.absoluteString) (from \(choice.source))"
        do {
            let probe = try await client.with(timeout: .seconds(5)).probe()
            let version = probe.version.map { ", version \($0)" } ?? ""
            let took = Int(probe.roundTrip / .milliseconds(1))
            let server = Finding.good("server", "\(address) answers in \(took) ms\(version)")
            return [server] + (probe.clockAhead.map { [clock(ahead: $0)] } ?? []) + [await signIn(client)]
        } catch {
            let advice = "Is it running, and is the address right? Set another with --server URL or NOTEIT_SERVER"
            let server = Finding.bad("server", "\(address): \(Complaint(error).message)", advice)
            return [server, localSignIn(client)]
        }
    }

    private func clock(ahead: Double) -> Finding {
        let seconds = Int(ahead.magnitude.rounded())
        guard seconds > 60 else { return .good("clock", "agrees with the server's") }
        let found = "\(seconds) s \(ahead > 0 ? "behind" : "ahead of") the server's"
        return .warning("clock", found, "Relative due dates use this clock. Set it: timedatectl set-ntp true")
    }

    private func signIn(_ client: APIClient) async -> Finding {
        do {
            let account = try await client.me()
            return .good("sign-in", "\(account.displayName) <\(account.email)>, \(account.role.rawValue)")
        } catch {
            return Self.bad("sign-in", error)
        }
    }

    private func localSignIn(_ client: APIClient) -> Finding {
        do {
            guard let saved = try client.session() else { return Self.bad("sign-in", ClientError.notSignedIn) }
            return Finding(
                state: .warning, what: "sign-in",
                found: "as \(saved.account.email); the server was not asked whether this still holds")
        } catch {
            return Self.bad("sign-in", error)
        }
    }

    private var terminal: Finding {
        let size = console.width.map { "\($0) columns" } ?? "not a terminal"
        let colours = console.outColours.isColoured ? "colours" : "no colours"
        guard console.unicode else {
            let advice = "Characters beyond ASCII may look wrong. Run: export LANG=C.UTF-8"
            return .warning("terminal", "\(size), \(colours), locale without UTF-8", advice)
        }
        return .good("terminal", "\(size), \(colours), UTF-8")
    }

    private var editor: Finding {
        let (named, used) = (ExternalProgram.namedEditor(), ExternalProgram.editor())
        if used.isInstalled {
            guard let named, named.command != used.command else { return .good("editor", used.command) }
            return .good("editor", "\(used.command), as '\(named.command)' is not installed")
        }
        let found = "'\(used.command)' is not installed"
        guard let other = ExternalProgram.installedEditor() else {
            return .bad("editor", found, "Install one, such as nano, or name yours: export EDITOR=COMMAND")
        }
        return .bad(
            "editor", found, "Name yours: export EDITOR=COMMAND, or use \(other.command): noteit doctor --fix",
            Repair("Use \(other.command) as your editor") {
                "\(other.command) is used while EDITOR names none that is installed (\(try other.keepAsEditor().path))"
            })
    }
}

extension FileManager {
    /// The first file in the folder that others can read, or the folder itself; nil if others cannot read it.
    fileprivate func readableByOthers(in folder: URL, mode: Int) -> String? {
        if mode & 0o077 == 0 { return nil }
        let files = (try? contentsOfDirectory(atPath: folder.path)) ?? []
        let open = files.first { file in
            let path = folder.appending(path: file).path
            let mode = ((try? attributesOfItem(atPath: path))?[.posixPermissions] as? NSNumber)?.intValue ?? 0
            return mode & 0o077 != 0
        }
        return open.map { folder.appending(path: $0).path } ?? folder.path
    }

    /// Takes all rights to the folder and its files from others. Throws if they are not the person's own.
    fileprivate func closeToOthers(_ folder: URL) throws -> String {
        let files = try contentsOfDirectory(atPath: folder.path).map { folder.appending(path: $0).path }
        for path in [folder.path] + files {
            let mode = (try attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue ?? 0
            if mode & 0o077 != 0 { try setAttributes([.posixPermissions: mode & 0o700], ofItemAtPath: path) }
        }
        return "only you can read \(folder.path)"
    }
}
