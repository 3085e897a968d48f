import ArgumentParser
import Foundation
import NoteItCore
import NoteItStore
import Planning
import Registrar

extension CoursesCommand {
    struct Correct: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "correct", abstract: "Correct what a course demands, where its text was read otherwise.",
            discussion: """
                A correction stands over every import, until --undo. The course's page and its JSON tell of it. A requirement is a \
                text that can be read whole, such as "MATH 152 with a minimum grade of C- or MATH 158", or a tree in JSON as \
                /openapi.yaml describes it (RequirementTree); None demands nothing. A FILE is CSV with the columns \
                course,prerequisites,corequisites,note; an empty requirement stays as it was read. Without a course or a file, the \
                corrections are listed.

                Examples:
                  noteitd courses correct "MATH 251" --prerequisites "MATH 152 or MATH 158" --note "See the calendar."
                  noteitd courses correct --file corrections.csv
                  noteitd courses correct MATH251 --undo
                  noteitd courses correct
                """)

        @Argument(help: "A course, such as CMPT225.") var course: String?
        @Option(help: ArgumentHelp("What it demands before.", valueName: "text")) var prerequisites: String?
        @Option(help: ArgumentHelp("What it demands in the same term.", valueName: "text")) var corequisites: String?
        @Option(help: ArgumentHelp("Why; shown with the course.", valueName: "text")) var note = ""
        @Option(help: "A CSV file of corrections, plain or gzip.", completion: .file()) var file: String?
        @Flag(help: "Remove the correction of the course.") var undo = false
        @OptionGroup var database: DatabaseOptions

        func validate() throws {
            let hasTrees = prerequisites != nil || corequisites != nil
            if course == nil, hasTrees || undo { throw ValidationError("Name the course.") }
            if course != nil, file != nil { throw ValidationError("Give a course or a file.") }
            if undo, hasTrees { throw ValidationError("Give --undo without requirements.") }
            if !note.isEmpty, !hasTrees { throw ValidationError("Give --prerequisites or --corequisites with the note.") }
            if let fault = note.fault(length: 0...RequirementCorrection.longestNote, blank: true) {
                throw ValidationError("The note \(fault).")
            }
        }

        func run() async throws {
            let rows = try given()
            try await database.withStore { store in
                let catalog = try await store.listings()
                if undo, let course { return try await remove(course, in: store, catalog) }
                if !rows.isEmpty { try await correct(rows, in: store, catalog) }
                try await list(store, rows.map(\.course), catalog)
            }
        }

        private func given() throws -> [CorrectionFile.Row] {
            if let file { return try CorrectionFile(path: file).rows(reading: RequirementText.tree) }
            guard prerequisites != nil || corequisites != nil else { return [] }
            let code = try self.code()
            func tree(_ text: String?) throws -> RequirementTree? {
                do {
                    return try text.map { try RequirementText.tree($0, of: code) }
                } catch let fault as CorrectionFile.Fault {
                    throw Failure("Nothing was corrected: \(fault.why).")
                }
            }
            return [
                CorrectionFile.Row(
                    course: code, prerequisites: try tree(prerequisites), corequisites: try tree(corequisites), note: note)
            ]
        }

        private func code() throws -> CourseCode {
            guard let course, let code = CourseCode(course) else {
                throw Failure("'\(course ?? "")' is not a course code. Write it as CMPT225.")
            }
            return code
        }

        private func correct(_ rows: [CorrectionFile.Row], in store: SQLStore, _ catalog: [CatalogListing]) async throws {
            let byCode = catalog.keyed(by: \.entry.code)
            if let row = rows.first(where: { byCode[$0.course] == nil }) {
                let near = Suggestion.nearest(to: row.course.description, among: byCode.keys.map(\.description))
                let hint = near.isEmpty ? "" : " Did you mean \(near.choice)?"
                throw Failure("There is no course \(row.course). Nothing was corrected.\(hint)")
            }
            try await store.correct(
                rows.map { row in
                    RequirementCorrection(
                        course: row.course, prerequisites: row.prerequisites, corequisites: row.corequisites, note: row.note,
                        text: byCode[row.course]?.requirements.text ?? "", at: .now)
                })
            let named = Set(rows.flatMap { ($0.prerequisites?.courses ?? []) + ($0.corequisites?.courses ?? []) })
            let unknown = named.filter { byCode[$0] == nil }.sorted()
            if let line = unknown.line("Codes in corrections that no course has") { announce(line) }
        }

        private func remove(_ course: String, in store: SQLStore, _ catalog: [CatalogListing]) async throws {
            let code = try self.code()
            guard try await store.removeCorrection(of: code) else { throw Failure("\(code) has no correction.") }
            announce("\(code) demands again what its text says, as it was read.")
        }

        /// - Parameter codes: those that are listed; all if it is empty and no course is named.
        private func list(_ store: SQLStore, _ codes: [CourseCode], _ catalog: [CatalogListing]) async throws {
            let corrections = try await store.catalogCorrections().requirements
            let wanted = try course == nil ? codes : [code()]
            let shown = corrections.values.filter { wanted.isEmpty || wanted.contains($0.course) }
            if shown.isEmpty {
                return announce(course == nil ? "There are no corrections." : "\(wanted[0]) has no correction.")
            }
            for correction in shown.sorted(by: { $0.course < $1.course }) {
                announce("\(correction.course)\(correction.note.isEmpty ? "" : ": \(correction.note)")")
                if let tree = correction.prerequisites { announce("  prerequisites \(try JSONCoding.string(tree))") }
                if let tree = correction.corequisites { announce("  corequisites \(try JSONCoding.string(tree))") }
            }
            if let line = CatalogCorrections(requirements: corrections).changedTexts(in: catalog) { announce(line) }
        }
    }
}

/// A requirement as a registrar writes it: a text that can be read whole, or JSON.
enum RequirementText {
    /// Throws a `CorrectionFile.Fault`.
    static func tree(_ text: String, of course: CourseCode) throws -> RequirementTree {
        if text.trimmed.hasPrefix("{") { return try json(text) }
        let parsed = PrerequisiteParser.parse(text, subject: course.subject)
        guard parsed.corequisites == .none || parsed.prerequisites == .none else {
            throw CorrectionFile.Fault("prerequisites and corequisites stand in one text; give each by itself")
        }
        let tree = parsed.prerequisites == .none ? parsed.corequisites : parsed.prerequisites
        var unknown: [String] = []
        tree.forEachLeaf { if case .unknown(let part) = $0 { unknown.append(part) } }
        guard let part = unknown.first else { return tree }
        throw CorrectionFile.Fault(
            "'\(part.prefix(80))' cannot be read; write it as CMPT 225 and (MATH 150 or MATH 151), or the whole as a tree in JSON, "
                + "where {\"unknown\": \"...\"} is such a part")
    }

    private static func json(_ text: String) throws -> RequirementTree {
        do {
            return try JSONCoding.decode(RequirementTree.self, from: text)
        } catch DecodingError.dataCorrupted(let context) where context.debugDescription.hasPrefix("must ") {
            throw CorrectionFile.Fault("the tree \(context.debugDescription)")
        } catch {
            throw CorrectionFile.Fault("this is not a tree in JSON; /openapi.yaml describes it as RequirementTree")
        }
    }
}

extension CatalogCorrections {
    /// The corrections of texts that have changed since; nil if there are none.
    func changedTexts(in catalog: [CatalogListing]) -> String? {
        let changed = catalog.filter { listing in
            requirements[listing.entry.code].map { $0.text != listing.requirements.text } ?? false
        }
        return changed.map(\.entry.code).line("Corrected courses whose text has changed since, to be looked at again")
    }
}
