import NoteItCore

/// The other deadlines of a course's students on a day, in a sentence.
public enum CourseLoadText {
    /// `On Fri 27 Nov, 34 % of the course have another deadline, 5 % two or more.` Nil if nobody is known to have one.
    public static func sentence(_ load: CourseLoad, on day: Day, clock: DueText) -> String? {
        let groups = load.days.filter { $0.day == day && $0.deadlines > 0 }.sorted { $0.deadlines < $1.deadlines }
        var parts: [String] = []
        for (index, group) in groups.enumerated() {
            let percent = Int((groups[index...].reduce(0) { $0 + $1.share } * 100).rounded())
            guard percent > 0 else { continue }
            if parts.isEmpty {
                parts.append(
                    "\(percent) % of the course have \(group.deadlines == 1 ? "another deadline" : number(group.deadlines) + " or more other deadlines")"
                )
            } else {
                parts.append("\(percent) % \(number(group.deadlines)) or more")
            }
        }
        return parts.isEmpty ? nil : "On \(clock.label(day)), \(parts.joined(separator: ", "))."
    }

    private static func number(_ count: Int) -> String {
        let words = ["two", "three", "four", "five", "six"]
        return words.indices.contains(count - 2) ? words[count - 2] : String(count)
    }
}
