extension Component {
    /// Reads `VCALENDAR`s, one after the other.
    ///
    /// Lenient as others are, as far as it is safe: bare LF, a missing last line break, a byte order mark, empty lines, lower case.
    /// Control characters other than the tab are read as spaces.
    ///
    /// Throws at the first line that is malformed, for text that is not UTF-8, for a NUL, if there is no calendar, and beyond the
    /// limits; never reads beyond them.
    /// - Complexity: O(n) time and space for n bytes, of which no more are read than the limit and one.
    public static func calendars(in bytes: some Sequence<UInt8>, limits: CalendarLimits = .object) throws(CalendarError)
        -> [Component]
    {
        var lines = LineReader(bytes, limits: limits)
        var reader = CalendarReader(limits: limits)
        while let line = try lines.next() { try reader.read(line) }
        return try reader.end()
    }
}

/// Builds components from lines.
private struct CalendarReader {
    private struct Open {
        var component: Component
        let line: Int
    }

    private let limits: CalendarLimits
    /// The components whose END was not read yet, each inside the one before it.
    private var open: [Open] = []
    private var calendars: [Component] = []
    private var components = 0
    private var properties = 0
    /// The number of parameter values so far.
    private var values = 0

    init(limits: CalendarLimits) { self.limits = limits }

    mutating func read(_ line: LineReader.Line) throws(CalendarError) {
        var content = ContentLine(line)
        let property: Property
        do {
            property = try content.property()
        } catch {
            guard limits.leavesOutMalformedLines, !open.isEmpty, !content.isStructure else { throw error }
            if let unreadable = content.unreadable { try append(unreadable, at: line.number) }
            return
        }
        switch property.name {
        case "BEGIN": try begin(try Self.componentName(property, line), at: line.number)
        case "END": try end(try Self.componentName(property, line), at: line.number)
        default: try append(property, at: line.number)
        }
    }

    func end() throws(CalendarError) -> [Component] {
        if let last = open.last {
            throw CalendarError(line: last.line, "BEGIN:\(last.component.name.prefix(40)) has no END.")
        }
        guard !calendars.isEmpty else {
            throw CalendarError("There is no calendar; the first line of one is BEGIN:VCALENDAR.")
        }
        return calendars
    }

    private static func componentName(_ property: Property, _ line: LineReader.Line) throws(CalendarError) -> String {
        let words = property.value.split(whereSeparator: \.isWhitespace)
        guard property.parameters.isEmpty, words.count == 1, let name = words.first, name.utf8.allSatisfy(ASCII.isName) else {
            throw CalendarError(
                line: line.number, "\(property.name) needs the name of a component, such as \(property.name):VEVENT.")
        }
        return name.uppercased()
    }

    private mutating func begin(_ name: String, at line: Int) throws(CalendarError) {
        components += 1
        try require(components <= limits.components, line, "A calendar may have at most \(limits.components) components.")
        try require(open.count < limits.depth, line, "Components may stand in each other at most \(limits.depth) deep.")
        let isOutside = open.isEmpty
        // Some programs write time zones after the calendar's end. They belong to it.
        let isAfterEnd = isOutside && limits.leavesOutMalformedLines && !calendars.isEmpty
        try require(
            isOutside == (name == "VCALENDAR") || isAfterEnd, line,
            isOutside
                ? "BEGIN:\(name.prefix(40)) stands outside of a calendar; write BEGIN:VCALENDAR first."
                : "BEGIN:VCALENDAR stands inside of a component; write END:\(open.last?.component.name.prefix(40) ?? "") first."
        )
        open.append(Open(component: Component(name), line: line))
    }

    private mutating func end(_ name: String, at line: Int) throws(CalendarError) {
        guard let last = open.popLast() else { throw CalendarError(line: line, "END:\(name.prefix(40)) has no BEGIN.") }
        let begun = last.component.name
        try require(
            name == begun, line,
            "END:\(name.prefix(40)) follows BEGIN:\(begun.prefix(40)) of line \(last.line); write END:\(begun.prefix(40)).")
        if open.isEmpty, name == "VCALENDAR" {
            calendars.append(last.component)
        } else if open.isEmpty {
            calendars[calendars.count - 1].components.append(last.component)
        } else {
            open[open.count - 1].component.components.append(last.component)
        }
    }

    private mutating func append(_ property: Property, at line: Int) throws(CalendarError) {
        guard !open.isEmpty else {
            if limits.leavesOutMalformedLines, !calendars.isEmpty { return }
            throw CalendarError(
                line: line, "\(property.name.prefix(40)) stands outside of a calendar; write BEGIN:VCALENDAR first.")
        }
        properties += 1
        for parameter in property.parameters { values += parameter.values.count }
        try require(
            values <= limits.properties, line, "The parameters of a calendar may have at most \(limits.properties) values.")
        try require(properties <= limits.properties, line, "A calendar may have at most \(limits.properties) properties.")
        let inner = open.count - 1
        try require(
            open[inner].component.properties.count < limits.componentProperties, line,
            "A component may have at most \(limits.componentProperties) properties.")
        open[inner].component.properties.append(property)
    }

    private func require(_ holds: Bool, _ line: Int, _ detail: @autoclosure () -> String) throws(CalendarError) {
        if !holds { throw CalendarError(line: line, detail()) }
    }
}
