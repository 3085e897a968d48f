import NoteItCore

/// What stands between the commas of a part (rule 26). "A, B and C" and "A, B, and C" are all; "A, B or C" and "A, B, or C" are
/// any; in "A and B, or C" the "or" is wider; "A, B or C, and D" is A and (B or C) and D.
struct CommaList {
    enum Shape { case single, and, or }
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
        joint == .or && run.last?.shape == .and && run.dropLast().allSatisfy { $0.shape != .and }
    }

    private func plain(_ run: [Segment]) -> RequirementTree? {
        guard run.count > 1 else { return run.first?.tree }
        let isAny = run.last?.shape == .or && run.dropLast().allSatisfy { $0.shape == .single }
        return isAny ? .any(run.map(\.tree)) : .all(run.map(\.tree))
    }
}
