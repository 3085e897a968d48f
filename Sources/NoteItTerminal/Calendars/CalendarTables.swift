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
            table.add([
                Styled(source.name, .strong), Styled(source.host ?? "a file", .faint), Styled(String(source.events).grouped),
                Styled(source.lastSynced.map(clock.distance) ?? "never", isBad ? .warning : .plain),
                Styled(source.use, .faint), Styled(source.id.short, .faint),
            ])
        }
        let rows = table.lines(width: width, header: true)
        return rows.prefix(1)
            + zip(rows.dropFirst(), imports).flatMap { row, source in
                [row] + (source.lastError.map { Styled($0, .bad).wrapped(after: "  ", width: width) } ?? [])
            }
    }
}

extension CalendarImport {
    /// `busy, tasks`
    var use: String {
        let uses = [busy ? "busy" : "free", tasks ? "tasks" : ""]
        return uses.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Tab-separated values: id, name, host, number of events, last read in UTC, busy or free, tasks, last error.
    public var fields: [String] {
        [
            id.description, name, host ?? "", String(events), lastSynced.map(RFC3339.string) ?? "", busy ? "busy" : "free",
            tasks ? "tasks" : "", lastError ?? "",
        ]
    }
}

/// Calendar feeds, a row for each.
public struct CalendarFeedTable: Sendable {
    private let feeds: [CalendarFeed]
    private let clock: DueText

    public init(_ feeds: [CalendarFeed], clock: DueText) { (self.feeds, self.clock) = (feeds, clock) }

    /// - Parameter width: nil means as wide as needed.
    public func lines(width: Int?) -> [Styled] {
        var table = Table([
            .init("name", least: 8), .init("holds", least: 8), .init("courses", least: 8, dropRank: 2), .init("last read"),
            .init("id", dropRank: 1),
        ])
        for feed in feeds {
            table.add([
                Styled(feed.name, .strong), Styled(feed.include.map(\.rawValue).joined(separator: ", ")),
                Styled(feed.courses?.map(\.name).joined(separator: " ") ?? "all", .faint),
                Styled(feed.lastRead.map(clock.distance) ?? "never"), Styled(feed.id.short, .faint),
            ])
        }
        return table.lines(width: width, header: true)
    }
}

extension CalendarFeed {
    /// Tab-separated values: id, name, parts, courses, made and last read in UTC.
    public var fields: [String] {
        [
            id.description, name, include.map(\.rawValue).joined(separator: ","),
            courses?.map(\.text).joined(separator: ",") ?? "", RFC3339.string(createdAt), lastRead.map(RFC3339.string) ?? "",
        ]
    }
}

/// Passwords for calendar programs, a row for each.
public struct AppPasswordTable: Sendable {
    private let passwords: [AppPassword]
    private let clock: DueText

    public init(_ passwords: [AppPassword], clock: DueText) { (self.passwords, self.clock) = (passwords, clock) }

    /// - Parameter width: nil means as wide as needed.
    public func lines(width: Int?) -> [Styled] {
        var table = Table([.init("name", least: 8), .init("made"), .init("last used"), .init("id", dropRank: 1)])
        for password in passwords {
            table.add([
                Styled(password.name, .strong), Styled(clock.distance(password.createdAt), .faint),
                Styled(password.lastUsed.map(clock.distance) ?? "never"), Styled(password.id.short, .faint),
            ])
        }
        return table.lines(width: width, header: true)
    }
}

extension AppPassword {
    /// Tab-separated values: id, name, made and last used in UTC.
    public var fields: [String] {
        [id.description, name, RFC3339.string(createdAt), lastUsed.map(RFC3339.string) ?? ""]
    }
}

extension Identifier {
    /// The end of the id, which is random: ids of one day begin alike.
    public var short: String { String(description.suffix(8)) }
}
