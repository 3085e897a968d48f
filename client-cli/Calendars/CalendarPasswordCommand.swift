import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit calendar password`.
struct CalendarPasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Make passwords for calendar programs that sync (CalDAV).",
        subcommands: [CalendarPasswordList.self, CalendarPasswordAdd.self, CalendarPasswordRemove.self],
        defaultSubcommand: CalendarPasswordList.self,
        aliases: ["passwords"])
}

/// `noteit calendar password list`.
struct CalendarPasswordList: SignedInCommand, ChoosesFields {
    static let jsonFields = ["createdAt", "id", "lastUsed", "name"]
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your app passwords, and when programs last used them.",
        discussion: "--plain writes id, name, and when it was made and last used, in UTC.")

    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let nothing = "You have no app password yet. Make one with: noteit calendar password add NAME"
        try await context.list(context.client.appPasswords(), nothing: nothing) { try await $0.studyClock() }
    }
}

/// `noteit calendar password add`.
struct CalendarPasswordAdd: InStepCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make a password for a calendar program and show it, once.",
        discussion: """
            It opens your calendars and nothing else. Give each program or device its own, so that you can remove one. Asks \
            for your own password; if standard input is not a terminal, that is its first line. --plain writes id, password, \
            server address and user name.

            With --apple-profile it is not shown, but written into a configuration profile, which only you can read. Send the file to \
            your iPhone, iPad or Mac, by AirDrop for instance, open it, and delete it: it holds the password.

            Examples:
              noteit calendar password add iPhone
              noteit calendar password add iPhone --apple-profile noteit.mobileconfig
            """)

    @Argument(help: "The program or device, such as iPhone.") var name: [String]
    @Option(
        help: ArgumentHelp("Write a profile for Apple devices, with the password in it, to a new file.", valueName: "file"),
        completion: .file(extensions: ["mobileconfig"])) var appleProfile: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        let current = try context.currentPassword()
        // Before there is a password that it could not hold.
        let file = try appleProfile.map(ProfileFile.init)
        let (made, account) = (try await make(current, file, context), try context.account())
        if let file {
            guard
                let profile = CalendarProfile(made, server: context.client.server, account: account.id, user: account.email)
            else { throw Complaint("The server's address \(context.client.server.absoluteString) has no host.") }
            try file.write(profile.data())
        }
        let access = CalendarAccess(
            made, server: context.client.server, user: account.email, showsPassword: file == nil)
        try await context.report(access, plain: [[made.id.description, access.password ?? "", access.server, access.user]]) {
            if let file {
                context.out(Styled(file.path, .strong))
                context.say(Styled("Made the password '\(made.name)'. The profile holds it, and nothing else does.", .good))
                context.say("Open the file on the device, then delete it here: rm \(file.path.quotedForShell)")
            } else {
                context.out(access.lines(width: context.width))
                context.say(Styled("Made the password '\(made.name)'. It is not shown again.", .good))
            }
            context.say(Styled("To revoke it: noteit calendar password remove \(made.id.short)", .faint))
            if !["", "/"].contains(context.client.server.path()) {
                context.say(
                    Styled(
                        "This server's address has a path: programs sign in only if its proxy passes /dav/ on too.", .warning))
            }
            if context.client.server.scheme == "http" {
                context.say(
                    Styled("This server's address is not encrypted: only programs on its own machine can sign in.", .warning))
            }
        }
    }
}

extension CalendarPasswordAdd {
    /// Leaves no file if there is no password.
    private func make(_ current: String, _ file: ProfileFile?, _ context: CommandContext) async throws -> MadeAppPassword {
        do {
            // The program's days and times are read in this zone.
            _ = try await context.studySettings()
            return try await context.client.createAppPassword(
                NewAppPassword(name: name.joined(separator: " "), currentPassword: current))
        } catch {
            file?.remove()
            throw error
        }
    }
}

/// A new file that only its owner can read.
private struct ProfileFile {
    let path: String
    private let handle: FileHandle

    /// Throws a complaint if there is a file, or it cannot be written.
    init(_ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let why = errno == EEXIST ? "it is there already" : String(cString: strerror(errno))
            throw Complaint("The file \(path) cannot be made: \(why). No password was made.", advice: ["Name a new file."])
        }
        (self.path, handle) = (path, FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    }

    func write(_ content: Data) throws {
        try handle.write(contentsOf: content)
        try handle.synchronize()
    }

    func remove() { unlink(path) }
}

/// `noteit calendar password remove`.
struct CalendarPasswordRemove: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an app password. Programs that use it are signed out.")

    @Argument(help: "Its name, or its id from 'noteit calendar password list'.") var password: [String]
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run(_ context: CommandContext) async throws {
        try await context.end(password, among: context.client.appPasswords()) { try await context.client.revoke($0) }
    }
}
