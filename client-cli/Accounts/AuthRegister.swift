import ArgumentParser
import Foundation
import NoteItCore
import NoteItTerminal

/// `noteit auth register`.
struct AuthRegister: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Make an account on a server and sign in.",
        discussion: """
            Asks for everything that you leave out: the server, unless one is set already, your email, your name, and twice \
            the password, without showing it. A wrong answer is asked for again, the others are kept. If standard input is \
            not a terminal, its first line is the password.

            Examples:
              noteit auth register
              noteit auth register --invitation 7k2m-9qxa-4c0d-tt1r-wz58
              noteit auth register ada@example.edu --name "Ada Example" --server https://notes.example.edu
            """)

    @Argument(help: "Your email address.") var email: String?
    @Option(help: "Your name, as your class sees it.") var name: String?
    @Option(help: "The code of an invitation, or its link.") var invitation: String?
    @OptionGroup(title: "Global options") var session: SessionOptions

    func run() async throws {
        let context = try await CommandContext(signingIn: session, introduced: true)
        let account = try await Registration(email: email, name: name, invitation: invitation).account(context)
        try context.server.save(in: context.profile)
        try context.welcome(account, "Welcome, \(account.displayName).")
        if context.form == .pretty { context.say("Next, find your courses: noteit course add") }
    }
}

/// The name of this machine in the list of devices.
enum Device {
    static var name: String { "noteit on " + ProcessInfo.processInfo.hostName.prefix(80) }
}
