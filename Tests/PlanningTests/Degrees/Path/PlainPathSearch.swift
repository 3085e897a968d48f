import NoteItCore
import Planning

/// The shortest path, by trying all plans.
extension PlainPathRules {
    /// The fewest terms of any plan by trying all; nil if there is none within 36 terms. Only for a handful of courses.
    func fewestTerms() -> Int? {
        struct State: Hashable {
            var courses: Int
            var before, electives: Int
        }
        let codes = candidates
        var needed = [Int: Int?]()
        func codesOf(_ mask: Int) -> [CourseCode] { codes.indices.filter { mask & 1 << $0 != 0 }.map { codes[$0] } }
        func isDone(_ state: State) -> Bool {
            let least: Int?
            if let known = needed[state.courses] {
                least = known
            } else {
                let planned = codesOf(state.courses)
                let areAllowed = planned.allSatisfy { code in
                    let parents = planned.filter { $0 != code && problem.prerequisites[$0]?.courses.contains(code) ?? false }
                    return mayRepeat(code, beside: planned) && (named.contains(code) || !parents.isEmpty)
                }
                least = areAllowed ? electivesNeeded(planned).map { max($0, totalsLacking(planned)) } : nil
                needed[state.courses] = .some(least)
            }
            return least.map { $0 <= state.electives } ?? false
        }
        var states: Set<State> = [State(courses: 0, before: recordHalves, electives: 0)]
        if states.contains(where: isDone) { return keptEnd }
        for term in 0..<36 {
            let kept = keptHalves(term)
            guard seasonLimit(term) > 0 else {
                states = Set(
                    states.map { State(courses: $0.courses, before: min($0.before + kept, 2_000), electives: $0.electives) })
                continue
            }
            var next = Set<State>()
            for state in states {
                let earlier = Dictionary(uniqueKeysWithValues: codesOf(state.courses).map { ($0, term - 1) })
                let free = codes.indices.filter { state.courses & 1 << $0 == 0 && isOffered(codes[$0], term) }
                for choice in 0..<(1 << free.count) {
                    let taken = free.indices.filter { choice & 1 << $0 != 0 }.map { free[$0] }
                    let load = taken.reduce(0) { $0 + self.load(codes[$1]) }
                    guard load <= limit(term) else { continue }
                    var terms = earlier
                    for course in taken { terms[codes[course]] = term }
                    guard taken.allSatisfy({ meetsTree(codes[$0], at: term, terms, before: state.before) }) else { continue }
                    let left = (limit(term) - load) / 2
                    let gain = taken.filter { record[codes[$0]] == nil }.reduce(0) { $0 + self.load(codes[$1]) }
                    // Credits are cut where more make no difference, so that the states are few.
                    next.insert(
                        State(
                            courses: taken.reduce(state.courses) { $0 | 1 << $1 },
                            before: min(state.before + gain + kept + 2 * left, 2_000),
                            electives: min(state.electives + left, 400)))
                }
            }
            if next.contains(where: isDone) { return max(term + 1, keptEnd) }
            states = next
        }
        return nil
    }
}
