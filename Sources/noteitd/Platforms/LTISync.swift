import ArgumentParser
import NoteItCore
import NoteItServer
import NoteItStore

extension LTICommand {
    struct Sync: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sync", abstract: "Bring rosters up to date from platforms.",
            discussion: """
                Reads the people of the courses there, as the server does once a day, and imports them as the rosters of their \
                sections. Without --yes, prints what would change and changes nothing. No more than a tenth of the entries go, \
                unless --allow-removals is given.

                Examples:
                  noteitd lti sync CMPT225
                  noteitd lti sync --all --yes
                """)

        @Argument(help: "A course of the current term, such as CMPT225, or a full id.") var course: String?
        @Flag(help: "Sync all courses that are linked to a section.") var all = false
        @Flag(help: "Remove also if more than a tenth goes.") var allowRemovals = false
        @Flag(name: .shortAndLong, help: "Import it.") var yes = false
        @OptionGroup var database: DatabaseOptions

        func validate() throws {
            guard (course == nil) == all else { throw ValidationError("Name a course, or give --all.") }
        }

        func run() async throws {
            let failures = try await database.withStore { store in
                var home: Course.ID?
                if let course { home = try await store.course(called: course).id }
                let contexts = try await store.platformContexts().filter { context in
                    context.section != nil && context.course == home ?? context.course
                }
                guard !contexts.isEmpty else {
                    throw Failure("No course of a platform is linked to that. See: noteitd lti courses")
                }
                let roster = PlatformRoster(store: store)
                var failures = 0
                for context in contexts where await !sync(context, roster) { failures += 1 }
                return failures
            }
            if failures > 0 { throw ExitCode.failure }
        }

        private func sync(_ context: PlatformContext, _ roster: PlatformRoster) async -> Bool {
            let name = "“\(context.title)” of \(context.platform)"
            do {
                let report = try await roster.sync(context, dryRun: !yes, allowsRemovals: allowRemovals)
                let count = report.added + report.changed + report.unchanged
                report.sayDifferences(of: count, in: "\(name) for section \(context.section?.text ?? "-")")
                report.sayWaiting()
                if !yes { report.sayDryRun(allowsRemovals: allowRemovals) }
                return true
            } catch {
                note("\(name): \(Failure.explaining(error))")
                return false
            }
        }
    }
}
