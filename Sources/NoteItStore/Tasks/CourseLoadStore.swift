import Foundation
import NoteItCore

extension SQLStore {
    public func load(of course: Course.ID, from: Day, to: Day, by account: Account.ID) async throws -> CourseLoad {
        try await read { db in
            try Membership.requireStaff(account, in: course, db)
            guard from <= to, to < from.adding(days: CourseLoad.mostDays) else {
                throw DomainError.invalid("to", "must be from to \(CourseLoad.mostDays - 1) days after it")
            }
            return try CourseLoad(days: OtherDeadlines(ofStudentsIn: course, from: from, to: to, db).groups)
        }
    }
}

/// The deadlines that a course's students have in their other courses.
private struct OtherDeadlines {
    private let days: [Day]
    private var students: Set<Account.ID> = []
    /// The number of deadlines of each student who has any, by day.
    private var counts: [Day: [Account.ID: Int]] = [:]

    /// O(n + m) for n places and m deadlines that those students have.
    init(ofStudentsIn course: Course.ID, from: Day, to: Day, _ db: SQLConnection) throws {
        days = Array(sequence(first: from) { $0 < to ? $0.adding(days: 1) : nil })
        let ids: [Account.ID] = try db.column(
            "SELECT DISTINCT account_id FROM enrollment WHERE course_id = ? AND role = 'student'", course)
        students = Set(ids)
        guard students.count >= CourseLoad.smallestGroup else { return }
        let places: [(account: Account.ID, course: Course.ID, section: Section.ID)] = try db.decoded(
            """
            SELECT o.account_id, o.course_id, o.section_id FROM enrollment o
            WHERE o.role = 'student' AND o.course_id <> ?1 AND o.account_id IN (
                SELECT m.account_id FROM enrollment m WHERE m.course_id = ?1 AND m.role = 'student')
            """, [course]
        ) { ($0[0], $0[1], $0[2]) }
        let deadlines = try deadlines(in: Set(places.map(\.course)), db)
        for (student, places) in Dictionary(grouping: places, by: \.account) {
            let sections = Set(places.map(\.section))
            for deadline in Set(places.map(\.course)).flatMap({ deadlines[$0] ?? [] }) where deadline.isFor(sections) {
                counts[deadline.day, default: [:]][student, default: 0] += 1
            }
        }
    }

    private struct Deadline {
        var day: Day
        /// None: the whole course.
        var sections: [Section.ID]

        func isFor(_ held: Set<Section.ID>) -> Bool { sections.isEmpty || sections.contains(where: held.contains) }
    }

    private func deadlines(in courses: Set<Course.ID>, _ db: SQLConnection) throws -> [Course.ID: [Deadline]] {
        guard let first = days.first, let last = days.last else { return [:] }
        let found: [(course: Course.ID, deadline: Deadline)] = try db.decoded(
            """
            SELECT e.course_id, e.due_day,
                (SELECT group_concat(s.section_id, ' ') FROM event_section s WHERE s.event_id = e.id)
            FROM event e
            WHERE e.course_id IN (SELECT value FROM json_each(?)) AND e.deleted_at IS NULL AND e.visibility = 'public'
                AND e.due_day >= ? AND e.due_day <= ?
            """, [try jsonArray(courses), first, last]
        ) { ($0[0], Deadline(day: $0[1], sections: Section.ID.list($0[2]))) }
        return Dictionary(grouping: found, by: \.course).mapValues { $0.map(\.deadline) }
    }

    /// None for a course with too few students.
    var groups: [CourseLoad.Group] {
        guard students.count >= CourseLoad.smallestGroup else { return [] }
        return days.flatMap { day in
            let busy = counts[day] ?? [:]
            var sizes = Dictionary(grouping: busy.values, by: \.self).mapValues(\.count)
            sizes[0] = students.count - busy.count
            return Self.merged(sizes).map { group in
                let share = Double(group.size) / Double(students.count)
                return CourseLoad.Group(day: day, deadlines: group.deadlines, share: (share * 100).rounded() / 100)
            }
        }
    }

    /// Groups of at least five, fewest deadlines first. A group begins at a number that five students have, with five below it.
    /// The lowest begins at 0, unless more than five have its number: someone who knows what four students have does not learn
    /// what the fifth has.
    /// - Parameter sizes: the number of students with each number of deadlines.
    private static func merged(_ sizes: [Int: Int]) -> [(deadlines: Int, size: Int)] {
        let sizes = sizes.filter { $0.value > 0 }.sorted { $0.key < $1.key }
        guard let lowest = sizes.first else { return [] }
        var groups = [(deadlines: lowest.value > CourseLoad.smallestGroup ? lowest.key : 0, size: lowest.value)]
        for (deadlines, size) in sizes.dropFirst() {
            let last = groups.count - 1
            if size >= CourseLoad.smallestGroup, groups[last].size >= CourseLoad.smallestGroup {
                groups.append((deadlines, size))
            } else {
                groups[last].size += size
            }
        }
        return groups
    }
}
