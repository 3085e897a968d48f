import Foundation

extension CalendarSeries {
    /// The instances that share time with `span`, or start at its start, by start; at most `limit`.
    ///
    /// DTEND gives each instance the exact length of the first, DURATION its days on the clock (RFC 5545, 3.8.5.3).
    /// - Parameters: `costLimit`: the most steps that it may take; `isWanted`: others are left out, and do not count for `limit`.
    public func instances(
        meeting span: Range<Date>, limit: Int, costLimit: Int = .max, where isWanted: (CalendarInstance) -> Bool = { _ in true }
    ) -> CalendarInstances {
        var found = CalendarInstances()
        guard let recurrence else {
            let detached = replacements.indices.map(instance).filter { $0.meets(span) && isWanted($0) }
                .sorted { $0.start < $1.start }
            found.instances = Array(detached.prefix(limit))
            found.isComplete = detached.count <= limit
            found.cost = (replacements.count + 1) * Expansion.occurrence
            return found
        }
        let range = span.lowerBound.addingTimeInterval(-longest)..<max(span.upperBound, span.lowerBound.addingTimeInterval(1))
        let expansion = recurrence.occurrences(
            in: range, limit: limit, stepLimit: min(Recurrence.stepLimit, costLimit), costLimit: costLimit
        ) { occurrence in
            guard meets(occurrence, span) else { return false }
            let instance = instance(occurrence)
            guard isWanted(instance) else { return false }
            found.instances.append(instance)
            return true
        }
        // The first one beyond the limit is wanted too.
        found.instances.removeLast(found.instances.count - expansion.occurrences.count)
        found.isComplete = expansion.isComplete
        found.cost = expansion.cost
        return found
    }

    /// The start of the first instance and the end of the last; no end if it is further away than 2100 or cannot be told in
    /// 100,000 steps of the rule. Nil if there are no instances, such as for a VTODO without dates.
    public var span: (start: Date, end: Date?)? {
        var cost = 0
        return span(within: .max, &cost)
    }

    /// - Parameters: `costLimit`: the most steps that it may take; `cost`: is set to those that it took. If that is all of them, the
    ///   answer may be wrong.
    public func span(within costLimit: Int, _ cost: inout Int) -> (start: Date, end: Date?)? {
        guard let recurrence else {
            cost = (replacements.count + 1) * Expansion.occurrence
            let detached = replacements.indices.map(instance)
            guard let start = detached.map(\.start).min() else { return nil }
            return (start, Self.end(detached.map(\.end).max()))
        }
        let always = Date(timeIntervalSince1970: -1e12)..<Date(timeIntervalSince1970: 1e12)
        let beginning = recurrence.occurrences(
            in: always, limit: 1, stepLimit: min(Recurrence.stepLimit, costLimit), costLimit: costLimit
        ) { _ in true }
        cost = beginning.cost
        guard let first = beginning.occurrences.first else { return nil }
        if case .never? = recurrence.rule?.end { return (first.date, nil) }
        var end = first.date
        // The first one after the horizon stops it.
        let expansion = recurrence.occurrences(
            in: first.date..<always.upperBound, limit: 0, stepLimit: min(100_000, costLimit), costLimit: costLimit
        ) { occurrence in
            end = max(end, self.end(of: occurrence))
            return occurrence.date >= Self.horizon
        }
        cost += expansion.cost
        return (first.date, expansion.isComplete ? Self.end(end) : nil)
    }

    /// The instances that the rule does not give as they are: those that were added or replaced.
    public var others: [CalendarInstance] {
        guard let recurrence else { return replacements.indices.map(instance) }
        var known = Set(([recurrence.start] + exceptions + replacements.map(\.id)).map(recurrence.key))
        let added = recurrence.additions.filter { known.insert(recurrence.key($0)).inserted }.map { time in
            instance(Occurrence(id: time, start: time, date: time.moment(in: reader), override: nil))
        }
        return (added + recurrence.standingOverrides.map(instance)).sorted { $0.start < $1.start }
    }

    /// The starts of what the rule gives and does not stand as it is: exceptions, and what `others` has too.
    public var exceptionStarts: [Date] {
        guard let recurrence else { return [] }
        let first = recurrence.key(recurrence.start)
        let added = recurrence.additions.filter { recurrence.key($0) != first }
        return Set((exceptions + added + replacements.map(\.id)).map { $0.moment(in: reader) }).sorted()
    }

    /// The exceptions in the form of the start: a day stands for the time of the start on it.
    private var exceptions: [CalendarTime] {
        guard let recurrence else { return [] }
        return recurrence.exceptions.map { exception in
            exception.isDate && !recurrence.start.isDate ? recurrence.start.on(exception.local.date) : exception
        }
    }

    /// When an instance ends that starts at a time and is as long as the master says.
    public func end(from start: CalendarTime) -> Date {
        Date(timeIntervalSince1970: Double(length.end(of: start, reader: reader)))
    }

    /// The start of 2101 in UTC.
    private static let horizon = Date(timeIntervalSince1970: 4_133_980_800)

    private static func end(_ end: Date?) -> Date? { end.flatMap { $0 < horizon ? $0 : nil } }

    /// The most seconds that an instance may take.
    private var longest: TimeInterval {
        let lengths = [length] + periods.values + replacements.map(\.timing.length)
        return TimeInterval(lengths.map(\.mostSeconds).max() ?? 0)
    }

    private func meets(_ occurrence: Occurrence, _ span: Range<Date>) -> Bool {
        // Most start in the span; the others are the only ones of which the end matters.
        if occurrence.date >= span.lowerBound { return occurrence.date < span.upperBound || occurrence.date == span.lowerBound }
        return end(of: occurrence) > span.lowerBound
    }

    private func end(of occurrence: Occurrence) -> Date {
        let length =
            if let index = occurrence.override {
                replacements[index].timing.length
            } else {
                periods.isEmpty ? length : periods[occurrence.start.instant(in: reader)] ?? length
            }
        return Date(timeIntervalSince1970: Double(length.end(of: occurrence.start, reader: reader)))
    }

    private func instance(_ occurrence: Occurrence) -> CalendarInstance {
        if let index = occurrence.override { return instance(index) }
        var instance = CalendarInstance(
            id: occurrence.id, component: master ?? Component(kind.rawValue), start: occurrence.date, end: end(of: occurrence),
            isAllDay: occurrence.start.isDate, isFree: standing.isFree)
        instance.days = occurrence.start.days(length)
        instance.isCancelled = standing.isCancelled
        return instance
    }

    /// The instance of an override.
    private func instance(_ index: Int) -> CalendarInstance {
        let (component, replacement) = (overrides[index], replacements[index])
        let (start, length) = (replacement.timing.start, replacement.timing.length)
        var instance = CalendarInstance(
            id: replacement.id, component: component, start: start.moment(in: reader),
            end: Date(timeIntervalSince1970: Double(length.end(of: start, reader: reader))), isAllDay: start.isDate,
            isFree: replacement.standing.isFree)
        instance.days = start.days(length)
        instance.override = index
        instance.isCancelled = replacement.standing.isCancelled
        return instance
    }
}

extension CalendarTime {
    /// The days from this one on; nil for a time.
    fileprivate func days(_ length: CalendarDuration) -> Range<CivilDate>? {
        guard case .date(let first) = self else { return nil }
        return first..<CivilDate(number: first.number + max(1, length.days))
    }
}

extension CalendarInstance {
    fileprivate func meets(_ span: Range<Date>) -> Bool {
        if start >= span.lowerBound { return start < span.upperBound || start == span.lowerBound }
        return end > span.lowerBound
    }
}
