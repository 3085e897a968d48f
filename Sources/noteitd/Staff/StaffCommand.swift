import ArgumentParser
import NoteItCore
import NoteItStore

extension AccountReference: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

struct StaffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "staff", abstract: "Grant and revoke places on a course's staff.", subcommands: [Grant.self, Revoke.self])

    struct Grant: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "grant", abstract: "Make a person staff of a course, or of some of its sections.")
        @OptionGroup var scope: Scope

        func run() async throws {
            try await scope.database.withStore { store in
                let (course, sections) = try await scope.resolved(in: store)
                let (member, _) = try await store.grantStaff(to: scope.person, in: course.id, sections: sections, by: nil)
                announce("\(member.email ?? member.displayName) is staff of \(scope.name(of: course, sections))")
                guard case .email(let email) = scope.person else { return }
                try await store.warnIfUnverified(email, of: member.id, member.handle)
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Remove a person from the staff of a course, or of some of its sections.")
        @OptionGroup var scope: Scope

        func run() async throws {
            try await scope.database.withStore { store in
                let (course, sections) = try await scope.resolved(in: store)
                try await store.revokeStaff(of: scope.person, in: course.id, sections: sections, by: nil)
                announce("\(scope.person) is no longer staff of \(scope.name(of: course, sections))")
            }
        }
    }

    /// The person and the sections.
    struct Scope: ParsableArguments {
        @OptionGroup var database: DatabaseOptions
        @Argument(help: "An email, a @handle or an account id.") var person: AccountReference
        @Argument(help: "A course of the current term, such as CMPT225, or a full id, such as 202530.CMPT225.") var course:
            String
        @Option(
            name: .customLong("section"), parsing: .upToNextOption,
            help: "Sections by id, registration number or code, such as D101,D102. Default: the whole course.")
        var sections: [String] = []

        func resolved(in store: SQLStore) async throws -> (course: Course, sections: [Section.ID]) {
            let found = try await store.course(called: course)
            // Keeps empty names, so that they are refused. No sections at all would mean the whole course.
            let names = sections.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
            return (found, try names.map { try found.section(called: $0) })
        }

        func name(of course: Course, _ sections: [Section.ID]) -> String {
            sections.isEmpty ? course.id.text : "\(course.id), sections \(sections.map(\.text).joined(separator: ", "))"
        }
    }
}
