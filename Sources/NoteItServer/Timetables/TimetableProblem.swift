import Foundation
import NoteItCore
import Planning

/// A search in the planner's terms, and the planner's result in the contract's terms.
struct TimetableProblem: Sendable {
    /// The budget of a search that names none. Its answer says so.
    static let longestMillis = 30_000

    private let wanted: TimetableSearch
    private let courses: [PlannableCourse]
    private let wishes: TimetableWishes
    private let locations: LocationNames
    private let problem: PlanProblem

    /// Throws `.invalid` for a course without sections, for campuses of no course, for a CRN or a person that no course has, and for more courses and
    /// wishes than an explanation can name.
    /// - Parameters: `courses`: in the order of the search, those of its groups last; `travelTimes`: those of the catalog; `unknown`: what
    ///   unknown ratings and grade averages count as, where it is not nil.
    init(
        _ wanted: TimetableSearch, courses: [PlannableCourse], travelTimes: [TravelTime],
        unknown: MedianScore = MedianScore(rating: nil, grade: nil)
    ) throws {
        self.wanted = wanted
        self.courses = courses
        let empty = courses.enumerated().filter { $0.element.primaries.isEmpty }.map { index, entry in
            FieldError(
                field: wanted.courseNames[index].field,
                detail: "\(Self.name(entry.course)) has no sections in \(entry.course.term); leave it out")
        }
        if !empty.isEmpty { throw DomainError.invalid(empty) }
        let places = courses.flatMap { $0.course.sections.flatMap { $0.meetings.map(\.place) } }
        locations = LocationNames(
            wanted, times: travelTimes, places: Set(places + (wanted.busy ?? []).compactMap(\.place)))
        wishes = try TimetableWishes(wanted, courses: courses, locations)
        try locations.requireCampus(of: courses.flatMap(\.course.sections))
        var problem = Self.problem(wanted, courses, wishes.all, locations)
        problem.preferences.unknownRating = unknown.rating ?? PlanPrimary.unknownRating
        problem.preferences.unknownGrade = unknown.grade ?? PlanPrimary.unknownGrade
        self.problem = problem
        let items = wanted.courses.count + (wanted.anyOf ?? []).count + wishes.all.count
        if items > TimetableSearch.maxItems {
            throw DomainError.invalid(
                "courses",
                "and wishes must be at most \(TimetableSearch.maxItems) together, are \(items); leave some wishes out")
        }
    }

    /// The time of the search from the start of its work.
    var limit: Duration { .milliseconds(wanted.budgetMillis ?? Self.longestMillis) }

    func answer(budget: SearchBudget) -> TimetableAnswer {
        let plan = Planner.plan(problem, limit: wanted.limit ?? 10, distinct: wanted.distinct ?? true, budget: budget)
        let timetables = plan.timetables.map(timetable)
        let preferences = problem.preferences
        return TimetableAnswer(
            rawCombinations: plan.rawCombinations.description, feasible: plan.feasible.description,
            feasibleDistinct: plan.feasibleDistinct.description, exact: plan.countsAreExact, optimal: plan.isOptimal,
            bound: plan.bound, timetables: timetables,
            assumed: TimetableAnswer.Assumed(rating: preferences.unknownRating, grade: preferences.unknownGrade),
            scores: scores(of: timetables), conflicts: plan.explanation.map(conflicts))
    }

    /// What is known of the primary sections of `timetables`; nil if nothing is.
    private func scores(of timetables: [TimetableAnswer.Timetable]) -> [TimetableAnswer.Score]? {
        let shown = Set(timetables.flatMap { $0.crns + $0.alternatives.flatMap { $0.crns.joined() } })
        let primaries = problem.courses.flatMap(\.primaries).filter { shown.contains($0.section.crn) }
        let scores = primaries.filter { $0.rating != nil || $0.grade != nil }.map {
            TimetableAnswer.Score(crn: $0.section.crn, rating: $0.rating, grade: $0.grade)
        }
        return scores.isEmpty ? nil : scores.sorted { $0.crn < $1.crn }
    }

    private static func problem(
        _ wanted: TimetableSearch, _ courses: [PlannableCourse], _ wishes: [Wish], _ locations: LocationNames
    ) -> PlanProblem {
        var problem = PlanProblem(courses: courses.map { planCourse($0, locations) })
        var next = wanted.courses.count
        for group in wanted.anyOf ?? [] {
            problem.groups.append(PlanProblem.Group(courses: Array(next..<next + group.courses.count), pick: group.pick))
            next += group.courses.count
        }
        problem.wishes = wishes
        problem.campuses = Set(wanted.campuses ?? [])
        problem.preferences = preferences(wanted)
        problem.travel = locations.travel
        return problem
    }

    private static func preferences(_ wanted: TimetableSearch) -> TimetablePreferences {
        var preferences = TimetablePreferences()
        preferences.weights = wanted.weights ?? TimetableWeights()
        let times = (wanted.preferred ?? []).map(\.minute)
        preferences.preferred = stride(from: 0, to: times.count - 1, by: 2).map { times[$0]..<times[$0 + 1] }
        preferences.softBusy = (wanted.busy ?? []).filter { $0.hard == false }.map {
            TimetablePreferences.SoftBusy(days: PlanDays($0.days) ?? [], minutes: $0.start.minute..<$0.end.minute)
        }
        preferences.softDaysOff = Set(TimetableWishes.days(wanted.daysAvoided))
        return preferences
    }

    private static func planCourse(_ entry: PlannableCourse, _ locations: LocationNames) -> PlanCourse {
        let sections = entry.course.sections.keyed(by: \.id)
        let primaries = entry.primaries.compactMap { id -> PlanPrimary? in
            guard let primary = sections[id], let section = planSection(primary, locations) else { return nil }
            let components = primary.components.map { component in
                PlanComponent(
                    name: component.kind,
                    sections: component.sections.compactMap { id in sections[id].flatMap { planSection($0, locations) } })
            }
            return PlanPrimary(
                section: section, components: components.sorted { $0.name < $1.name },
                creditTenths: (primary.credits ?? entry.course.credits)?.tenths ?? 0, rating: entry.scores[id]?.rating,
                grade: entry.scores[id]?.grade)
        }
        return PlanCourse(name: name(entry.course), primaries: primaries)
    }

    /// The section for the planner; nil if its CRN is not a number: no answer could name it.
    private static func planSection(_ section: Section, _ locations: LocationNames) -> PlanSection? {
        guard let crn = Int(section.crn) else { return nil }
        let hasFreeSeat = section.capacity.flatMap { capacity in section.enrolled.map { $0 < capacity } } ?? true
        return PlanSection(
            crn: crn, meetings: section.meetings.map { planMeeting($0, locations) },
            campuses: locations.campuses(of: section), hasFreeSeat: hasFreeSeat)
    }

    private static func planMeeting(_ meeting: Meeting, _ locations: LocationNames) -> PlanMeeting {
        let dates = meeting.startsOn.flatMap { first in
            meeting.endsOn.map { date(first)...max(date(first), date($0)) }
        }
        return PlanMeeting(
            days: PlanDays(meeting.days) ?? [], start: meeting.start.minute, end: meeting.end.minute, dates: dates,
            building: locations.building(of: meeting.place))
    }

    private static func date(_ day: Day) -> Int { Int((day.start(in: .gmt).timeIntervalSince1970 / 86_400).rounded(.down)) }

    private static func name(_ course: Course) -> String { "\(course.subject) \(course.number)" }

    private func timetable(_ table: Timetable) -> TimetableAnswer.Timetable {
        TimetableAnswer.Timetable(
            cost: table.cost, crns: table.crns,
            parts: TimetableAnswer.Parts(
                idleMinutes: table.parts.idleMinutes, days: table.parts.days,
                minutesOutsidePreferred: table.parts.minutesOutsidePreferred, walkingMinutes: table.parts.walkingMinutes,
                rating: table.parts.rating, grade: table.parts.grade, untimed: table.parts.untimed, full: table.parts.full,
                otherCampuses: table.parts.otherCampuses, soft: table.parts.soft),
            alternatives: table.choices.filter { !$0.alternatives.isEmpty }.map {
                TimetableAnswer.Alternatives(course: courses[$0.course].course.id, crns: $0.alternatives)
            }, unrated: primaries(of: table) { $0.rating == nil }, ungraded: primaries(of: table) { $0.grade == nil })
    }

    /// The CRNs of a timetable's primary sections for which a condition holds.
    private func primaries(of table: Timetable, where holds: (PlanPrimary) -> Bool) -> [Int] {
        table.choices.compactMap { choice in
            let primary = problem.courses[choice.course].primaries.first { $0.section.crn == choice.crns.first }
            return primary.flatMap { holds($0) ? $0.section.crn : nil }
        }
    }

    private func conflicts(_ explanation: Explanation) -> TimetableAnswer.Conflicts {
        TimetableAnswer.Conflicts(
            minimal: explanation.minimalConflicts.map { $0.map(text) }, maxCourses: explanation.maxCourses,
            maxCourseSets: explanation.maxCourseSets.map { $0.map { Self.name(courses[$0].course) } },
            relaxations: explanation.relaxations.map {
                TimetableAnswer.Relaxation(drop: $0.dropped.map(text), timetables: $0.timetables.description)
            }, otherRelaxations: explanation.otherRelaxations, complete: explanation.isComplete)
    }

    private func text(_ item: Explanation.Item) -> String {
        switch item {
        case .course(let index): return "course \(Self.name(courses[index].course))"
        case .group(let index):
            let group = problem.groups[index]
            return "any \(group.pick) of \(group.courses.map { Self.name(courses[$0].course) }.joined(separator: ", "))"
        case .wish(let wish): return wishes.text(of: wish)
        case .travel: return locations.text
        }
    }
}

extension Credits {
    /// Ten times the credits, or the lower end of a range such as `1-6`; nil if that is not a number.
    fileprivate var tenths: Int? {
        let first = description.split { $0 == "-" || $0 == " " }.first.flatMap { Double($0) }
        return first.flatMap { (0...1_000).contains($0) ? Int(($0 * 10).rounded(.toNearestOrEven)) : nil }
    }
}
