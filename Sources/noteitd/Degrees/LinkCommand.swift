import ArgumentParser
import Foundation
import NoteItCore
import NoteItStore
import Registrar

extension CoursesCommand {
    struct Link: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "link", abstract: "Correct which sections of a course go together.",
            discussion: """
                A student takes one primary section, such as a lecture, and one section of each kind that goes with it. A \
                correction stands over every import, until --undo. The course's page and its JSON tell of it. FILE is CSV, plain \
                or gzip, with the columns subject,number,primary_crn,component,crn; it gives all links of the courses that it \
                names. Without a course or a file, the corrections of the term are listed.

                Examples:
                  noteitd courses link PHYS1500 01 --with L1 --with L2 --note "Labs are open to both lectures."
                  noteitd courses link --file links.csv
                  noteitd courses link PHYS1500 --undo
                  noteitd courses link
                """)

        @Argument(help: "A course, such as CMPT225.") var course: String?
        @Argument(help: "The code of its primary section, such as D100.") var primary: String?
        @Option(
            name: .customLong("with"),
            help: ArgumentHelp("A section that goes with it, by its code; the kind tells the component.", valueName: "section"))
        var companions: [String] = []
        @Option(help: ArgumentHelp("Why; shown with the course.", valueName: "text")) var note = ""
        @Option(help: "A CSV file of links, plain or gzip.", completion: .file()) var file: String?
        @Flag(help: "Remove the correction of the course; the next import links it as its file says.") var undo = false
        @OptionGroup var database: DatabaseOptions
        @OptionGroup var term: TermOption

        func validate() throws {
            if course != nil, file != nil { throw ValidationError("Give a course or a file.") }
            if undo, course == nil || primary != nil || !companions.isEmpty {
                throw ValidationError("Give --undo with a course alone.")
            }
            if primary != nil, companions.isEmpty {
                throw ValidationError("Name the sections that go with it, as in --with L1.")
            }
            if primary == nil, !companions.isEmpty { throw ValidationError("Name the primary section after the course.") }
            if let fault = note.fault(length: 0...LinkCorrection.longestNote, blank: true) {
                throw ValidationError("The note \(fault).")
            }
        }

        func run() async throws {
            try await database.withStore { store in
                let term = try await term.id(in: store)
                if undo, let course { return try await remove(try code(course), in: term, store) }
                var corrected: [Course.ID] = []
                if let file { corrected = try await correct(file, in: term, store) }
                if let course, let primary { corrected = [try await correct(try code(course), primary, in: term, store)] }
                let wanted = try course.map {
                    [Course.ID(term: term, subject: try code($0).subject, number: try code($0).number)]
                }
                try await list(wanted ?? corrected, in: term, store)
            }
        }

        private func code(_ text: String) throws -> CourseCode {
            guard let code = CourseCode(text) else { throw Failure("'\(text)' is not a course code. Write it as CMPT225.") }
            return code
        }

        private func found(_ code: CourseCode, in term: Term.ID, _ store: SQLStore) async throws -> Course {
            do {
                return try await store.course(Course.ID(term: term, subject: code.subject, number: code.number))
            } catch DomainError.notFound {
                throw Failure("There is no course \(code) in the term \(term). Nothing was corrected.")
            }
        }

        private func remove(_ code: CourseCode, in term: Term.ID, _ store: SQLStore) async throws {
            let id = Course.ID(term: term, subject: code.subject, number: code.number)
            guard try await store.removeLinkCorrection(of: id) else {
                throw Failure("The links of \(code) were not corrected.")
            }
            announce("the next import links the sections of \(code) as its file says")
        }

        /// Adds a primary section with its companions to the links that the course has now.
        private func correct(
            _ code: CourseCode, _ primary: String, in term: Term.ID, _ store: SQLStore
        ) async throws -> Course.ID {
            let course = try await found(code, in: term, store)
            let links = try course.links(of: primary, with: companions)
            try await store.correctLinks([LinkCorrection(course: course.id, links: links, note: note, at: .now)])
            return course.id
        }

        private func correct(_ file: String, in term: Term.ID, _ store: SQLStore) async throws -> [Course.ID] {
            let rows = try LinkFile(path: file).rows()
            var corrections: [LinkCorrection] = []
            for (code, links) in rows {
                let course = try await found(code, in: term, store)
                corrections.append(LinkCorrection(course: course.id, links: links, note: note, at: .now))
            }
            try await store.correctLinks(corrections)
            return corrections.map(\.course)
        }

        /// - Parameter courses: those that are listed; all if it is empty.
        private func list(_ courses: [Course.ID], in term: Term.ID, _ store: SQLStore) async throws {
            let corrections = try await store.linkCorrections(in: term).filter {
                courses.isEmpty || courses.contains($0.course)
            }
            if corrections.isEmpty { return announce("there are no corrected links in the term \(term)") }
            for correction in corrections {
                announce("\(correction.course.code)\(correction.note.isEmpty ? "" : ": \(correction.note)")")
                let course = try await store.course(correction.course)
                for section in course.sections {
                    for component in section.components {
                        let codes = component.sections.compactMap { id in course.sections.first { $0.id == id }?.code }
                        announce("  \(section.code) goes with one \(component.kind): \(codes.joined(separator: ", "))")
                    }
                }
            }
        }
    }
}

extension Course {
    /// All links of the course after `primary` got these companions. Throws a `Failure` that lists the sections.
    fileprivate func links(of primary: String, with companions: [String]) throws -> [SectionLink] {
        func section(_ code: String) throws -> Section {
            guard let found = sections.first(where: { $0.code.uppercased() == code.uppercased() || $0.crn == code }) else {
                throw Failure("\(self.code) has no section \(code). It has: \(sections.map(\.code).joined(separator: ", "))")
            }
            return found
        }
        let (owner, added) = (try section(primary), try companions.map(section))
        guard !added.contains(where: { $0.id == owner.id }) else { throw Failure("\(owner.code) cannot go with itself.") }
        var components = Dictionary(sections.map { ($0.id, $0.components) }) { first, _ in first }
        components[owner.id] = added.reduce(into: []) { list, section in
            let kind = section.kind.isEmpty ? "TBA" : section.kind
            if let index = list.firstIndex(where: { $0.kind == kind }) {
                list[index].sections.append(section.id)
            } else {
                list.append(Section.Component(kind: kind, sections: [section.id]))
            }
        }
        let taken = Set(components.values.joined().flatMap(\.sections))
        return sections.filter { !taken.contains($0.id) || $0.id == owner.id }.flatMap { section in
            [SectionLink(primary: section.crn, component: "PRIMARY", crn: section.crn)]
                + (components[section.id] ?? []).flatMap { component in
                    component.sections.map { SectionLink(primary: section.crn, component: component.kind, crn: $0.crn) }
                }
        }
    }
}
