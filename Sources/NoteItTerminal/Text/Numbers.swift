/// `1 course`, `1,868 timetables`; `plural` for nouns that do not take an s.
/// - Parameter number: digits of a whole number.
public func counted(_ number: String, _ noun: String, _ plural: String? = nil) -> String {
    "\(number.grouped) " + (number == "1" ? noun : plural ?? noun + "s")
}

public func counted(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    counted(String(number), noun, plural)
}

extension String {
    /// The digits of a whole number with a comma between groups of three.
    public var grouped: String {
        var text = ""
        for (index, digit) in enumerated() {
            if index > 0 && (count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }
}

extension Int {
    /// These minutes as a span of time: `0`, `45m`, `2h`, `1h 05m`.
    public var asHours: String {
        let (hours, minutes) = quotientAndRemainder(dividingBy: 60)
        if hours == 0 { return minutes == 0 ? "0" : "\(minutes)m" }
        return minutes == 0 ? "\(hours)h" : "\(hours)h \(minutes < 10 ? "0" : "")\(minutes)m"
    }
}
