import ArgumentParser
import NoteItCore
import NoteItStore

struct LTICommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lti", abstract: "Let learning platforms such as Canvas and Moodle open NoteIt (LTI 1.3).",
        discussion: "See docs/lti.md for what to enter at the platform.",
        subcommands: [Invite.self, Add.self, Allow.self, List.self, Remove.self, Courses.self, Link.self, Sync.self])
}

extension LTICommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Register a platform, or replace what is known of it.",
            discussion: """
                Example:
                  noteitd lti add moodle --issuer https://moodle.example.edu --client-id 8Xk2 --deployment 1 \\
                    --auth-url https://moodle.example.edu/mod/lti/auth.php \\
                    --token-url https://moodle.example.edu/mod/lti/token.php \\
                    --jwks-url https://moodle.example.edu/mod/lti/certs.php
                """)

        @Argument(help: "Your name for it: small letters, digits and hyphens.") var name: String
        @Option(help: "The issuer, as the platform names itself.") var issuer: String
        @Option(name: .customLong("client-id"), help: "The id that it gave NoteIt.") var client: String
        @Option(name: .customLong("auth-url"), help: "Where it signs people in.") var authURL: String
        @Option(name: .customLong("token-url"), help: "Where it gives access tokens.") var tokenURL: String
        @Option(name: .customLong("jwks-url"), help: "Where its public keys are.") var keysURL: String
        @Option(name: .customLong("deployment"), parsing: .singleValue, help: "A deployment that may launch; may be repeated.")
        var deployments: [String] = []
        @Flag(help: "Take its emails as verified: they lead to the accounts that have them.") var trustEmails = false
        @Flag(help: "Make its instructors staff of the sections that their courses are linked to.") var makeStaff = false
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            let platform = try LearningPlatform(
                name: name, issuer: issuer, client: client, authURL: authURL, tokenURL: tokenURL, keysURL: keysURL,
                deployments: deployments, trustsEmails: trustEmails, makesStaff: makeStaff
            ).validated()
            try await database.withStore { try await $0.register(platform) }
            announce("\(name) may open NoteIt. Its courses are linked at the first launch of their instructors.")
            if deployments.isEmpty { announce("Its deployments are not allowed yet: noteitd lti allow \(name) DEPLOYMENT") }
        }
    }

    struct Allow: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "allow", abstract: "Allow one more deployment of a platform to launch.")
        @Argument(help: "The name of the platform.") var name: String
        @Argument(help: "The deployment id.") var deployment: String
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            try await database.withStore { store in
                guard var platform = try await store.platform(named: name) else {
                    throw DomainError.notFound("platform \(name)")
                }
                if !platform.deployments.contains(deployment) { platform.deployments.append(deployment) }
                try await store.register(try platform.validated())
                announce("\(name) may launch from \(platform.deployments.joined(separator: ", "))")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the platforms, and the links that are still good.")
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            let (platforms, links) = try await database.withStore { store in
                (try await store.platforms(), try await store.platformInvitations())
            }
            for platform in platforms {
                let flags = [platform.trustsEmails ? "trusts emails" : nil, platform.makesStaff ? "makes staff" : nil]
                let about = flags.compactMap { $0 }.joined(separator: ", ")
                announce(
                    "\(platform.name)\t\(platform.issuer)\t\(platform.client)\t\(platform.deployments.joined(separator: ","))\t\(about)"
                )
            }
            for (invitation, end) in links {
                announce("\(invitation.name)\ta link for \(invitation.home), until \(end.formatted(.iso8601))")
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Forget a platform and its courses. Accounts and places stay.",
            discussion: """
                If it is registered again, its people come to their accounts as before. A platform that was set up anew may give \
                their ids to others: forget them then.
                """)
        @Argument(help: "The name of the platform.") var name: String
        @Flag(help: "Forget its people too: their next launches make new accounts.") var forgetPeople = false
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            try await database.withStore { try await $0.removePlatform(named: name, forgettingPeople: forgetPeople) }
            announce("\(name) may no longer open NoteIt")
            if !forgetPeople {
                announce(
                    "Its people come to their accounts if it is registered again. If it was set up anew, --forget-people forgets them."
                )
            }
        }
    }

    struct Courses: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "courses", abstract: "List the courses of platforms, and what they are linked to.")
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            for context in try await database.withStore({ try await $0.platformContexts() }) {
                let home = context.section?.text ?? context.course?.text ?? "-"
                let fault = context.fault.map { "\t\($0)" } ?? ""
                announce("\(context.id)\t\(context.platform)\t\(context.title)\t\(home)\(fault)")
            }
        }
    }

    struct Link: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "link", abstract: "Say which course or section a course of a platform means.",
            discussion: "Without a section, it means the whole course: students choose their section, and nothing is synced.")
        @Argument(help: "The id, as `noteitd lti courses` lists it.") var context: String
        @Argument(help: "A course of the current term, such as CMPT225, or a full id.") var course: String
        @Argument(help: "A section by code or registration number.") var section: String?
        @OptionGroup var database: DatabaseOptions

        func run() async throws {
            guard let id = PlatformContext.ID(context) else { throw DomainError.notFound("course of a platform \(context)") }
            try await database.withStore { store in
                let course = try await store.course(called: course)
                let linked = try await store.link(
                    id, to: course.id, section: try section.map { try course.section(called: $0) }, by: nil)
                announce("\(linked.title) of \(linked.platform) is \(linked.section?.text ?? course.id.text)")
            }
        }
    }
}
