import Foundation

/// When a person studies, and how their study time is planned. Only that person sees them.
public struct StudySettings: Codable, Equatable, Sendable {
    /// A part of a day.
    public struct Hours: Codable, Equatable, Sendable, Memberwise, JSONObject {
        /// `24:00` may be an end.
        public var start, end: WallTime
    }

    public enum Mode: String, Codable, Sendable, CaseIterable { case even, weeks, balanced }

    /// Minutes before a block's start and before its end at which to alert; nil for none.
    public struct Alerts: Codable, Equatable, Sendable, JSONObject {
        @Nullable public var start: Int?
        @Nullable public var end: Int?

        public init(start: Int? = 0, end: Int? = 5) { (self.start, self.end) = (start, end) }

        /// Absent fields take the standard values; null is no alert.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init()
            if container.contains(.start) { start = try container.decodeIfPresent(Int.self, forKey: .start) }
            if container.contains(.end) { end = try container.decodeIfPresent(Int.self, forKey: .end) }
        }

        public static let lead = 0...1_440
    }

    /// Work that each event of a kind in a course takes.
    public struct Rule: Codable, Equatable, Sendable, Memberwise, JSONObject {
        public var course: Course.ID
        public var kind: Event.Kind
        public var minutes: Int
    }

    /// An IANA name.
    public var timeZone: String
    /// The study hours of each weekday, a letter of `MTWRFSU`.
    public var hours: [String: [Hours]]
    /// Minutes.
    public var minimumBlock, maximumBlock, `break`: Int
    /// The most minutes of study on one day.
    @Nullable public var dailyLimit: Int?
    public var mode: Mode
    /// The minutes of study after which, in balanced mode, a break of at least `longBreak` minutes should follow.
    public var longestRun, longBreak: Int
    public var alerts: Alerts
    public var rules: [Rule]

    public init(timeZone: String = "UTC") {
        self.timeZone = timeZone
        hours = [:]
        (minimumBlock, maximumBlock, `break`, dailyLimit) = (30, 120, 5, nil)
        (mode, alerts, rules) = (.even, Alerts(), [])
        (longestRun, longBreak) = (120, 30)
    }

    /// The settings of a person who never set any.
    public static var ofNewPerson: StudySettings {
        var settings = StudySettings()
        settings.mode = .balanced
        return settings
    }

    /// Absent fields take the standard values.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        timeZone = try container.decodeIfPresent(String.self, forKey: .timeZone) ?? timeZone
        hours = try container.decodeIfPresent([String: [Hours]].self, forKey: .hours) ?? hours
        minimumBlock = try container.decodeIfPresent(Int.self, forKey: .minimumBlock) ?? minimumBlock
        maximumBlock = try container.decodeIfPresent(Int.self, forKey: .maximumBlock) ?? maximumBlock
        `break` = try container.decodeIfPresent(Int.self, forKey: .break) ?? `break`
        dailyLimit = try container.decodeIfPresent(Int.self, forKey: .dailyLimit)
        mode = try container.decodeIfPresent(Mode.self, forKey: .mode) ?? mode
        longestRun = try container.decodeIfPresent(Int.self, forKey: .longestRun) ?? longestRun
        longBreak = try container.decodeIfPresent(Int.self, forKey: .longBreak) ?? longBreak
        alerts = try container.decodeIfPresent(Alerts.self, forKey: .alerts) ?? alerts
        rules = try container.decodeIfPresent([Rule].self, forKey: .rules) ?? rules
    }

    public static let weekdays = String(Day.letters)
    public static let mostHours = 24
    public static let mostRules = 100
    /// Larger numbers are refused: they are slips, and no day has as many minutes.
    static let mostMinutes = 1_000_000

    public var zone: TimeZone? { TimeZone(identifier: timeZone) }

    /// - Parameter prefix: of the fields' names: `settings.`.
    public func validated(before prefix: String = "") throws(DomainError) -> Self {
        var faults = Faults()
        check(&faults, before: prefix)
        try faults.raise()
        return self
    }

    func check(_ faults: inout Faults, before prefix: String) {
        if timeZone.utf8.count > 64 || !TimeZone.knownTimeZoneIdentifiers.contains(timeZone) && zone == nil {
            faults.check("\(prefix)timeZone", "must be a time zone such as America/Vancouver")
        }
        for (day, hours) in hours.sorted(by: { $0.key < $1.key }) {
            checkHours(hours, of: day, to: &faults, "\(prefix)hours.\(day.prefix(8))")
        }
        let block = 1...Self.mostMinutes
        if !block.contains(minimumBlock) { faults.check("\(prefix)minimumBlock", "must be 1 to \(Self.mostMinutes) minutes") }
        if maximumBlock < minimumBlock {
            faults.check("\(prefix)maximumBlock", "must be at least minimumBlock, \(minimumBlock)")
        } else if maximumBlock > Self.mostMinutes {
            faults.check("\(prefix)maximumBlock", "must be at most \(Self.mostMinutes) minutes")
        }
        if !(0...Self.mostMinutes).contains(`break`) {
            faults.check("\(prefix)break", "must be 0 to \(Self.mostMinutes) minutes")
        }
        if !block.contains(longestRun) { faults.check("\(prefix)longestRun", "must be 1 to \(Self.mostMinutes) minutes") }
        if !(0...Self.mostMinutes).contains(longBreak) {
            faults.check("\(prefix)longBreak", "must be 0 to \(Self.mostMinutes) minutes")
        }
        if let dailyLimit, !(0...Self.mostMinutes).contains(dailyLimit) {
            faults.check("\(prefix)dailyLimit", "must be 0 to \(Self.mostMinutes) minutes, or null")
        }
        for (name, lead) in [("start", alerts.start), ("end", alerts.end)] {
            if let lead, !Alerts.lead.contains(lead) {
                faults.check("\(prefix)alerts.\(name)", "must be 0 to \(Alerts.lead.upperBound) minutes, or null for no alert")
            }
        }
        checkRules(&faults, prefix)
    }

    private func checkHours(_ hours: [Hours], of day: String, to faults: inout Faults, _ field: String) {
        guard day.utf8.count == 1, Self.weekdays.contains(day) else {
            return faults.check(field, "must be named by a letter of MTWRFSU; R is Thursday, U is Sunday")
        }
        guard hours.count <= Self.mostHours else {
            return faults.check(field, "must list at most \(Self.mostHours) parts of a day")
        }
        for (index, part) in hours.enumerated() where part.end <= part.start {
            return faults.check("\(field).\(index).end", "must be after start, \(part.start)")
        }
        let order = hours.indices.sorted { hours[$0].start < hours[$1].start }
        for (before, index) in zip(order, order.dropFirst()) where hours[index].start < hours[before].end {
            return faults.check("\(field).\(index)", "must not overlap \(hours[before].start)-\(hours[before].end)")
        }
    }

    private func checkRules(_ faults: inout Faults, _ prefix: String) {
        guard rules.count <= Self.mostRules else {
            return faults.check("\(prefix)rules", "must list at most \(Self.mostRules) rules")
        }
        for (index, rule) in rules.enumerated() {
            if !TaskFields.minutes.contains(rule.minutes) {
                faults.check("\(prefix)rules.\(index).minutes", TaskFields.minutesRule)
            }
            if rules[..<index].contains(where: { $0.course == rule.course && $0.kind == rule.kind }) {
                faults.check("\(prefix)rules.\(index)", "must be the only rule for \(rule.kind.rawValue)s of \(rule.course)")
            }
        }
    }
}
