import NoteItClient
import NoteItCore
import NoteItTerminal

/// The result of a search for timetables.
struct FoundTimetables {
    let term: Term
    let answer: TimetableAnswer
    /// The courses of the search, as the server was asked for them.
    let names: [String]
    /// The times that were kept free.
    let busy: BusyTimes

    /// The count, the ranked timetables and the week of one; or why there is none.
    func show(_ index: Int, _ context: CommandContext) async throws {
        if let conflicts = answer.conflicts { return context.out(conflicts.lines(naming: busy.named)) }
        // The time may be over before the first one is found.
        guard answer.timetables.indices.contains(index) else { return }
        let table = try await table(context)
        list(table, context)
        context.out("")
        draw(index, table, context)
    }

    /// Asks for the courses, all at the same time: only now are their sections needed.
    func table(_ context: CommandContext) async throws -> TimetablesTable {
        let courses = try await withThrowingTaskGroup(of: (Int, Course).self) { group in
            for (index, name) in names.enumerated() {
                group.addTask { (index, try await context.resolvedCourse(name, in: term.id)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
        return TimetablesTable(answer, courses: courses)
    }

    /// The count and the ranked timetables.
    func list(_ table: TimetablesTable, _ context: CommandContext) {
        let least = answer.exact ? "" : "at least "
        let (all, distinct) = (answer.feasible, answer.feasibleDistinct.grouped)
        let best = answer.timetables.count == 1 ? "The best:" : "The best \(answer.timetables.count):"
        context.say(
            Styled("\(least)\(counted(all, "timetable")), \(least)\(distinct) with different times. ", .strong) + Styled(best))
        if !answer.optimal {
            let bound = answer.bound.map(String.init) ?? "these"
            context.say(Styled("Stopped early: every timetable left out costs at least \(bound).", .warning))
        }
        context.out(table.lines(width: context.width))
    }

    func draw(_ index: Int, _ table: TimetablesTable, _ context: CommandContext) {
        let timetable = answer.timetables[index]
        if answer.timetables.count > 1 { context.out(Styled("Timetable \(index + 1)", .heading)) }
        context.show(table.entries(timetable), around: busy.drawn)
        context.out(table.notes(timetable, besides: busy.campuses, width: context.width))
    }

    /// The week of one as a picture.
    func draw(_ index: Int, named title: String, into path: String, _ context: CommandContext) async throws {
        try context.draw(try await table(context).entries(answer.timetables[index]), named: title, into: path)
    }

    func save(_ index: Int, as name: String, _ context: CommandContext) async throws -> SavedTimetable {
        try await context.save(answer.timetables[index].crns, as: name, in: term.id)
    }

    func saySaved(_ timetable: SavedTimetable, _ context: CommandContext) {
        let name = timetable.name.isTypable ? timetable.name.quotedForShell : timetable.id.description
        context.say(Styled("Kept as \(timetable.name).", .good) + " See it with: noteit schedule view \(name)")
    }
}

extension CommandContext {
    /// A course that the search for timetables knows by this name.
    fileprivate func resolvedCourse(_ name: String, in term: Term.ID) async throws -> Course {
        if let id = CourseReference(name)?.id(in: term) {
            do { return try await client.course(id) } catch ClientError.problem(let problem) where problem.status == 404 {}
        }
        return try await catalogCourse(name, term: term)
    }
}

extension TimetableAnswer.Conflicts {
    /// Why there is no timetable, in sentences.
    /// - Parameter named: a course or wish in other words.
    fileprivate func lines(naming named: (String) -> String) -> [Styled] {
        var lines = [Styled("There is no timetable. These conflict:", .bad)]
        lines += minimal.prefix(12).map { Styled("  " + $0.map(named).joined(separator: " + ")) }
        if minimal.count > 12 { lines.append(Styled("  and \(minimal.count - 12) more", .faint)) }
        if !relaxations.isEmpty { lines.append(Styled("What would open some:", .strong)) }
        lines += relaxations.map {
            Styled("  give up \($0.drop.map(named).joined(separator: " and ")): \(counted($0.timetables, "timetable"))")
        }
        if otherRelaxations > 0 { lines.append(Styled("  and \(counted(otherRelaxations, "other way"))", .faint)) }
        if let maxCourses {
            lines.append(Styled("At most \(maxCourses) of the courses fit together with all wishes.", .strong))
        }
        lines += maxCourseSets.prefix(5).map { Styled("  " + $0.joined(separator: ", ")) }
        if maxCourseSets.count > 5 { lines.append(Styled("  and \(maxCourseSets.count - 5) other sets", .faint)) }
        if !complete { lines.append(Styled("Stopped early: there may be more reasons.", .warning)) }
        return lines
    }
}
