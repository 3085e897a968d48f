import ArgumentParser
import Foundation
import NoteItCore
import NoteItStore

extension AuditAction: ExpressibleByArgument {}

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Read the audit log: who did what that may have to be answered for.",
        discussion: """
            Oldest first, a line each: number, time in UTC, what, by whom, to what, in which course, and a few words more. \
            People and things are called as they are now, deleted ones too; who left, by the id, which --json always has. It can \
            only grow; noteitd check says if it did not.

            Examples:
              noteitd audit --since 2025-11-01 --action removed
              noteitd audit --since 24h --actor ada@example.edu --json
            """)

    @Option(
        help: ArgumentHelp(
            "From when on: a day, a time such as 2025-11-20T17:00:00Z, or 90m, 24h or 7d ago.", valueName: "time"))
    var since: String?
    @Option(help: ArgumentHelp("Who did it, by email, handle or id of the account.", valueName: "person")) var actor:
        AccountReference?
    @Option(help: ArgumentHelp("What was done: \(AuditAction.choices).", valueName: "what")) var action: AuditAction?
    @Flag(help: "Write JSON, an object a line.") var json = false
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
            throw Failure("'\(text)' is no time. Write it as 2025-11-20, 2025-11-20T17:00:00Z, 90m, 24h or 7d.")
        }
    }
}

extension AuditEntry {
    fileprivate var line: String {
        [
            "\(number)", RFC3339.string(at), action.rawValue, actorEmail ?? actor?.description ?? "-", what, course ?? "-",
            words,
        ].map(\.visible).joined(separator: "\t")
    }

    /// `CMPT225#42, Lab 4`
    private var what: String {
        guard let subjectName else { return subject ?? "-" }
        return title.map { "\(subjectName), \($0)" } ?? subjectName
    }

    /// The detail, with a section or the whole course called as people do.
    private var words: String {
        guard let detail, action == .staffGranted || action == .staffRevoked else { return detail ?? "" }
        let scope = detail.prefix { $0 != " " }
        return (scope == (course ?? "") ? "all sections" : sectionCode ?? String(scope)) + detail.dropFirst(scope.count)
    }
}
