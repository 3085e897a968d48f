import Foundation
import NoteItCore

/// How fresh imported calendars are.
public struct CalendarFreshness: Sendable {
    private let imports: [CalendarImport]
    private let clock: DueText

    /// A source that was not read for this long is told of, in seconds. Servers read it daily.
    private static let limit = 2.0 * 86_400

    public init(_ imports: [CalendarImport], clock: DueText) { (self.imports, self.clock) = (imports, clock) }

    /// A line for each import that failed, or that was not read for two days. A file is never old.
    public var warnings: [Styled] {
        imports.compactMap { source in
            if let why = source.lastError {
                return Styled("\(source.name) could not be read: \(why.trimmingSuffix(".")). It \(lastRead(source))", .warning)
            }
            return isOld(source) ? Styled("\(source.name) \(lastRead(source))", .warning) : nil
        }
    }

    private func lastRead(_ source: CalendarImport) -> String {
        source.lastSynced.map { "was last read \(clock.distance($0))." } ?? "was never read."
    }

    /// Whether its address was not read for two days.
    public func isOld(_ source: CalendarImport) -> Bool {
        guard source.host != nil else { return false }
        return source.lastSynced.map { clock.now.timeIntervalSince($0) > Self.limit } ?? true
    }
}
