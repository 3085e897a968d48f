/// When a component starts and how long it takes.
struct ComponentTiming: Sendable {
    var start: CalendarTime
    var length = CalendarDuration()

    /// The timing of a VEVENT; nil without DTSTART. An event that ends before it starts has no length, and one with days has at
    /// least one.
    init?(event: Component, zones: ZoneTable) throws(CalendarError) {
        guard let start = try event.time("DTSTART", zones: zones) else { return nil }
        self.start = start
        if let end = try event.time("DTEND", zones: zones) {
            // Midnight that is written as a day ends an event with times, as another time would.
            let isMidnight = !start.isDate && event["DTEND"]?.value.contains("T") ?? false
            length = Self.length(from: start, to: isMidnight && end.isDate ? .floating(end.local) : end)
        } else if let duration = try event.duration() {
            length = Self.positive(duration, isDays: start.isDate)
        }
        if start.isDate { length.days = max(1, length.days) }
    }

    /// The timing of a VTODO, from DTSTART to DUE: each stands for the other if that is absent; nil without both.
    init?(todo: Component, zones: ZoneTable) throws(CalendarError) {
        let (start, due) = (try todo.time("DTSTART", zones: zones), try todo.time("DUE", zones: zones))
        guard let first = start ?? due else { return nil }
        self.start = first
        if let start, let due {
            length = Self.length(from: start, to: due)
        } else if start != nil, let duration = try todo.duration() {
            length = Self.positive(duration, isDays: first.isDate)
        }
    }

    /// The timing of a VJOURNAL, a moment or a day; nil without DTSTART.
    init?(journal: Component, zones: ZoneTable) throws(CalendarError) {
        guard let start = try journal.time("DTSTART", zones: zones) else { return nil }
        self.start = start
        if start.isDate { length.days = 1 }
    }

    /// An override without times of its own.
    init(id: CalendarTime) { start = id }

    /// Days between days, else exact seconds (RFC 5545, 3.8.5.3). An end that is of another form is read in that of the start.
    private static func length(from start: CalendarTime, to end: CalendarTime) -> CalendarDuration {
        if start.isDate { return CalendarDuration(days: max(0, end.local.date.number - start.local.date.number)) }
        let end = end.fitted(to: start, reader: .utc)
        return CalendarDuration(seconds: max(0, end.instant(in: .utc) - start.instant(in: .utc)))
    }

    private static func positive(_ duration: CalendarDuration, isDays: Bool) -> CalendarDuration {
        if duration.isNegative { return CalendarDuration() }
        return isDays ? CalendarDuration(days: duration.days + (duration.seconds + 86_399) / 86_400) : duration
    }
}

extension CalendarTime {
    /// This RDATE, RECURRENCE-ID or DTEND in the form of a series' start: a day, a floating time, or a time of a zone.
    ///
    /// A day in a series of times is the time of the start on it. A floating time is on the series' clock.
    func fitted(to start: CalendarTime, reader: Zone) -> CalendarTime {
        switch (start, self) {
        case (.date, .zoned(let local, .utc)) where local.secondOfDay != 0:
            // Exchange writes midnight of the reader in UTC.
            .date(reader.local(at: instant(in: reader)).date)
        case (.date, _): .date(local.date)
        case (_, .date(let day)): start.on(day)
        case (.zoned(_, let zone), .floating(let local)): .zoned(local, zone)
        case (.floating, .zoned): .floating(reader.local(at: instant(in: reader)))
        default: self
        }
    }
}
