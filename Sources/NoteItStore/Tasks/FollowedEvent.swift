import Foundation
import NoteItCore

/// A due event that a person sees, as a task that prepares for it needs it. It has none of the event's words.
struct FollowedEvent {
    var id: Event.ID
    var course: Course.ID
    /// The event's name, such as `CMPT 225 exam #42`.
    var title: String
    /// The start of an exam's day in the term's zone; the moment of another due date.
    var deadline: Date

    enum Column: Int, SelectedColumn {
        case id, course, number, kind, due, day, subject, code, zone

        var sql: String {
            switch self {
            case .id: "e.id"
            case .course: "e.course_id"
            case .number: "e.number"
            case .kind: "e.kind"
            case .due: "e.due"
            case .day: "e.due_day"
            case .subject: "c.subject"
            case .code: "c.number"
            case .zone: "z.time_zone"
            }
        }
    }

    /// For use after `event e`.
    static let joins = "JOIN course c ON c.id = e.course_id JOIN term z ON z.id = c.term_id"

    init(_ row: Row) throws {
        (id, course) = (row[Column.id], row[Column.course])
        let (subject, code, number): (String, String, Int) = (row[Column.subject], row[Column.code], row[Column.number])
        let (kind, day): (String, Day) = (row[Column.kind], row[Column.day])
        title = "\(subject) \(code) \(kind) #\(number)"
        let zone = TimeZone(identifier: row[Column.zone]) ?? .gmt
        deadline = kind == Event.Kind.exam.rawValue ? day.start(in: zone) : row.date(Column.due)
    }

    /// Nil if the event is absent or has no due date, or the person may not see it.
    static func find(_ id: Event.ID, seenBy account: Account.ID, _ db: SQLConnection) throws -> FollowedEvent? {
        try db.decoded(
            """
            SELECT \(Column.list) FROM event e \(joins)
            WHERE e.id = ? AND e.due IS NOT NULL AND \(Visibility.condition)
            """, [id, account, account], by: FollowedEvent.init
        ).first
    }
}
