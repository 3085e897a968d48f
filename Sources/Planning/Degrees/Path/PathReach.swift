/// The earliest terms of courses, without limits of credits.
extension PathInstance {
    /// Where a fixpoint begins.
    struct Start {
        var when: [Int]
        var term = 0
        /// Halves before `term`.
        var before: Int
    }

    var start: Start { Start(when: Array(repeating: Self.never, count: count), before: table.recordHalves) }

    /// The earliest terms below `end` under prerequisites, seasons and standing, if each term were full.
    /// - Parameters:
    ///   - isAllowed: the courses that may be placed.
    ///   - delayed: a course that may not be placed before a term.
    func reach(_ isAllowed: [Bool], from start: Start, until end: Int, delayed: (course: Int, term: Int)? = nil) -> [Int] {
        var when = start.when
        var before = Array(repeating: start.before, count: end + 1)
        var (term, quiet) = (start.term, 0)
        var left = (0..<count).filter { isAllowed[$0] && when[$0] == Self.never && seasons[$0] != 0 }
        while term < end, !left.isEmpty {
            let tried = left.filter { isOpen($0, in: term) && !(delayed?.course == $0 && term < delayed?.term ?? 0) }
            for course in tried { when[course] = term }
            var hasChanged = true
            while hasChanged {
                hasChanged = false
                for course in tried where when[course] == term {
                    if !forest.isMet(roots[course], at: term, when, before, gain) {
                        when[course] = Self.never
                        hasChanged = true
                    }
                }
            }
            let count = left.count
            left.removeAll { when[$0] != Self.never }
            quiet = left.count < count || before[term] < forest.mostStanding || term <= delayed?.term ?? 0 ? 0 : quiet + 1
            if quiet > 3 { break }
            before[term + 1] = before[term] + limit(term)
            term += 1
        }
        return when
    }

    /// Like `reach`, without courses that no pattern and no tree of a placed course names.
    func close(_ isAllowed: [Bool], from start: Start? = nil, until end: Int, delayed: (course: Int, term: Int)? = nil) -> [Int]
    {
        let start = start ?? self.start
        var isAllowed = isAllowed
        while true {
            let when = reach(isAllowed, from: start, until: end, delayed: delayed)
            var orphans = [Int]()
            for course in 0..<count where when[course] != Self.never && !isNamed[course] {
                if !hasParent(course, when) { orphans.append(course) }
            }
            let loose = orphans.filter { start.when[$0] == Self.never }
            if loose.isEmpty { return when }
            for course in loose { isAllowed[course] = false }
        }
    }

    func hasParent(_ course: Int, _ when: [Int]) -> Bool {
        isNamed[course] || parents[course].contains { when[$0] != Self.never }
    }

    func shortfall(_ when: [Int]) -> PathAssignment.Shortfall { assignment.shortfall { when[$0] != Self.never } }
}
