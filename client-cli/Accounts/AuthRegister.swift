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
            Asks for what is not given. The password is asked for twice and not shown; where standard input is no \
            terminal, its first line is the password.

            Examples:
              noteit auth register
              noteit auth register ada@example.edu --name "Ada Example" --server https://notes.example.edu
            """)

    @Argument(help: "Your email address.") var email: String?
    @Option(help: "Your name, as your class shall see it.") var name: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let work = try Workplace(session)
        try work.requireSafeWay()
        let email =
            try self.email ?? work.ask("Email: ", else: "the email address, as in: noteit auth register EMAIL --name NAME")
        if let fault = EmailAddress.fault(email) { throw Complaint.usage("\(email): \(fault).") }
        let name = try self.name ?? work.ask("Name: ", else: "your name, as in: --name \"Ada Example\"")
        let password = try Password.readNew(console: work.console)
        let new = try NewAccount(email: email, password: password, displayName: name, device: Device.name).validated()
        let account = try await work.client.register(new)
        try work.server.keep(in: work.profile)
        try work.welcome(account, "Welcome, \(account.displayName).")
        if work.console.form == .pretty { work.console.say("Next, find your courses: noteit course add") }
    }
}

/// What this machine is called in the list of signed-in devices.
enum Device {
    static var name: String { "noteit on " + ProcessInfo.processInfo.hostName.prefix(80) }
}
