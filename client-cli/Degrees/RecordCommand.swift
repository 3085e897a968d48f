import ArgumentParser
import Foundation
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit record`.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Keep the courses that you have taken, with their grades.",
        discussion: "Only you see your grades. Audits, checks and paths of your plans count what is in the record.",
        subcommands: [
            RecordList.self, RecordAdd.self, RecordClose.self, RecordWhatIf.self, RecordImport.self, RecordDrop.self,
        ],
        defaultSubcommand: RecordList.self)
}

extension CommandContext {
    /// Replaces the record with the items of a change. Throws a complaint that names the wrong items.
    /// - Parameter place: where an item was written, such as `line 3`; nil names its course.
    func save(
        _ change: RecordChange, over record: AcademicRecord, unknown: Bool, place: (RecordItem) -> String? = { _ in nil }
    ) async throws -> AcademicRecord {
        do {
            let saved = try await client.setRecord(change.items, unknown: unknown, rev: record.rev)
            try await refresh()
            return saved
        } catch ClientError.problem(let problem) where problem.status == 412 {
            throw Complaint("Your record was changed meanwhile; nothing was overwritten.", advice: ["Run the command again."])
        } catch ClientError.problem(let problem) where problem.status == 422 {
            throw Complaint(problem, naming: change.items, place)
        }
    }
}

extension Complaint {
    fileprivate init(_ problem: Problem, naming items: [RecordItem], _ place: (RecordItem) -> String?) {
        var isUnknown = false
        let faults = (problem.errors ?? []).map { error -> String in
            let parts = error.field.split(separator: ".").map(String.init)
            // The hint about the HTTP parameter is of no use here.
            let detail = error.detail.components(separatedBy: ". With ?")[0]
            isUnknown = isUnknown || detail != error.detail
            guard parts.count == 3, parts[0] == "items", let index = Int(parts[1]), items.indices.contains(index) else {
                return "\(error.field): \(detail)"
            }
            return "\(place(items[index]) ?? items[index].course.description): \(detail)"
        }
        let hint = isUnknown ? ["To keep courses that the catalog does not have, give --allow-unknown."] : []
        self.init(faults.isEmpty ? problem.detail : "The record cannot be saved. Nothing changed.", advice: faults + hint)
    }
}

extension RecordChange {
    /// Shows what changed in the record, or would change.
    func report(_ record: AcademicRecord, _ sentence: String, _ context: CommandContext) async throws {
        try await context.report(Changed(added, changed.map(\.new), dropped, record), plain: rows) {
            context.out(lines(width: context.width, unicode: context.console.unicode))
            context.say(Styled(sentence, .good))
        }
    }

    private struct Changed: Encodable {
        var added, changed, dropped: [RecordItem]
        var record: AcademicRecord

        init(_ added: [RecordItem], _ changed: [RecordItem], _ dropped: [RecordItem], _ record: AcademicRecord) {
            (self.added, self.changed, self.dropped, self.record) = (added, changed, dropped, record)
        }
    }
}
