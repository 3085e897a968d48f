import ArgumentParser
import Foundation
import NoteItCore
import NoteItStore
import Registrar

struct RosterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roster", abstract: "Import the registrar's lists of the people in sections.", subcommands: [Import.self])
}

extension RosterCommand {
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Import who is in which section.",
            discussion: """
                FILE is CSV, plain or gzip, as registrars and learning systems export it (Banner, PeopleSoft, Canvas, Moodle), or \
                OneRoster 1.1 CSV, a folder or a ZIP archive. Columns are found by their headings. Without --yes, prints what \
                would change and changes nothing.

                People with a verified email get their places: students, and instructors and TAs as staff of their sections. \
                Others are expected: they get theirs once an account with that email is verified. A later file changes what \
                changed in the courses that it names. It takes only places that a file gave, and removes no more than a tenth \
                of the entries, unless --allow-removals is given. A wrong row is told and left out; a file with wrong rows \
                removes nobody.

                Examples:
                  noteitd roster import enrolled.csv
                  noteitd roster import enrolled.csv --yes
                  noteitd roster import class.csv --course CMPT225 --section D100 --domain example.edu --yes
                  noteitd roster import list.csv --columns "email=E-Mail,crn=Kurs" --yes
                """)

        @Argument(help: "The file, or the folder of OneRoster.", completion: .file()) var file: String
        @OptionGroup var term: TermOption
        @Option(help: ArgumentHelp("The one course that the file is about, such as CMPT225.", valueName: "course"))
        var course: String?
        @Option(help: ArgumentHelp("The one section that it is about, by code or CRN; with --course.", valueName: "code"))
        var section: String?
        @Option(
            help: ArgumentHelp(
                "Headings for fields, such as email=E-Mail,crn=Kurs.", valueName: "list"))
        var columns: String?
        @Option(help: ArgumentHelp("The domain of logins: ada is ada@DOMAIN.", valueName: "domain")) var domain: String?
        @Flag(help: "Remove also if more than a tenth goes, or if rows are wrong.") var allowRemovals = false
        @Flag(name: .shortAndLong, help: "Import it.") var yes = false
        @OptionGroup var database: DatabaseOptions

        func validate() throws {
            guard section == nil || course != nil else { throw ValidationError("Name the course of --section with --course.") }
            if let domain, EmailDomains([domain]) == nil {
                throw ValidationError("--domain must be a domain such as example.edu.")
            }
            _ = try headings()
        }

        func run() async throws {
            try await database.withStore { store in
                let term = try await term.id(in: store)
                let all = try await store.rosterSections(of: term)
                let home = try course.map { try find($0, in: all, term) }
                let sections = try sections(all, term, home)
                let contents = try RosterFile(path: file, columns: try headings(), domain: domain).contents(sections)
                for fault in contents.faults { note("\(fault.file.map { "\($0), " } ?? "")line \(fault.line): \(fault.why)") }
                if contents.faultCount > contents.faults.count {
                    note("and \(contents.faultCount - contents.faults.count) more wrong rows")
                }
                let options = try options(contents, home, sections)
                let report = try await store.importRoster(contents.entries, options)
                say(report, contents, options, term)
            }
        }

        private func sections(_ all: [RosterSection], _ term: Term.ID, _ course: Course.ID?) throws -> RosterSections {
            do {
                return try RosterSections(all, of: term, in: course, section: section)
            } catch {
                throw Failure(error.why)
            }
        }

        private func find(_ name: String, in all: [RosterSection], _ term: Term.ID) throws -> Course.ID {
            let key = name.uppercased().filter { !$0.isWhitespace }
            guard let found = all.first(where: { $0.course.text.uppercased() == key || $0.course.code.uppercased() == key })
            else { throw Failure("There is no course \(name) in term \(term).") }
            return found.course
        }

        private func options(
            _ contents: RosterContents, _ course: Course.ID?, _ sections: RosterSections
        ) throws -> RosterOptions {
            let courses = course.map { [$0] } ?? Set(contents.entries.lazy.map(\.course)).sorted()
            return RosterOptions(
                courses: courses, sections: section == nil ? nil : sections.onlySection.map { [$0] },
                keepsAbsent: contents.faultCount > 0 && !allowRemovals, allowsRemovals: allowRemovals, dryRun: !yes)
        }

        private func headings() throws -> [String: String] {
            var found: [String: String] = [:]
            for part in (columns ?? "").split(separator: ",") {
                let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                guard pair.count == 2 else { throw ValidationError("--columns must be a list such as email=E-Mail,crn=Kurs.") }
                found[pair[0].lowercased()] = pair[1]
            }
            return found
        }

        private func say(_ report: RosterReport, _ contents: RosterContents, _ options: RosterOptions, _ term: Term.ID) {
            let courses = counted(options.courses.count, "course", "courses")
            report.sayDifferences(of: contents.entries.count, in: "\(courses) of term \(term)")
            if contents.ignored > 0 {
                announce("Left out: \(counted(contents.ignored, "row", "rows")) of people who are not enrolled")
            }
            if contents.faultCount > 0 { announce("Left out: \(counted(contents.faultCount, "wrong row", "wrong rows"))") }
            if report.kept > 0 {
                announce(
                    """
                    \(counted(report.kept, "entry", "entries")) that the file lacks stay, because of the wrong rows. If they are to \
                    go: --allow-removals
                    """)
            }
            report.sayWaiting()
            if options.dryRun { report.sayDryRun(allowsRemovals: allowRemovals) }
        }
    }
}
