import Foundation
import NoteItCore
import Planning

/// A search as the planner takes it, and the planner's result as it goes over the wire.
struct SchedulePlan: Sendable {
    /// A search that was given no budget ends after so long, and says so.
    static let longestMillis = 30_000

    private let wanted: ScheduleSearch
    private let courses: [PlannableCourse]

    /// - Parameter courses: in the order in which the search names them, its groups' last.
    /// Throws `.invalid` for a pinned CRN that is of none of the courses.
    init(_ wanted: ScheduleSearch, courses: [PlannableCourse]) throws {
        self.wanted = wanted
        self.courses = courses
        let known = Set(courses.flatMap { $0.course.sections.compactMap { Int($0.crn) } })
        let faults = (wanted.pinned ?? []).enumerated().filter { !known.contains($0.element) }.map {
            FieldError(field: "pinned.\($0.offset)", detail: "is no section of these courses: \($0.element)")
        }
        if !faults.isEmpty { throw DomainError.invalid(faults) }
    }

    func answer(budget: SearchBudget) -> ScheduleAnswer {
        let plan = Planner.plan(problem, limit: wanted.limit ?? 10, distinct: wanted.distinct ?? true, budget: budget)
        return ScheduleAnswer(
            rawCombinations: plan.rawCombinations.description, feasible: plan.feasible.description,
            feasibleDistinct: plan.feasibleDistinct.description, exact: plan.countsAreExact, optimal: plan.isOptimal,
            bound: plan.bound, timetables: plan.timetables.map(timetable), conflicts: plan.explanation.map(conflicts))
    }

    private var problem: PlanProblem {
        var problem = PlanProblem(courses: courses.map(planCourse))
        var next = wanted.courses.count
        for group in wanted.anyOf ?? [] {
            problem.groups.append(PlanProblem.Group(courses: Array(next..<next + group.courses.count), pick: group.pick))
            next += group.courses.count
        }
        problem.wishes = wishes
        problem.campuses = Set(wanted.campuses ?? [])
        problem.preferences = preferences
        problem.travel = wanted.breakMinutes.flatMap { $0 > 0 ? Travel(fixedBreak: $0) : nil }
        return problem
    }

    private var wishes: [Wish] {
        var wishes: [Wish] = (wanted.busy ?? []).filter { $0.hard ?? true }.map {
            .busy(PlanDays($0.days) ?? [], start: $0.start.minute, end: $0.end.minute)
        }
        wishes += Self.days(wanted.daysOff).map { .dayOff($0) }
        if let earliest = wanted.earliest { wishes.append(.earliest(earliest.minute)) }
        if let latest = wanted.latest { wishes.append(.latest(latest.minute)) }
        if wanted.openOnly == true { wishes.append(.freeSeats) }
        wishes += pins
        return wishes + (wanted.excluded ?? []).map { .excluded($0) }
    }

    /// Pins of one kind of section of one course are alternatives, pins of different kinds must all be met.
    private var pins: [Wish] {
        let pinned = Set(wanted.pinned ?? [])
        guard !pinned.isEmpty else { return [] }
        return courses.flatMap { entry -> [Wish] in
            let own = entry.course.sections.filter { Int($0.crn).map(pinned.contains) ?? false }
            let kinds = Dictionary(grouping: own) { entry.primaries.contains($0.id) ? "" : $0.kind }
            return kinds.sorted { $0.key < $1.key }.map { .pinned($0.value.compactMap { Int($0.crn) }) }
        }
    }

    /// Numbers of the days that letters name, in the letters' order.
    private static func days(_ letters: String?) -> [Int] {
        (letters ?? "").flatMap { PlanDays(String($0))?.numbers ?? [] }
    }

    private var preferences: Preferences {
        var preferences = Preferences()
        let weights = wanted.weights ?? ScheduleSearch.Weights()
        preferences.weights.gap = weights.gap ?? 50
        preferences.weights.day = weights.day ?? 0
        preferences.weights.preferred = weights.preferred ?? 10
        preferences.weights.rating = weights.rating ?? 1
        preferences.weights.grade = weights.grade ?? 1
        let times = (wanted.preferred ?? []).map(\.minute)
        preferences.preferred = stride(from: 0, to: times.count - 1, by: 2).map { times[$0]..<times[$0 + 1] }
        preferences.softBusy = (wanted.busy ?? []).filter { $0.hard == false }.map {
            Preferences.SoftBusy(
                days: PlanDays($0.days) ?? [], minutes: $0.start.minute..<$0.end.minute, weight: weights.busy ?? 50)
        }
        for day in Self.days(wanted.daysAvoided) { preferences.softDaysOff[day] = weights.dayAvoided ?? 5_000 }
        return preferences
    }

    private func planCourse(_ entry: PlannableCourse) -> PlanCourse {
        let sections = Dictionary(entry.course.sections.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let primaries = entry.primaries.compactMap { id -> PlanPrimary? in
            guard let primary = sections[id], let section = planSection(primary) else { return nil }
            let components = primary.components.map { component in
                PlanComponent(
                    name: component.kind, sections: component.sections.compactMap { sections[$0].flatMap(planSection) })
            }
            return PlanPrimary(
                section: section, components: components.sorted { $0.name < $1.name },
                creditTenths: entry.course.credits?.tenths ?? 0, rating: entry.scores[id]?.rating,
                grade: entry.scores[id]?.grade)
        }
        return PlanCourse(name: Self.name(entry.course), primaries: primaries)
    }

    /// Nil for a registration number that is no number: nobody could be told to register for it.
    private func planSection(_ section: Section) -> PlanSection? {
        guard let crn = Int(section.crn) else { return nil }
        let hasFreeSeat = section.capacity.flatMap { capacity in section.enrolled.map { $0 < capacity } } ?? true
        return PlanSection(
            crn: crn, meetings: section.meetings.map(planMeeting), campuses: Set(section.meetings.compactMap(campus)),
            hasFreeSeat: hasFreeSeat)
    }

    private func planMeeting(_ meeting: Meeting) -> PlanMeeting {
        let dates = meeting.startsOn.flatMap { first in
            meeting.endsOn.map { Self.date(first)...max(Self.date(first), Self.date($0)) }
        }
        // A place is campus, building and room; without the room it is the building.
        let building = wanted.breakMinutes == nil ? "" : meeting.place.split(separator: " ").dropLast().joined(separator: " ")
        return PlanMeeting(
            days: PlanDays(meeting.days) ?? [], start: meeting.start.minute, end: meeting.end.minute, dates: dates,
            building: building)
    }

    /// A place begins with its campus, if that is known; nil where it is empty.
    private func campus(_ meeting: Meeting) -> String? {
        guard !meeting.place.isEmpty else { return nil }
        return wanted.campuses?.first { meeting.place == $0 || meeting.place.hasPrefix($0 + " ") } ?? meeting.place
    }

    private static func date(_ day: Day) -> Int { Int((day.start(in: .gmt).timeIntervalSince1970 / 86_400).rounded(.down)) }

    private static func name(_ course: Course) -> String { "\(course.subject) \(course.number)" }

    private func timetable(_ table: Timetable) -> ScheduleAnswer.Timetable {
        ScheduleAnswer.Timetable(
            cost: table.cost, crns: table.crns,
            parts: ScheduleAnswer.Parts(
                idleMinutes: table.parts.idleMinutes, days: table.parts.days,
                minutesOutsidePreferred: table.parts.minutesOutsidePreferred, rating: table.parts.rating,
                grade: table.parts.grade,
                soft: table.parts.soft),
            alternatives: table.choices.filter { !$0.alternatives.isEmpty }.map {
                ScheduleAnswer.Alternatives(course: courses[$0.course].course.id, crns: $0.alternatives)
            })
    }

    private func conflicts(_ explanation: Explanation) -> ScheduleAnswer.Conflicts {
        ScheduleAnswer.Conflicts(
            minimal: explanation.minimalConflicts.map { $0.map(text) }, maxCourses: explanation.maxCourses,
            maxCourseSets: explanation.maxCourseSets.map { $0.map { Self.name(courses[$0].course) } },
            relaxations: explanation.relaxations.map {
                ScheduleAnswer.Relaxation(drop: $0.dropped.map(text), timetables: $0.timetables.description)
            }, complete: explanation.isComplete)
    }

    private func text(_ item: Explanation.Item) -> String {
        let time = { (minute: Int) in WallTime(minute: minute).map(String.init) ?? "" }
        switch item {
        case .course(let index): return "course \(Self.name(courses[index].course))"
        case .group(let index):
            let group = problem.groups[index]
            return "any \(group.pick) of \(group.courses.map { Self.name(courses[$0].course) }.joined(separator: ", "))"
        case .wish(.busy(let days, let start, let end)): return "busy \(days.text) \(time(start))-\(time(end))"
        case .wish(.dayOff(let day)): return "day off \(PlanDays.letters[day])"
        case .wish(.earliest(let minute)): return "no class before \(time(minute))"
        case .wish(.latest(let minute)): return "no class after \(time(minute))"
        case .wish(.freeSeats): return "free seats"
        case .wish(.pinned(let crns)): return "pinned \(crns.map(String.init).joined(separator: " or "))"
        case .wish(.excluded(let crn)): return "excluded \(crn)"
        }
    }
}

extension Credits {
    /// Ten times the credits; of a range such as `1-6` the first. Nil if that is no number.
    fileprivate var tenths: Int? {
        let first = description.split { $0 == "-" || $0 == " " }.first.flatMap { Double($0) }
        return first.flatMap { (0...1_000).contains($0) ? Int(($0 * 10).rounded(.toNearestOrEven)) : nil }
    }
}
