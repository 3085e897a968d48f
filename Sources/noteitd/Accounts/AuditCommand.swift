import ArgumentParser
import Foundation
import NoteItCore
import NoteItStore

extension AuditAction: ExpressibleByArgument {}

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Read the audit log: who did what, and when.",
        discussion: """
            One line for each entry, oldest first: number, time in UTC, action, actor, subject, course, detail. Names are the \
            present ones, also of deleted events. A person who left has only an id; --json always prints ids. No entry is ever \
            changed or deleted; noteitd check reports any that was.

            Examples:
              noteitd audit --since 2025-11-01 --action removed
              noteitd audit --since 24h --actor ada@example.edu --json
            """)

    @Option(
        help: ArgumentHelp(
            "Entries since a day, a time such as 2025-11-20T17:00:00Z, or for the last 90m, 24h or 7d.", valueName: "time"))
    var since: String?
    @Option(help: ArgumentHelp("Entries by this person: an email, a handle or an account id.", valueName: "person")) var actor:
        AccountReference?
    @Option(help: ArgumentHelp("Entries with this action: \(AuditAction.choices).", valueName: "action")) var action:
        AuditAction?
    @Flag(help: "Print JSON, one object on each line.") var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let since = try since.map { try PointInTime($0, now: Date()).date }
        try await database.withStore { store in
            var query = AuditQuery(since: since, action: action)
            if let actor { query.actor = try await store.accountID(of: actor) }
            var last: Int64 = 0
            while true {
                let page = try await store.audit(matching: query, after: last, limit: 500)
                for entry in page { announce(json ? try JSONCoding.string(entry) : entry.line) }
                guard let end = page.last?.number else { return }
                last = end
            }
        }
    }
}

/// A time as an operator writes it.
private struct PointInTime {
    let date: Date

    init(_ text: String, now: Date) throws {
        let units: [Character: Double] = ["m": 60, "h": 3_600, "d": 86_400]
        if let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()), (0...100_000).contains(count) {
            date = now - Double(count) * unit
        } else if let time = RFC3339.date(text) {
            date = time
        } else if let day = Day(text) {
            date = day.start(in: .gmt)
        } else {
            throw Failure("'\(text)' is not a time. Write it as 2025-11-20, 2025-11-20T17:00:00Z, 90m, 24h or 7d.")
        }
    }
}

extension AuditEntry {
    fileprivate var line: String {
        [
            "\(number)", RFC3339.string(at), action.rawValue, actorEmail ?? actor?.description ?? "-", what,
            course?.text ?? "-",
            words,
        ].map(\.visible).joined(separator: "\t")
    }

    /// `CMPT225#42, Lab 4`
    private var what: String {
        guard let subjectName else { return subject ?? "-" }
        return title.map { "\(subjectName), \($0)" } ?? subjectName
    }

    /// The detail, with the code of its section, or `all sections` for the whole course.
    private var words: String {
        guard let detail, action.namesSection else { return detail ?? "" }
        let scope = detail.prefix { $0 != " " }
        return (scope == (course?.text ?? "") ? "all sections" : sectionCode ?? String(scope)) + detail.dropFirst(scope.count)
    }
}
