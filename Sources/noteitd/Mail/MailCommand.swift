import ArgumentParser
import Foundation
import NoteItCore
import NoteItServer
import SMTPTransport

struct MailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail", abstract: "Take answers by mail; test the relay; list what waits.",
        subcommands: [In.self, Test.self, Queue.self])

    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "test", abstract: "Send a mail to try the relay.",
            discussion: """
                Sends at once, and prints what went wrong: name, connection, TLS, password, or the relay's own words.

                Example:
                  noteitd mail test you@example.edu
                """)

        @Argument(help: "Where the mail goes.") var address: String
        @OptionGroup var mail: MailOptions
        @Option(help: "The address by which people reach the server. [$NOTEIT_PUBLIC_URL]") var publicURL: String?

        func run() async throws {
            guard let mail = try mail.configuration(try .setting(publicURL)) else {
                throw Failure("This server sends no mail. Name a relay: NOTEIT_SMTP=smtp://user@mail.example.edu:587")
            }
            guard let recipient = MailAddress(address) else {
                throw ValidationError("'\(address)' must be an address such as you@example.edu.")
            }
            do {
                try await SMTPClient(mail.relay, greeting: mail.greeting)
                    .send(TestLetter.message(to: recipient, mail, at: Date()))
            } catch let error as SMTPError {
                throw Failure("The relay \(mail.relay.place) took no mail: \(error)")
            }
            announce("The relay \(mail.relay.place) took a mail for \(recipient.address)")
        }
    }

    struct Queue: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "queue", abstract: "List the mail that waits or failed, newest first.",
            discussion: """
                One line for each mail: time in UTC, kind, address, failed tries, next try, and why the last one failed. A server \
                tries for three days, ever more rarely.
                """)

        @OptionGroup var limit: QueueOptions
        @OptionGroup var database: DatabaseOptions

        func run() async throws { try await limit.show(.mail, in: database) }
    }
}
