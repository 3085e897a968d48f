/// The earliest terms of courses, without limits of credits.
extension PathInstance {
    /// The state in which a fixpoint begins.
    struct Start {
        var when: [Int]
        var term = 0
        /// Halves before `term`.
        var before: Int
    }

    /// The steps that a pass over all courses counts for each of them, because it makes and reads some arrays.
    private static let stepsPerCourse = 6

    var start: Start { Start(when: Array(repeating: Self.never, count: count), before: table.recordHalves) }

    /// The earliest terms below `end` under prerequisites, seasons and standing, if each term were full.
    /// - Parameters:
    ///   - isAllowed: the courses that may be placed.
    ///   - delayed: a course that may not be placed before a term.
    func reach(_ isAllowed: [Bool], from start: Start, until end: Int, delayed: (course: Int, term: Int)? = nil) -> [Int] {
        var when = start.when
        var before = start.before
        var (term, quiet) = (start.term, 0)
        // For each course, a bit for each season in which it was not tried since a course that it names was placed.
        var pending = (0..<count).map { isAllowed[$0] && when[$0] == Self.never ? seasons[$0] : 0 }
        var left = (0..<count).filter { pending[$0] != 0 }
        var tried: [Int] = []
        effort.spend(Self.stepsPerCourse * count)
        /// - Parameter courses: may be placed in terms in which they could not be before.
        func wake(_ courses: [Int]) {
            var open = courses
            while let course = open.popLast() {
                guard isAllowed[course], when[course] == Self.never, pending[course] != seasons[course] else { continue }
                if pending[course] == 0 { left.append(course) }
                pending[course] = seasons[course]
                effort.spend(concurrentParents[course].count)
                open += concurrentParents[course]
            }
        }
        while term < end, !left.isEmpty, !effort.isExhausted {
            effort.spend(Self.stepsPerCourse * left.count)
            let season = UInt8(1) << season(of: term)
            if let delayed, delayed.term == term { wake(concurrentParents[delayed.course]) }
            // In its seasons a course fits into a term without kept courses.
            let room = term < kept.end ? limit(term) : .max
            tried.removeAll(keepingCapacity: true)
            for course in left where pending[course] & season != 0 && load[course] <= room {
                if delayed?.course != course || term >= delayed?.term ?? 0 { tried.append(course) }
            }
            place(tried, in: term, before, &when)
            for course in tried where !isTimely[course] { pending[course] &= ~season }
            left.removeAll { when[$0] != Self.never || pending[$0] == 0 }
            var isPlaced = false
            for course in tried where when[course] == term {
                isPlaced = true
                if !parents[course].isEmpty { wake(parents[course]) }
            }
            let isSettled = before >= forest.mostStanding && term > delayed?.term ?? 0 && term >= kept.end
            quiet = isPlaced || !isSettled ? 0 : quiet + 1
            if quiet > 3 { break }
            before += limit(term) + keptGain(term)
            term += 1
        }
        return when
    }

    /// Places those of `tried` that can be taken in a term together.
    private func place(_ tried: [Int], in term: Int, _ before: Int, _ when: inout [Int]) {
        for course in tried { when[course] = term }
        // Courses that leave make doubtful those that take them in the same term.
        var doubtful = tried
        while !doubtful.isEmpty, !effort.isExhausted {
            var next: [Int] = []
            for course in doubtful where when[course] == term {
                if !isMet(course, at: term, when, before) {
                    when[course] = Self.never
                    effort.spend(concurrentParents[course].count)
                    next += concurrentParents[course]
                }
            }
            doubtful = next
        }
        if effort.isExhausted {
            for course in tried { when[course] = Self.never }
        }
    }

    /// The terms of `reach`, without courses that no pattern and no tree of a placed course names. Fewer courses never let
    /// others be placed, so what only they name goes with them.
    func close(_ isAllowed: [Bool], from start: Start? = nil, until end: Int, delayed: (course: Int, term: Int)? = nil) -> [Int]
    {
        let start = start ?? self.start
        var isAllowed = isAllowed
        while true {
            let when = reach(isAllowed, from: start, until: end, delayed: delayed)
            var rest = when
            var open = (0..<count).filter { rest[$0] != Self.never && !isNamed[$0] }
            var isLoose = false
            effort.spend(Self.stepsPerCourse * count)
            while let course = open.popLast() {
                guard rest[course] != Self.never, start.when[course] == Self.never, !hasParent(course, rest) else { continue }
                (rest[course], isAllowed[course], isLoose) = (Self.never, false, true)
                effort.spend(children[course].count)
                open += children[course]
            }
            if !isLoose || effort.isExhausted { return when }
        }
    }

    func hasParent(_ course: Int, _ when: [Int]) -> Bool {
        if isNamed[course] { return true }
        effort.spend(parents[course].count)
        return parents[course].contains { when[$0] != Self.never }
    }

    func shortfall(_ when: [Int]) -> PathAssignment.Shortfall { assignment.shortfall { when[$0] != Self.never } }
}
