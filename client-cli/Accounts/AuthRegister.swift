import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit auth register`.
struct AuthRegister: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Make an account on a server and sign in.",
        discussion: """
            Asks for everything that you leave out, and twice for the password, without showing it. If standard input is not \
            a terminal, its first line is the password.

            Examples:
              noteit auth register
              noteit auth register ada@example.edu --name "Ada Example" --server https://notes.example.edu
            """)

    @Argument(help: "Your email address.") var email: String?
    @Option(help: "Your name, as your class sees it.") var name: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let context = try CommandContext(session)
        try context.requireEncryption()
        let email =
            try self.email ?? context.ask("Email: ", else: "the email address, as in: noteit auth register EMAIL --name NAME")
        if let fault = EmailAddress.fault(email) { throw Complaint.usage("\(email): \(fault).") }
        let name = try self.name ?? context.ask("Name: ", else: "your name, as in: --name \"Ada Example\"")
        let password = try Password.readNew(console: context.console)
        let new = try NewAccount(email: email, password: password, displayName: name, device: Device.name).validated()
        let account = try await context.client.register(new)
        try context.server.keep(in: context.profile)
        try context.welcome(account, "Welcome, \(account.displayName).")
        if context.form == .pretty { context.say("Next, find your courses: noteit course add") }
    }
}

/// The name of this machine in the list of devices.
enum Device {
    static var name: String { "noteit on " + ProcessInfo.processInfo.hostName.prefix(80) }
}
