import ArgumentParser
import NoteItCore
import NoteItServer
import NoteItStore

extension LTICommand {
    struct Invite: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "invite", abstract: "Make a link with which a platform registers itself, once.",
            discussion: """
                The administrator of the platform pastes it there, within a day (LTI Dynamic Registration). It serves the platform at \
                this address alone. Another link of the name takes its place, and `noteitd lti remove NAME` ends it.

                Examples:
                  noteitd lti invite moodle https://moodle.example.edu
                  noteitd lti invite canvas https://sso.canvaslms.com --issuer https://canvas.instructure.com
                """)

        @Argument(help: "Your name for it: small letters, digits and hyphens.") var name: String
        @Argument(help: "The address of the platform.") var address: String
        @Option(help: "The issuer, if it is of another host than that address.") var issuer: String?
        @Flag(help: "Take its emails as verified: they lead to the accounts that have them.") var trustEmails = false
        @Flag(help: "Make its instructors staff of the sections that their courses are linked to.") var makeStaff = false
        @Option(help: "The address by which people reach the server. [$NOTEIT_PUBLIC_URL]") var publicURL: String?
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            let invitation = try PlatformInvitation(
                name: name, home: address, issuer: issuer, trustsEmails: trustEmails, makesStaff: makeStaff
            ).validated()
            guard let base = try PublicURL.setting(publicURL) else {
                throw ValidationError("The link needs the address of this server: NOTEIT_PUBLIC_URL, or --public-url.")
            }
            let link = PlatformInvitation.link(to: base)
            try await database.withStore { try await $0.invite(invitation, by: link.hash) }
            announce(link.address)
            announce("Whoever has this link can register \(address) as \(name), once, for a day.")
        }
    }
}
