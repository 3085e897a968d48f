import NoteItCore

/// Says what would be right in place of a time that could not be understood.
public enum TimeFault {
    /// A sentence without a full stop: `'25:38' is not a time of day: hours go from 00 to 23`.
    public static func words(_ text: String) -> String {
        if let match = text.lowercased().wholeMatch(of: /0?([1-7])h([0-5][0-9])?/) {
            let (hour, minute) = (match.output.1, match.output.2.map(String.init) ?? "00")
            let span = minute == "00" ? "in \(hour)h" : "in \((Int(hour) ?? 0) * 60 + (Int(minute) ?? 0)) minutes"
            return "'\(text)' could be a time of day or a length of time: write 0\(hour):\(minute), or '\(span)'"
        }
        for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," || $0 == "@" }) {
            guard let match = word.wholeMatch(of: /([0-9]{1,3})[:.h]([0-9]{1,3})/), let hour = Int(match.output.1),
                let minute = Int(match.output.2)
            else { continue }
            if let fault = fault(String(word), hour, minute, digits: match.output.2.count) { return fault }
        }
        if Int(text) != nil { return "'\(text)' could be a day or a time: write 17:00, or fri 17:00" }
        return "could not understand '\(text)' as a time; try fri 16:00, tomorrow 9:30, 2026-12-01 14:00"
    }

    private static func fault(_ word: String, _ hour: Int, _ minute: Int, digits: Int) -> String? {
        let wrong = "'\(word)' is not a time of day:"
        switch (hour, minute) {
        case (24, 0): return "\(wrong) write 00:00 of the next day, or 23:59"
        case (24..., 60...): return "\(wrong) hours go from 00 to 23, minutes from 00 to 59"
        case (24..., _): return "\(wrong) hours go from 00 to 23"
        case (_, 60...): return "\(wrong) minutes go from 00 to 59"
        default:
            let (hours, minutes) = (hour < 10 ? "0\(hour)" : "\(hour)", minute < 10 ? "0\(minute)" : "\(minute)")
            return digits != 2 || word.contains(".") ? "\(wrong) write \(hours):\(minutes)" : nil
        }
    }
}

extension DuePhrase {
    /// The time of day that `text` is, without a day; nil if it is anything else.
    public func time(_ text: String) -> WallTime? {
        var words = PhraseWords(text, order: order)
        guard let time = words.takeClock(), words.isEmpty else { return nil }
        return time
    }
}
