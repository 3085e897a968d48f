/// Choices of one course that take the same time. They clash with the same choices and differ only in rating and grade.
struct OptionClass {
    let course: Int
    let shape: WeekShape
    /// The meetings of its choices, if walking matters; else empty.
    let meetings: [PlanMeeting]
    /// The campuses where the choices are taught; empty if their number has no cost.
    let campuses: Set<String>
    /// The cost of the times, and its parts. All members share them.
    let timeCost: Int
    /// The bits of the problem's wishes that forbid it.
    let violations: UInt64
    /// The choices of the class, by cost, then by CRNs.
    var members: [OptionMember]
}

/// One choice: the CRNs of a primary section and of its components, in order.
struct OptionMember {
    /// The choice's whole cost, the class's `timeCost` included.
    let cost: Int
    let crns: [Int]
    /// `C (500 - R)` and `C (400 - A)`, without weights.
    let rating: Int
    let grade: Int
    /// The numbers of its sections without a fixed time, and without a free seat.
    let untimed: Int
    let full: Int

    static func precedes(_ left: OptionMember, _ right: OptionMember) -> Bool {
        left.cost != right.cost ? left.cost < right.cost : left.crns.lexicographicallyPrecedes(right.crns)
    }
}

/// All choices of all courses, folded into classes, and the clashes between classes.
///
/// Complexity: O(choices + patterns^2 + classes^2) time, with a small factor for the words of a row.
struct OptionTable {
    let grid: TimetableGrid
    let preferences: TimetablePreferences
    let travel: Travel?
    /// The classes of all courses, in the problem's order of courses.
    private(set) var classes: [OptionClass] = []
    /// The classes of each course.
    private(set) var ranges: [Range<Int>] = []
    /// For each class, the classes of other courses that clash with it.
    private(set) var clashes = BitMatrix(rows: 0, columns: 0)
    /// The number of choices of each course, before any filter.
    private(set) var rawChoices: [Int] = []

    /// - Parameter keepingViolators: whether to keep choices that a wish forbids. Explanations need them.
    init(_ problem: PlanProblem, keepingViolators: Bool = false) {
        let patterns = MeetingPatterns(problem.courses, travel: problem.travel)
        grid = TimetableGrid(patterns.meetings)
        (preferences, travel) = (problem.preferences, problem.travel)
        let maker = ShapeMaker(patterns.meetings, grid: grid, preferences: problem.preferences)
        let rules = SectionRules(problem, patterns)
        var owned: [[Int]] = []
        for (index, course) in problem.courses.enumerated() {
            var builder = ClassBuilder(
                course: index, preferences: problem.preferences, maker: maker,
                places: problem.travel == nil ? nil : patterns.meetings)
            var walk = ChoiceWalk(
                rules: rules, patterns: patterns, wishes: rules.pins(of: course), keepingViolators: keepingViolators)
            for primary in course.primaries {
                walk.visit(primary) { builder.fold(primary, $0) }
            }
            rawChoices.append(walk.count)
            ranges.append(classes.count..<classes.count + builder.classes.count)
            owned += builder.patterns
            classes += builder.finished()
        }
        clashes = Self.clashes(of: classes.map(\.course), owned, patterns)
    }

    private static func clashes(of courses: [Int], _ owned: [[Int]], _ patterns: MeetingPatterns) -> BitMatrix {
        var own = BitMatrix(rows: courses.count, columns: patterns.count)
        var hit = BitMatrix(rows: courses.count, columns: patterns.count)
        for (index, members) in owned.enumerated() {
            for pattern in members {
                own.set(index, pattern)
                hit.unite(index, with: patterns.clashes, row: pattern)
            }
        }
        var clashes = BitMatrix(rows: courses.count, columns: courses.count)
        for left in courses.indices {
            for right in 0..<left where courses[left] != courses[right] && hit.meets(left, own, right) {
                clashes.set(left, right)
                clashes.set(right, left)
            }
        }
        return clashes
    }
}

/// Gathers the choices of one course into classes.
private struct ClassBuilder {
    let course: Int
    let preferences: TimetablePreferences
    let maker: ShapeMaker
    /// The meetings of each pattern, if their buildings matter and so keep apart choices with the same times.
    let places: [[PlanMeeting]]?
    private(set) var classes: [OptionClass] = []
    /// For each class, the patterns of one of its choices.
    private(set) var patterns: [[Int]] = []

    private struct TimeKey: Hashable {
        let week, dated: [UInt64]
        let violations: UInt64
        let places: [Int]
        let campuses: Set<String>
    }

    private struct PatternKey: Hashable {
        let patterns: [Int]
        let violations: UInt64
        let campuses: Set<String>
    }

    private var byTimes: [TimeKey: Int] = [:]
    private var byPatterns: [PatternKey: Int] = [:]

    init(course: Int, preferences: TimetablePreferences, maker: ShapeMaker, places: [[PlanMeeting]]?) {
        (self.course, self.preferences, self.maker, self.places) = (course, preferences, maker, places)
    }

    mutating func fold(_ primary: PlanPrimary, _ choice: ChoiceWalk.Choice) {
        let index = place(choice)
        let weights = preferences.weights
        let rating = primary.creditTenths * (500 - (primary.rating ?? preferences.unknownRating))
        let grade = primary.creditTenths * (400 - (primary.grade ?? preferences.unknownGrade))
        let untimed = choice.crns.count - choice.patterns.count
        let cost =
            weights.rating * rating + weights.grade * grade + weights.untimed * untimed + weights.full * choice.full
            + classes[index].timeCost
        classes[index].members.append(
            OptionMember(
                cost: cost, crns: choice.crns, rating: rating, grade: grade, untimed: untimed, full: choice.full))
    }

    private mutating func place(_ choice: ChoiceWalk.Choice) -> Int {
        let (ids, violations) = (choice.patterns.sorted(), choice.violations)
        let key = PatternKey(patterns: ids, violations: violations, campuses: choice.campuses)
        if let known = byPatterns[key] { return known }
        let shape = maker.shape(of: ids)
        let times = TimeKey(
            week: shape.week, dated: shape.dated, violations: violations, places: places == nil ? [] : ids,
            campuses: choice.campuses)
        let index = byTimes[times] ?? classes.count
        if index == classes.count {
            let cost = preferences.weights.preferred * shape.minutesOutsidePreferred + shape.softCost
            let meetings = places.map { places in ids.flatMap { places[$0] } } ?? []
            classes.append(
                OptionClass(
                    course: course, shape: shape, meetings: meetings, campuses: choice.campuses, timeCost: cost,
                    violations: violations, members: []))
            patterns.append(ids)
            byTimes[times] = index
        }
        byPatterns[key] = index
        return index
    }

    func finished() -> [OptionClass] {
        classes.map { option in
            var option = option
            option.members.sort(by: OptionMember.precedes)
            return option
        }
    }
}
