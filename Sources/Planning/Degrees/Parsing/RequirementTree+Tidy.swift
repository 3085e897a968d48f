import NoteItCore

extension RequirementTree {
    /// This tree's demand without nested `all` in `all` and `any` in `any`, without repeated branches, and with at most
    /// `mostBranches` of them.
    var tidy: RequirementTree {
        switch self {
        case .all(let parts): Self.joined(parts, Self.all) { if case .all(let parts) = $0 { parts } else { nil } }
        case .any(let parts): Self.joined(parts, Self.any) { if case .any(let parts) = $0 { parts } else { nil } }
        case .atLeast(let least, let parts): .atLeast(least, of: parts.map(\.tidy))
        default: self
        }
    }

    private static func joined(
        _ parts: [RequirementTree], _ node: ([RequirementTree]) -> RequirementTree,
        _ inner: (RequirementTree) -> [RequirementTree]?
    ) -> RequirementTree {
        var kept: [RequirementTree] = []
        var seen = Set<RequirementTree>()
        for part in parts.map(\.tidy).flatMap({ inner($0) ?? [$0] }) where seen.insert(part).inserted {
            kept.append(part)
        }
        if kept.count == 1 { return kept[0] }
        while kept.count > mostBranches {
            kept = stride(from: 0, to: kept.count, by: mostBranches).map { start in
                node(Array(kept[start..<min(start + mostBranches, kept.count)]))
            }
        }
        return node(kept)
    }

    /// The number of nodes above the deepest leaf.
    var depth: Int {
        switch self {
        case .all(let parts), .any(let parts), .atLeast(_, let parts): 1 + (parts.map(\.depth).max() ?? 0)
        default: 0
        }
    }

    /// This tree with a change of every leaf.
    func mapLeaves(_ change: (RequirementTree) -> RequirementTree) -> RequirementTree {
        switch self {
        case .all(let parts): .all(parts.map { $0.mapLeaves(change) })
        case .any(let parts): .any(parts.map { $0.mapLeaves(change) })
        case .atLeast(let least, let parts): .atLeast(least, of: parts.map { $0.mapLeaves(change) })
        default: change(self)
        }
    }

    /// This tree with a minimum grade for the courses that have none.
    func graded(_ grade: Grade) -> RequirementTree {
        mapLeaves { leaf in
            switch leaf {
            case .course(let code, nil, let concurrent): .course(code, minimumGrade: grade, concurrent: concurrent)
            case .highSchool(let name, nil): .highSchool(name, minimumGrade: grade)
            default: leaf
            }
        }
    }

    /// This tree, with these courses allowed in the same term.
    func allowingConcurrent(_ codes: Set<CourseCode>) -> RequirementTree {
        mapLeaves { leaf in
            if case .course(let code, let grade, _) = leaf, codes.contains(code) {
                .course(code, minimumGrade: grade, concurrent: true)
            } else {
                leaf
            }
        }
    }
}
