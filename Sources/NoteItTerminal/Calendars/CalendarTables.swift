import Foundation
import NoteItCore

/// Imported calendars, a row for each.
public struct CalendarImportTable: Sendable {
    private let imports: [CalendarImport]
    private let clock: DueText

    public init(_ imports: [CalendarImport], clock: DueText) { (self.imports, self.clock) = (imports, clock) }

    /// - Parameter width: nil means as wide as needed.
    public func lines(width: Int?) -> [Styled] {
        var table = Table([
            .init("name", least: 8), .init("from", least: 8, dropRank: 3), .init("events", right: true), .init("last read"),
            .init("use", dropRank: 2), .init("id", dropRank: 1),
        ])
        let freshness = CalendarFreshness(imports, clock: clock)
        for source in imports {
            let isBad = source.lastError != nil || freshness.isOld(source)
            table.addRow([
                Styled(source.name, .strong), Styled(source.host ?? "a file", .faint), Styled(String(source.events).grouped),
                Styled(source.lastSynced.map(clock.distance) ?? "never", isBad ? .warning : .plain),
                Styled(source.use, .faint), Styled(source.id.short, .faint),
            ])
        }
        let rows = table.lines(width: width, header: true)
        return rows.prefix(1)
            + zip(rows.dropFirst(), imports).flatMap { row, source in
                [row] + (source.lastError.map { Styled($0, .bad).wrapped(after: "  ", width: width) } ?? [])
                    + source.leftOutLines(width: width)
            }
    }
}

extension CalendarImport {
    /// What an import is used for, as in `busy, tasks`.
    var use: String {
        let uses = [busy ? "busy" : "free", tasks ? "tasks" : ""]
        return uses.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// `42 events`; `31 of 34 events, 3 left out`
    public var contents: String {
        guard let leftOut, leftOut.count > 0 else { return counted(events, "event") }
        return "\(String(events).grouped) of \(counted(events + leftOut.count, "event")), \(leftOut.count) left out"
    }

    /// Why parts of it were left out, or read otherwise; none if all was read.
    /// - Parameter width: nil means as wide as needed.
    public func leftOutLines(width: Int?) -> [Styled] {
        guard let leftOut else { return [] }
        let first = leftOut.count > 0 ? [Styled("\(leftOut.count) left out:", .warning)] : []
        return (first + leftOut.why.map { Styled($0, .faint) }).flatMap { $0.wrapped(after: "  ", width: width) }
    }

    /// What of it is free without saying so; nil: nothing.
    public var freeDaysLine: String? {
        guard busy, let freeDays, freeDays > 0 else { return nil }
        let unsaid =
            freeDays == 1
            ? "1 all-day event does not say whether it is busy, and is free."
            : "\(String(freeDays).grouped) all-day events do not say whether they are busy, and are free."
        return "\(unsaid) To make such days busy, import it with --all-day-busy."
    }

    /// Tab-separated values: id, name, host, number of events, last read in UTC, busy or free, tasks, last error, number left out,
    /// number of days that are free without saying so.
    public var fields: [String] {
        [
            id.description, name, host ?? "", String(events), lastSynced.map(RFC3339.string) ?? "", busy ? "busy" : "free",
            tasks ? "tasks" : "", lastError ?? "", String(leftOut?.count ?? 0),
            String(freeDays ?? 0),
        ]
    }
}

extension CalendarFeed: TableEntry {
    public static let columns: [Table.Column] = [
        .init("name", least: 8), .init("holds", least: 8), .init("courses", least: 8, dropRank: 2), .init("last read"),
        .init("id", dropRank: 1),
    ]

    public func cells(_ clock: DueText) -> [Styled] {
        [
            Styled(name, .strong), Styled(include.map(\.rawValue).joined(separator: ", ")),
            Styled(courses?.map(\.name).joined(separator: " ") ?? "all", .faint),
            Styled(lastRead.map(clock.distance) ?? "never"), Styled(id.short, .faint),
        ]
    }

    /// Tab-separated values: id, name, parts, courses, made and last read in UTC.
    public var fields: [String] {
        [
            id.description, name, include.map(\.rawValue).joined(separator: ","),
            courses?.map(\.text).joined(separator: ",") ?? "", RFC3339.string(createdAt), lastRead.map(RFC3339.string) ?? "",
        ]
    }
}

extension AppPassword: TableEntry {
    public static let columns: [Table.Column] = [
        .init("name", least: 8), .init("made"), .init("last used"), .init("id", dropRank: 1),
    ]

    public func cells(_ clock: DueText) -> [Styled] {
        [
            Styled(name, .strong), Styled(clock.distance(createdAt), .faint),
            Styled(lastUsed.map(clock.distance) ?? "never"), Styled(id.short, .faint),
        ]
    }

    /// Tab-separated values: id, name, made and last used in UTC.
    public var fields: [String] {
        [id.description, name, RFC3339.string(createdAt), lastUsed.map(RFC3339.string) ?? ""]
    }
}

extension Identifier {
    /// The end of the id, which is random: ids of one day begin alike.
    public var short: String { String(description.suffix(8)) }
}
