import Foundation
import ICalendar
import NoteItCore

/// What a calendar that is imported says.
struct ImportReading: Sendable {
    var copy: ImportCopy
    /// How long to wait before it is read again, as the calendar asks (RFC 7986, section 5.7); nil: it does not ask.
    var refresh: TimeInterval?
}

/// Reads calendars of elsewhere: each VEVENT series becomes an object, and due things become tasks if they are asked for.
struct ImportReader: Sendable {
    /// The most instances of all series within `horizon`. Study plans look at each.
    static let mostInstances = 50_000
    static let horizon: TimeInterval = 370 * 86_400
    /// The zone of days and floating times.
    let zone: TimeZone
    /// Whether due things become tasks.
    let makesTasks: Bool
    /// Whether all-day events that do not say so are busy.
    var allDayBusy = false
    let now: Date
    /// The processor time for reading a whole calendar: a rule that rarely matches takes long to follow.
    var time = Duration.seconds(10)
    /// The most bytes of all objects together: each repeats the definitions of the zones that it names.
    var mostBytes = 20_000_000

    func read(_ bytes: [UInt8]) throws(ImportFailure) -> ImportReading {
        let end = ThreadTime.nanoseconds + UInt64(time / .nanoseconds(1))
        let calendars = try parseCalendars(in: bytes)
        var (objects, size, instances) = ([SentCalendarObject](), 0, 0)
        var (names, count) = (Set<String>(), 0)
        var tasks: [ImportedTask] = []
        var (leftOut, why, freeDays) = (0, [String](), 0)
        for calendar in calendars {
            let zones = ZoneTable(calendar)
            let reading = CalendarSeries.readable(in: calendar, zones: zones, reader: Zone(zone))
            leftOut += reading.leftOut
            why += reading.faults.map(\.detail)
            for series in reading.series {
                guard ThreadTime.nanoseconds < end else { throw Self.takesTooLong }
                let imported = ImportedSeries(series, zones, allDayBusy: allDayBusy)
                // A UID that stands twice: the first holds.
                guard names.insert(imported.name).inserted else { continue }
                let object = series.kind == .event ? imported.object(of: calendar) : nil
                if let fault = imported.fault(object) {
                    leftOut += 1
                    why.append(fault)
                    continue
                }
                count += 1
                if makesTasks, let task = imported.task(now: now) { tasks.append(task) }
                guard let object else { continue }
                instances += try Self.count(series, from: now)
                guard instances <= Self.mostInstances else {
                    throw ImportFailure(
                        "The calendar has more than \(Self.mostInstances) events in the next year. Import fewer calendars of its source."
                    )
                }
                size += object.data.count
                guard size <= mostBytes else {
                    throw ImportFailure(
                        "The calendar takes more than \(mostBytes / 1_000_000) MB with its time zones. Export a shorter span.")
                }
                objects.append(object)
                if imported.isFreeUnsaid { freeDays += 1 }
            }
        }
        return ImportReading(
            copy: ImportCopy(
                objects: objects, tasks: tasks, events: count, leftOut: ImportLeftOut(count: leftOut, why: why),
                allDayBusy: allDayBusy, freeDays: freeDays),
            refresh: calendars.lazy.compactMap(\.refresh).first)
    }

    private func parseCalendars(in bytes: [UInt8]) throws(ImportFailure) -> [Component] {
        let start = bytes.prefix(1_000).drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
        guard !start.isEmpty else { throw ImportFailure("The calendar is empty. Export it again, with its events.") }
        guard start.first != UInt8(ascii: "<") else {
            throw ImportFailure(
                "There is a web page instead of a calendar. Use the address of the calendar file itself (iCal, .ics).")
        }
        do {
            let calendars = try Component.calendars(in: bytes, limits: .imported).filter { $0.name == "VCALENDAR" }
            guard !calendars.isEmpty else {
                throw ImportFailure(
                    "This is not a calendar: it must begin with BEGIN:VCALENDAR. Export it as iCalendar (.ics).")
            }
            return calendars
        } catch let error as CalendarError {
            throw ImportFailure(error)
        } catch let failure as ImportFailure {
            throw failure
        } catch {
            throw ImportFailure("The calendar could not be understood. Export it as iCalendar (.ics).")
        }
    }

    /// The number of instances within the horizon.
    private static func count(_ series: CalendarSeries, from now: Date) throws(ImportFailure) -> Int {
        let found = series.instances(meeting: now..<now + horizon, limit: mostInstances)
        guard found.isComplete else { throw takesTooLong }
        return found.instances.count
    }

    private static let takesTooLong = ImportFailure(
        "The calendar takes too long to follow: its events repeat too often. Remove repetitions from its events.")
}

extension ImportFailure {
    init(_ error: CalendarError) {
        self.init((error.line.map { "Line \($0) of the calendar could not be read: " } ?? "") + error.detail)
    }
}

/// One series of an imported calendar, and what becomes of it.
private struct ImportedSeries {
    /// Tasks whose deadline was longer ago are not made.
    private static let past: TimeInterval = 14 * 86_400
    private static let mostUIDBytes = CalendarObject.mostNameBytes
    /// The estimate of a task. The source does not have one.
    private static let minutes = 60

    private let series: CalendarSeries
    private let zones: ZoneTable
    private let first: CalendarInstance?
    private let span: (start: Date, end: Date?)?
    private let allDayBusy: Bool

    /// - Parameters: `zones`: of its calendar; `allDayBusy`: whether days that do not say so are busy.
    init(_ series: CalendarSeries, _ zones: ZoneTable, allDayBusy: Bool) {
        (self.series, self.zones, self.allDayBusy) = (series, zones, allDayBusy)
        span = series.span
        first = span.flatMap { series.instances(meeting: $0.start..<$0.start + 1, limit: 1).instances.first }
    }

    /// The name of the object, the same at each sync.
    var name: String { Secret.shortDigest(series.uid) + (series.kind == .event ? ".ics" : ".todo.ics") }

    private var components: [Component] { (series.master.map { [$0] } ?? []) + series.overrides }

    /// Whether a part of it is free that does not say so.
    var isFreeUnsaid: Bool {
        series.kind == .event && components.contains(where: saysNoTransparency) && !(first.map(isDayOfCanvas) ?? false)
    }

    /// Days that say nothing are birthdays and holidays more often than absences. An occurrence is as its series says.
    private func saysNoTransparency(_ part: Component) -> Bool {
        guard !allDayBusy, part["TRANSP"] == nil, series.master?["TRANSP"] == nil,
            let start = part["DTSTART"]?.time(among: zones), start.isDay
        else { return false }
        return !["BUSY", "OOF"].contains(part["X-MICROSOFT-CDO-BUSYSTATUS"]?.value.trimmed.uppercased())
    }

    private var recurs: Bool {
        series.master == nil || !series.overrides.isEmpty || series.repeats
    }

    /// When something is due, if the series says only that: a VTODO, an event without length (Moodle, Canvas), or an assignment of
    /// Canvas that is due on a day, which it writes as an all-day event and means until 23:59.
    private var isDueThing: Bool {
        guard !recurs, let master = series.master, master["STATUS"]?.value.uppercased() != "CANCELLED" else { return false }
        if series.kind == .todo {
            return master["STATUS"]?.value.uppercased() != "COMPLETED" && master["COMPLETED"] == nil
        }
        return first.map { $0.start == $0.end || isDayOfCanvas($0) } ?? false
    }

    private func isDayOfCanvas(_ instance: CalendarInstance) -> Bool {
        instance.isAllDay && series.uid.hasPrefix("event-assignment-")
    }

    /// The task that the series becomes; nil if it is nothing to do, or was due long ago.
    func task(now: Date) -> ImportedTask? {
        guard isDueThing, let master = series.master else { return nil }
        var task = NewStudyTask(title: master.plain("SUMMARY", most: TextLimit.title.upperBound), kind: .flexible)
        if task.title.isEmpty { task.title = "Untitled" }
        task.notes = master.plain("DESCRIPTION", most: TextLimit.notes.upperBound)
        task.minutes = Self.minutes
        task.deadline = deadline
        if let deadline = task.deadline {
            guard deadline > now - Self.past else { return nil }
            if series.kind == .todo, master["DTSTART"] != nil, let start = first?.start, start < deadline {
                task.earliest = start
            }
        }
        if series.kind == .todo { task.priority = master["PRIORITY"].flatMap { Int($0.value.trimmed) }.flatMap(Self.priority) }
        guard let valid = try? task.validated() else { return nil }
        return ImportedTask(uid: series.uid, task: valid)
    }

    private var deadline: Date? {
        guard let first, let master = series.master else { return nil }
        let end = first.deadline(in: series.reader)
        guard series.kind == .todo else { return end }
        if let due = master["DUE"] { return due.time(among: zones)?.deadline(in: series.reader) ?? end }
        return master["DURATION"] == nil ? nil : end
    }

    /// RFC 5545, section 3.8.1.9.
    private static func priority(_ number: Int) -> StudyTask.Priority? {
        switch number {
        case 1...4: .high
        case 5: .medium
        case 6...9: .low
        default: nil
        }
    }

    /// A calendar of this series alone, with the definitions of the zones that it names.
    func object(of calendar: Component) -> SentCalendarObject {
        let whole = whole(of: calendar)
        var bare = whole
        // Many hosts write the time of the request into DTSTAMP.
        for index in bare.components.indices { bare.components[index].remove("DTSTAMP") }
        return SentCalendarObject(
            name: name, uid: series.uid, item: nil, data: Array(whole.text.utf8), digest: Secret.shortDigest(bare.text),
            firstStart: span?.start, lastEnd: span?.end, event: nil)
    }

    /// Why it is left out; nil: it is not.
    func fault(_ object: SentCalendarObject?) -> String? {
        let title = series.master?.plain("SUMMARY", most: 100) ?? ""
        if series.uid.utf8.count > Self.mostUIDBytes { return "The UID of \"\(title)\" is over \(Self.mostUIDBytes) bytes." }
        guard let object, object.data.count > CalendarObject.mostBytes else { return nil }
        return "The event \"\(title)\" is over \(CalendarObject.mostBytes / 1_024) KiB. Remove its attachments."
    }

    private func whole(of calendar: Component) -> Component {
        var (parts, named) = (components, Set<String>())
        for index in parts.indices {
            if parts[index]["UID"] == nil { parts[index].set(Property("UID", text: series.uid)) }
            parts[index].tidyRules()
            // The day on which something is due is not busy.
            if first.map(isDayOfCanvas) ?? false || series.kind == .event && saysNoTransparency(parts[index]) {
                parts[index].set(Property("TRANSP", value: "TRANSPARENT"))
            }
            parts[index].findZones(&named, among: zones)
        }
        var definitions: [Component] = []
        for definition in named.sorted().compactMap(zones.definition) where !definitions.contains(definition) {
            definitions.append(definition)
        }
        var whole = Component.calendar(of: "Import", definitions + parts)
        if let zone = calendar["X-WR-TIMEZONE"] { whole.properties.append(zone) }
        return whole
    }
}

extension Component {
    /// A TEXT for people, without control characters, cut to a number of characters; empty if there is none.
    fileprivate func plain(_ name: String, most: Int) -> String {
        let text = (text(name) ?? "").withoutControls(keeping: ["\n", "\t"])
        return String(text.trimmed.prefix(most)).trimmed
    }

    /// Adds the names of the zones that it and its parts name. A time of an unknown zone becomes a floating one, as it was read.
    fileprivate mutating func findZones(_ names: inout Set<String>, among zones: ZoneTable) {
        for index in properties.indices {
            guard let name = properties[index].parameter("TZID") else { continue }
            if zones.zone(name) == nil {
                properties[index].parameters.removeAll { $0.name == "TZID" }
            } else {
                names.insert(name)
            }
        }
        for index in components.indices { components[index].findZones(&names, among: zones) }
    }

    /// The pause between two readings that a calendar asks for.
    fileprivate var refresh: TimeInterval? {
        guard let property = self["REFRESH-INTERVAL"] ?? self["X-PUBLISHED-TTL"],
            let asked = CalendarDuration(property.value.trimmed.uppercased())
        else { return nil }
        let seconds = asked.days * 86_400 + asked.seconds
        return seconds > 0 ? TimeInterval(seconds) : nil
    }
}
