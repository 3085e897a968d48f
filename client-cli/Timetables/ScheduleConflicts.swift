import NoteItCore
import NoteItTerminal

/// Why there is no timetable, in sentences.
struct ConflictText {
    private let conflicts: ScheduleAnswer.Conflicts

    init(_ conflicts: ScheduleAnswer.Conflicts) { self.conflicts = conflicts }

    var lines: [Styled] {
        var lines = [Styled("There is no timetable. These cannot hold together:", .bad)]
        lines += conflicts.minimal.prefix(12).map { Styled("  " + $0.joined(separator: " + ")) }
        if conflicts.minimal.count > 12 { lines.append(Styled("  and \(conflicts.minimal.count - 12) more", .faint)) }
        if !conflicts.relaxations.isEmpty { lines.append(Styled("What would open some:", .strong)) }
        lines += conflicts.relaxations.map {
            let (count, dropped) = ($0.timetables.grouped, $0.drop.joined(separator: " and "))
            return Styled("  give up \(dropped): \(count) timetable\(count == "1" ? "" : "s")")
        }
        lines.append(Styled("At most \(conflicts.maxCourses) of the courses fit together with all wishes.", .strong))
        lines += conflicts.maxCourseSets.prefix(5).map { Styled("  " + $0.joined(separator: ", ")) }
        if conflicts.maxCourseSets.count > 5 {
            lines.append(Styled("  and \(conflicts.maxCourseSets.count - 5) other sets", .faint))
        }
        if !conflicts.complete { lines.append(Styled("Stopped early: there may be more reasons.", .warning)) }
        return lines
    }
}
