import Foundation

/// A calendar of elsewhere: from a file, or from an address that the server reads again.
public struct CalendarImport: Codable, Equatable, Sendable, Identifiable, Revised, Memberwise, JSONObject {
    public typealias ID = Identifier<CalendarImport>

    public var id: ID
    public var name: String
    /// The host of the address, which is itself a secret; nil for a file.
    @Nullable public var host: String?
    /// When the source was last read and understood, changed or not.
    @Nullable public var lastSynced: Date?
    /// Why the last attempt failed, in a sentence; nil after a success. The last good copy stays.
    @Nullable public var lastError: String?
    /// When the server reads it next; nil for a file.
    @Nullable public var nextSync: Date?
    /// The events of the copy; a series is one.
    public var events: Int
    /// The components of the source that are not in the copy; nil if all are.
    @Nullable public var leftOut: ImportLeftOut? = nil
    /// Whether its events are busy time.
    public var busy: Bool
    /// Whether all-day events that do not say so are busy too. Nil: an older server does not tell.
    @Nullable public var allDayBusy: Bool? = nil
    /// The all-day events of the copy that do not say whether they are busy, and are free; a series is one. Nil: it was read before
    /// they were counted.
    @Nullable public var freeDays: Int? = nil
    /// Whether its VTODOs, and events without length, become tasks.
    public var tasks: Bool
    /// 1, 2, ...: counts its changes.
    public var rev: Int

    /// The most that one person may have.
    public static let most = 20
}

/// The components of an imported calendar that could not be read.
public struct ImportLeftOut: Codable, Equatable, Sendable, JSONObject {
    /// Events and to-dos that are not in the copy. An occurrence that was changed is one.
    public var count: Int
    /// Why, in sentences, and what was read otherwise than its source may mean it: the first few.
    public var why: [String]

    /// Nil if nothing was left out. - Parameter why: all sentences.
    public init?(count: Int, why: [String]) {
        if count == 0, why.isEmpty { return nil }
        (self.count, self.why) = (count, why.prefix(Self.most).map { $0.prefix(codePoints: 300) })
    }

    /// The most sentences that are kept.
    public static let most = 5
}

/// `POST /v1/me/calendar-imports` with a JSON body. A body of `text/calendar` takes `?name=&busy=&tasks=` instead.
public struct NewCalendarImport: Codable, Equatable, Sendable, Memberwise, Validated {
    public var name: String
    /// `https`, or `webcal`, which means the same.
    public var url: String
    /// Whether the events count as busy time; nil means true.
    public var busy: Bool? = nil
    /// Whether all-day events that do not say so are busy too. Nil: false.
    public var allDayBusy: Bool? = nil
    /// Whether the to-dos become tasks; nil means false.
    public var tasks: Bool? = nil

    /// The server checks the address.
    public func check(_ faults: inout Faults) {
        faults.check("name", name.calendarNameFault)
        faults.check("url", url.fault(length: 1...2_000))
    }
}
