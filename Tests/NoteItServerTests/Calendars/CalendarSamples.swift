import Foundation
import ICalendar
import NoteItCore

@testable import NoteItServer

extension Event {
    static func due(_ title: String, _ due: String, kind: Kind = .note) -> Event {
        Event(
            id: .make(at: at("2026-11-01T00:00:00Z")), course: "202530.CMPT225", number: 42, kind: kind, title: title, body: "",
            tags: [], due: at(due), visibility: .public, sections: [],
            author: Author(id: .make(at: at("2026-11-01T00:00:00Z")), displayName: "Ada", role: .instructor),
            createdAt: at("2026-11-01T00:00:00Z"), editedAt: nil, rev: 1, replyCount: 0, latestText: title, dueHistory: [],
            activity: 1)
    }

    func moved(from: String, at moment: String) -> DueChange {
        DueChange(from: at(from), to: due, by: author, at: at(moment))
    }
}

extension CalendarInputs {
    /// Of a person in Vancouver.
    static func sample(
        classes: [StudyClass] = [], due: [Event] = [], blocks: [StudyPlan.Block] = [], tasks: [StudyTask] = []
    ) -> CalendarInputs {
        CalendarInputs(
            head: LogHead(epoch: "e", offset: 1, pruned: 0), timeZone: "America/Vancouver", classes: classes,
            due: due.map { ($0, []) }, blocks: blocks, tasks: tasks, objects: [:])
    }

    /// With a row for each item.
    func stored() -> CalendarInputs {
        var inputs = self
        inputs.objects = Dictionary(grouping: DerivedCalendars(self).rows, by: \.calendar).mapValues { $0.map { .sample($0) } }
        return inputs
    }
}

extension CalendarObject {
    /// The row of an item; with data, as a program sent it.
    static func sample(_ row: DerivedObject, sequence: Int = 0, data: String? = nil) -> CalendarObject {
        CalendarObject(
            name: "\(row.item).ics", uid: "\(row.item)@noteit", item: row.item, etag: "\(row.digest)-\(sequence)",
            data: data.map { Array($0.utf8) }, digest: row.digest, firstStart: row.firstStart, lastEnd: row.lastEnd,
            sequence: sequence, createdAt: at("2026-11-01T00:00:00Z"), modifiedAt: at("2026-11-20T00:00:00Z"), changed: 1)
    }

    /// An object of a personal calendar.
    static func personal(_ item: String, _ lines: String, from: String, to: String?) -> CalendarObject {
        let text =
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:\(item)\r\n\(lines)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        return CalendarObject(
            name: "\(item).ics", uid: item, item: item, etag: item, data: Array(text.utf8), digest: item, dataDigest: item,
            firstStart: at(from), lastEnd: to.map(at), sequence: 0, createdAt: at("2026-11-01T00:00:00Z"),
            modifiedAt: at("2026-11-01T00:00:00Z"), changed: 1)
    }
}

extension Component {
    /// The values of a property, as they are written.
    func values(_ name: String) -> [String] { all(name).map(\.value) }
}
