import NoteItCore

/// The elements between the commas of a part (rule 26). "A, B and C" and "A, B, and C" are all; "A, B or C" and "A, B, or C"
/// are any; in "A and B, or C" the "or" is wider; "A, B or C, and D" is A and (B or C) and D.
struct CommaList {
    /// `orAnd`: "A or B and C".
    enum Shape {
        case single, and, or, orAnd

        var isAnd: Bool { self == .and || self == .orAnd }
    }
    /// A comma, or a comma with "and" or "or" after it.
    enum Joint { case plain, and, or }
    typealias Segment = (tree: RequirementTree, shape: Shape)

    /// Segments with plain commas between them.
    let runs: [[Segment]]
    /// Between the runs: `.and` or `.or`.
    let joints: [Joint]

    var tree: RequirementTree? {
        var result: RequirementTree?
        var joint = Joint.and
        var index = 0
        while index < runs.count {
            let (value, next) = value(at: index)
            if let value {
                result = result.map { joint == .or ? .any([$0, value]) : .all([$0, value]) } ?? value
            }
            if next < runs.count { joint = joints[next - 1] }
            index = next
        }
        return result
    }

    /// A run, with the first segment of the next one if they are one list.
    private func value(at index: Int) -> (RequirementTree?, next: Int) {
        let run = runs[index]
        guard run.count > 1, index < joints.count, !isClosed(run, before: joints[index]) else {
            return (plain(run), index + 1)
        }
        let trees = run.map(\.tree)
        let following = runs[index + 1]
        if joints[index] == .and { return (.all(trees + [plain(following)].compactMap(\.self)), index + 2) }
        let any = RequirementTree.any(trees + following.prefix(1).map(\.tree))
        guard following.count > 1, let rest = plain(Array(following.dropFirst())) else { return (any, index + 2) }
        return (.all([any, rest]), index + 2)
    }

    /// "A, B and C" before ", or": a list that is complete.
    private func isClosed(_ run: [Segment], before joint: Joint) -> Bool {
        joint == .or && run.last?.shape.isAnd == true && run.dropLast().allSatisfy { !$0.shape.isAnd }
    }

    private func plain(_ run: [Segment]) -> RequirementTree? {
        guard run.count > 1, let last = run.last else { return run.first?.tree }
        let first = run.dropLast()
        guard first.allSatisfy({ $0.shape == .single }) else { return .all(run.map(\.tree)) }
        if last.shape == .or {
            // "75 units, PSYC 301 or BPK 304W": credits are no alternative to courses.
            let isAll = first.contains { $0.tree.isAmount } && !last.tree.courses.isEmpty
            return isAll ? .all(run.map(\.tree)) : .any(run.map(\.tree))
        }
        // "ARCH 350, ENV 302 or GEOG 302 and readmission": what follows the list is no course.
        if last.shape == .orAnd, case .all(let groups) = last.tree,
            !groups.dropFirst().contains(where: { !$0.courses.isEmpty }),
            first.allSatisfy({ !$0.tree.courses.isEmpty }), groups.dropFirst().contains(where: { !$0.isAmount })
        {
            return .all([.any(first.map(\.tree) + groups.prefix(1))] + groups.dropFirst())
        }
        return .all(run.map(\.tree))
    }
}

extension RequirementTree {
    /// Credits or standing.
    fileprivate var isAmount: Bool {
        switch self {
        case .credits, .level: true
        default: false
        }
    }
}
