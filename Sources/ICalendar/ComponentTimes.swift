/// Dates, times and durations of a component.
extension Component {
    /// The value of a property with one DATE or DATE-TIME, such as DTSTART; nil without the property.
    ///
    /// Throws for a malformed value and for a TZID that `zones` does not know. A time in UTC and a day take no zone.
    public func time(_ name: String, zones: ZoneTable) throws(CalendarError) -> CalendarTime? {
        guard let property = self[name] else { return nil }
        return try property.time(property.value.trimmed, zones)
    }

    /// The values of all properties with a name that list DATEs and DATE-TIMEs, such as EXDATE. Throws as `time` does.
    public func times(_ name: String, zones: ZoneTable) throws(CalendarError) -> [CalendarTime] {
        var times: [CalendarTime] = []
        for property in properties where property.name == name {
            for value in property.values { times.append(try property.time(value, zones)) }
        }
        return times
    }

    /// The values of RDATE: times, and periods with their lengths.
    func additions(zones: ZoneTable) throws(CalendarError) -> [(time: CalendarTime, length: CalendarDuration?)] {
        var additions: [(time: CalendarTime, length: CalendarDuration?)] = []
        for property in properties where property.name == "RDATE" {
            for value in property.values { additions.append(try property.addition(value, zones)) }
        }
        return additions
    }

    /// The value of a DURATION; nil without the property. Throws for a malformed one.
    public func duration(_ name: String = "DURATION") throws(CalendarError) -> CalendarDuration? {
        guard let property = self[name] else { return nil }
        return try property.duration(property.value.trimmed)
    }
}

extension Property {
    /// The DATE or DATE-TIME of a property that has one; nil if it cannot be understood.
    public func time(among zones: ZoneTable) -> CalendarTime? { try? time(value.trimmed, zones) }

    /// The parts of a list; empty ones are left out.
    fileprivate var values: [String] {
        value.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)).trimmed }.filter { !$0.isEmpty }
    }

    fileprivate func time(_ text: String, _ zones: ZoneTable) throws(CalendarError) -> CalendarTime {
        guard let time = CalendarTime(text.uppercasedIfNeeded)?.written(as: parameter("VALUE")) else {
            throw CalendarError(
                "\(name): could not understand \"\(text.prefix(40))\"; write a day such as 20261224, or a time such as 20261224T113000Z."
            )
        }
        guard case .floating(let local) = time else { return time }
        let floating = zones.calendarZone.map { CalendarTime.zoned(local, $0) } ?? time
        guard let id = parameter("TZID") else { return floating }
        if let zone = zones.zone(id) { return .zoned(local, zone) }
        if zones.unknownIsFloating { return floating }
        throw zones.unknown(id)
    }

    fileprivate func duration(_ text: String) throws(CalendarError) -> CalendarDuration {
        guard let duration = CalendarDuration(text.uppercasedIfNeeded) else {
            throw CalendarError(
                "\(name): could not understand \"\(text.prefix(40))\"; write a duration such as PT1H30M, P1D or P2W.")
        }
        return duration
    }

    /// A time, or a PERIOD: `start/end` or `start/duration`.
    fileprivate func addition(
        _ text: String, _ zones: ZoneTable
    ) throws(CalendarError) -> (time: CalendarTime, length: CalendarDuration?) {
        guard let slash = text.firstIndex(of: "/") else { return (try time(text, zones), nil) }
        let start = try time(String(text[..<slash]), zones)
        let end = String(text[text.index(after: slash)...])
        if let first = end.utf8.first, "Pp+-".utf8.contains(first) {
            let length = try duration(end)
            return (start, length.isNegative ? CalendarDuration() : length)
        }
        let length = try time(end, zones).instant(in: .utc) - start.instant(in: .utc)
        return (start, CalendarDuration(seconds: max(0, length)))
    }
}

extension CalendarTime {
    /// Midnight, of which the property says that it is a day (VALUE=DATE), is that day. Some programs say so of other times too.
    fileprivate func written(as value: String?) -> CalendarTime {
        local.secondOfDay == 0 && value?.uppercased() == "DATE" ? .date(local.date) : self
    }
}

extension String {
    var trimmed: String {
        func isSpace(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        guard isSpace(utf8.first) || isSpace(utf8.last) else { return self }
        var rest = utf8[...]
        while isSpace(rest.first) { rest.removeFirst() }
        while isSpace(rest.last) { rest.removeLast() }
        return String(Substring(rest))
    }

    /// Values are digits and capitals, nearly always.
    fileprivate var uppercasedIfNeeded: String {
        utf8.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ? uppercased() : self
    }
}
