import Foundation
import GRDB
import NoteItCore

/// The table `subject`: one row with the JSON of each noun that the log tells of, except of events, replies and marks, which have
/// tables with columns for their lists. It also holds answers of the server that pages need offline.
extension LocalCopy {
    /// All of a kind, by place, then by id.
    /// - Parameter scope: the id of the course or degree plan that they belong to; nil means all.
    func all<Value: Decodable & Sendable>(_ kind: ChangeType, in scope: String? = nil) async throws -> [Value] {
        try await database.read { db in try Self.all(Value.self, kind, in: scope, db) }
    }

    /// All of a kind, as the method of that name, in a transaction.
    static func all<Value: Decodable>(
        _ type: Value.Type, _ kind: ChangeType, in scope: String? = nil, _ db: Database
    ) throws -> [Value] {
        let (condition, arguments) = condition(kind, in: scope)
        return try json(type, db, "SELECT json FROM subject WHERE \(condition) ORDER BY place, id", arguments)
    }

    /// The only one of a kind; nil if there is none.
    func only<Value: Decodable & Sendable>(_ kind: ChangeType) async throws -> Value? {
        let found: [Value] = try await all(kind)
        return found.first
    }

    static func one<Value: Decodable>(_ type: Value.Type, _ kind: ChangeType, id: String, _ db: Database) throws -> Value? {
        try json(type, db, "SELECT json FROM subject WHERE kind = ? AND id = ?", [kind.rawValue, id]).first
    }

    /// What has these ids, as far as it is in the copy.
    /// - Parameter source: a table with a condition.
    func among<Item: Decodable & Identifiable<Identifier<Subject>> & Sendable, Subject>(
        _ ids: Set<Item.ID>, _ source: String
    ) async throws -> [Item.ID: Item] {
        let list = jsonArray(ids)
        let found: [Item] = try await read("SELECT json FROM \(source) AND id IN (SELECT value FROM json_each(?))", [list])
        return found.keyed { $0.id }
    }

    static func store(
        _ value: some Encodable, _ kind: ChangeType, id: String, scope: String? = nil, place: Int64 = 0, _ db: Database
    ) throws {
        try db.run(
            sql: "INSERT OR REPLACE INTO subject (kind, id, scope, place, json) VALUES (?, ?, ?, ?, ?)",
            arguments: [kind.rawValue, id, scope, place, try JSONCoding.string(value)])
    }

    static func removeAll(_ kind: ChangeType, in scope: String? = nil, _ db: Database) throws {
        let (condition, arguments) = condition(kind, in: scope)
        try db.run(sql: "DELETE FROM subject WHERE \(condition)", arguments: arguments)
    }

    private static func condition(_ kind: ChangeType, in scope: String?) -> (sql: String, StatementArguments) {
        scope.map { ("kind = ? AND scope = ?", [kind.rawValue, $0]) } ?? ("kind = ?", [kind.rawValue])
    }
}

/// Ids as the value of `IN (SELECT value FROM json_each(?))`.
func jsonArray<Subject>(_ ids: some Sequence<Identifier<Subject>>) -> String {
    "[\(ids.map { "\"\($0)\"" }.joined(separator: ","))]"
}

/// Kinds of rows that no change of the log tells of.
extension ChangeType {
    static let term = ChangeType(rawValue: "term")
    static let timetable = ChangeType(rawValue: "timetable")
    static let planCheck = ChangeType(rawValue: "planCheck")
    static let catalogEntry = ChangeType(rawValue: "catalogEntry")
}

extension Change.Body {
    /// What the queries of `subject` select and order by.
    var scopeAndPlace: (scope: String?, place: Int64) {
        switch self {
        case .enrollment(let enrollment): (enrollment.course.text, Int64(enrollment.since.timeIntervalSince1970))
        case .removal(let removal): (removal.course.text, 0)
        case .notification(let notification): (nil, Int64(notification.createdAt.timeIntervalSince1970))
        case .task(let task): (nil, Int64(task.createdAt.timeIntervalSince1970))
        case .personalEvent(let event): (nil, Int64(event.start.timeIntervalSince1970))
        case .degreePlan(let plan): (nil, Int64(plan.createdAt.timeIntervalSince1970))
        case .planReply(let reply): (reply.plan.description, Int64(reply.number))
        default: (nil, 0)
        }
    }
}

extension Snapshot {
    /// What a page brings, as changes would.
    var bodies: [Change.Body] {
        let single: [Change.Body?] = [
            preferences.map { .preferences($0, of: account.id) }, studySettings.map { .studySettings($0, of: account.id) },
            studyPlan.map { .studyPlan($0, of: account.id) }, record.map { .record($0, of: account.id) },
        ]
        let many: [[Change.Body]] = [
            enrollments.map { .enrollment($0) }, courses.map { .course($0) }, notifications.map { .notification($0) },
            seatWatches.map { .seatWatch($0) }, marks.map { .mark($0) }, removals.map { .removal($0) }, tasks.map { .task($0) },
            plans.map { .degreePlan($0) }, planReplies.map { .planReply($0) }, personalEvents.map { .personalEvent($0) },
            calendarImports.map { .calendarImport($0) }, events.map { .event($0) }, replies.map { .reply($0) },
        ]
        return single.compactMap(\.self) + many.joined()
    }
}
