import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// What `noteit doctor` looks at, one thing after the other; none keeps the next from being looked at.
struct Examination {
    let session: SessionOptions
    let console: Console

    func findings() async -> [Finding] {
        let version = Finding(state: .good, what: "noteit", found: Noteit.version)
        do {
            let profile = try session.openProfile()
            let server = session.serverChoice(profile)
            let files = [folder("settings", profile.config), folder("data", profile.data), folder("session", profile.state)]
            let client = try APIClient(server: server.address, sessions: SessionFile(profile))
            let reach = await reach(client, server)
            let kept = await kept(profile, client)
            return [version] + files + reach + kept + [terminal, editor]
        } catch {
            return [version, Self.bad("set-up", error), terminal, editor]
        }
    }

    private static func bad(_ what: String, _ error: any Error) -> Finding {
        let complaint = Complaint(error)
        return Finding(state: .bad, what: what, found: complaint.message, advice: complaint.advice.first)
    }

    private func folder(_ what: String, _ folder: URL) -> Finding {
        let manager = FileManager.default
        guard let mode = (try? manager.attributesOfItem(atPath: folder.path))?[.posixPermissions] as? NSNumber else {
            return Finding(state: .good, what: what, found: "\(folder.path) (not made yet)")
        }
        let open = manager.readableByOthers(in: folder, mode: mode.intValue)
        if let open {
            return Finding(state: .bad, what: what, found: "\(open) can be read by others", advice: "Do: chmod go= '\(open)'")
        }
        guard manager.isWritableFile(atPath: folder.path) else {
            return Finding(
                state: .bad, what: what, found: "\(folder.path) cannot be written",
                advice: "Make it yours: ls -ld '\(folder.path)'")
        }
        return Finding(state: .good, what: what, found: folder.path)
    }

    /// The server, its clock, and whether it takes the sign-in.
    private func reach(_ client: APIClient, _ choice: ServerChoice) async -> [Finding] {
        let address = "\(client.server.absoluteString) (from \(choice.source))"
        do {
            let probe = try await client.with(timeout: .seconds(5)).probe()
            let version = probe.version.map { ", version \($0)" } ?? ""
            let took = Int(probe.roundTrip / .milliseconds(1))
            let server = Finding(state: .good, what: "server", found: "\(address) answers in \(took) ms\(version)")
            return [server] + (probe.clockAhead.map { [clock(ahead: $0)] } ?? []) + [await signIn(client)]
        } catch {
            let advice = "Is it running, and is the address right? Another one: --server URL or NOTEIT_SERVER"
            let server = Finding(state: .bad, what: "server", found: "\(address): \(Complaint(error).message)", advice: advice)
            return [server, localSignIn(client)]
        }
    }

    private func clock(ahead: Double) -> Finding {
        let seconds = Int(ahead.magnitude.rounded())
        guard seconds > 60 else { return Finding(state: .good, what: "clock", found: "agrees with the server's") }
        return Finding(
            state: .warning, what: "clock", found: "\(seconds) s \(ahead > 0 ? "behind" : "ahead of") the server's",
            advice: "Relative due dates go by this clock. Set it: timedatectl set-ntp true")
    }

    private func signIn(_ client: APIClient) async -> Finding {
        do {
            let account = try await client.me()
            return Finding(
                state: .good, what: "sign-in", found: "\(account.displayName) <\(account.email)>, \(account.role.rawValue)")
        } catch {
            return Self.bad("sign-in", error)
        }
    }

    private func localSignIn(_ client: APIClient) -> Finding {
        do {
            guard let saved = try client.session() else { return Self.bad("sign-in", ClientError.notSignedIn) }
            return Finding(state: .warning, what: "sign-in", found: "as \(saved.account.email), not verified")
        } catch {
            return Self.bad("sign-in", error)
        }
    }

    /// The local copy and the outbox.
    private func kept(_ profile: Profile, _ client: APIClient) async -> [Finding] {
        do {
            let space = try Workspace(profile: profile, client: client)
            return [try await copy(space), await outbox(space)]
        } catch {
            return [Self.bad("local copy", error)]
        }
    }

    private func copy(_ space: Workspace) async throws -> Finding {
        guard let status = try await space.copy.status() else {
            return Finding(state: .good, what: "local copy", found: "none yet: the first command that reads makes it")
        }
        let courses = try await space.copy.courses().count
        let age = DueText(now: Date(), timeZone: .current).distance(status.refreshedAt)
        return Finding(state: .good, what: "local copy", found: "\(courses) course\(courses == 1 ? "" : "s"), in step \(age)")
    }

    private func outbox(_ space: Workspace) async -> Finding {
        guard let entries = try? await space.outbox.entries() else {
            return Finding(state: .good, what: "outbox", found: "shown once you are signed in")
        }
        let refused = entries.filter { $0.state == .refused }.count
        if refused > 0 {
            return Finding(
                state: .warning, what: "outbox", found: "\(refused) refused by the server, \(entries.count - refused) waiting",
                advice: "See why: noteit outbox list")
        }
        let found = entries.isEmpty ? "empty" : "\(entries.count) waiting, sent when the server is reached"
        return Finding(state: .good, what: "outbox", found: found)
    }

    private var terminal: Finding {
        let size = console.width.map { "\($0) columns" } ?? "not a terminal"
        let colours = console.outColours.isColoured ? "colours" : "no colours"
        guard console.unicode else {
            return Finding(
                state: .warning, what: "terminal", found: "\(size), \(colours), locale without UTF-8",
                advice: "Signs beyond ASCII may look wrong. Do: export LANG=C.UTF-8")
        }
        return Finding(state: .good, what: "terminal", found: "\(size), \(colours), UTF-8")
    }

    private var editor: Finding { Finding(state: .good, what: "editor", found: ExternalProgram.editor().command) }
}

extension FileManager {
    /// The folder, or a file in it, that others can read; nil if none can.
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
}
