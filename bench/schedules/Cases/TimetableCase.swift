import Foundation
import NoteItCore
import Planning

/// A case of `schedule_cases_public.json`: a search and its exact expected result.
public struct TimetableCase: Decodable, Sendable {
    public struct Busy: Decodable, Sendable {
        public var days, start, end: String
    }

    public struct Weights: Decodable, Sendable {
        public var gap, day, pref, rating, gpa: Int?
    }

    public struct Entry: Decodable, Sendable, Equatable {
        public var cost: Int
        public var crns: [Int]
        public var gapMinutes, days: Int

        public init(cost: Int, crns: [Int], gapMinutes: Int, days: Int) {
            (self.cost, self.crns, self.gapMinutes, self.days) = (cost, crns, gapMinutes, days)
        }

        enum CodingKeys: String, CodingKey {
            case cost, crns, days
            case gapMinutes = "gap_minutes"
        }
    }

    public struct Expected: Decodable, Sendable {
        public var rawCombinations: Int
        public var feasible: Int
        public var feasibleDistinctTimes: Int
        public var top: [Entry]
        public var topDistinct: [Entry]?
        public var minimalConflicts: [[String]]?
        public var maxCourses: Int?
        public var maxCourseSubsets: [[String]]?

        enum CodingKeys: String, CodingKey {
            case feasible, top
            case rawCombinations = "raw_combinations"
            case feasibleDistinctTimes = "feasible_distinct_times"
            case topDistinct = "top_distinct"
            case minimalConflicts = "minimal_conflicts"
            case maxCourses = "max_courses"
            case maxCourseSubsets = "max_course_subsets"
        }
    }

    public var id, term: String
    public var courses: [String]
    public var busy: [Busy]?
    public var daysOff, earliest, latest: String?
    public var preferred, campuses: [String]?
    public var weights: Weights?
    public var expected: Expected?

    enum CodingKeys: String, CodingKey {
        case id, term, courses, busy, earliest, latest, preferred, campuses, weights, expected
        case daysOff = "days_off"
    }

    /// The cases of a file. Throws if the file is missing or malformed.
    public static func load(_ path: String) throws -> [TimetableCase] {
        struct File: Decodable { var cases: [TimetableCase] }
        return try JSONDecoder().decode(File.self, from: Data(contentsOf: URL(fileURLWithPath: path))).cases
    }

    /// The search as the planner's problem. Skips courses that the term does not have.
    public func problem(in real: RealTerm) -> PlanProblem {
        var problem = PlanProblem(courses: courses.compactMap { real.courses[$0] })
        let minutes = { (text: String) in RealTerm.minutes(text) ?? 0 }
        problem.wishes = (busy ?? []).map { .busy(PlanDays($0.days) ?? [], start: minutes($0.start), end: minutes($0.end)) }
        problem.wishes += (daysOff ?? "").flatMap { letter in PlanDays(String(letter))?.numbers.map { .dayOff($0) } ?? [] }
        if let earliest { problem.wishes.append(.earliest(minutes(earliest))) }
        if let latest { problem.wishes.append(.latest(minutes(latest))) }
        problem.campuses = Set(campuses ?? [])
        if let preferred { problem.preferences.preferred = [minutes(preferred[0])..<minutes(preferred[1])] }
        var weights = TimetableWeights()
        weights.gap = self.weights?.gap ?? weights.gap
        weights.day = self.weights?.day ?? weights.day
        weights.preferred = self.weights?.pref ?? weights.preferred
        weights.rating = self.weights?.rating ?? weights.rating
        weights.grade = self.weights?.gpa ?? weights.grade
        problem.preferences.weights = weights
        return problem
    }

    /// An item of an explanation in the notation of the cases.
    public func text(_ item: Explanation.Item) -> String {
        let time = { (minute: Int) in String(format: "%02d%02d", minute / 60, minute % 60) }
        switch item {
        case .course(let index): return "course: \(courses[index])"
        case .wish(.busy(let days, let start, let end, _)): return "constraint: busy \(days.text) \(time(start))-\(time(end))"
        case .wish(.dayOff(let day)): return "constraint: day off \(PlanDays.letters[day])"
        case .wish(.earliest(let minute)): return "constraint: no class before \(time(minute))"
        case .wish(.latest(let minute)): return "constraint: no class after \(time(minute))"
        case .group, .wish, .travel: return "\(item)"
        }
    }
}
