import NoteItCore

/// What the grades of some courses would do to an average. Nothing is stored.
public struct GradeQuestion: Sendable {
    /// A course with the grade that it would have; nil if that is what is asked.
    public struct Course: Sendable, Memberwise {
        public var code: CourseCode
        public var grade: Grade?
    }

    public let record: [RecordItem]
    public let courses: [Course]
    /// Credits without a course whose grades are asked.
    public let more: CreditAmount
    /// The grade point average that is wanted, in hundredths; nil if none is.
    public let target: Int?
    public let scale: GradeScale
    private let credits: CreditBook

    public init(
        _ record: [RecordItem], courses: [Course], more: CreditAmount, target: Int?, scale: GradeScale, credits: CreditBook
    ) {
        (self.record, self.courses, self.more) = (record, courses, more)
        (self.target, self.scale, self.credits) = (target, scale, credits)
    }

    public var before: GradeReport { credits.grades(of: record, scale: scale) }

    /// The record with the grades. A course in progress, or over and without a grade, gets its grade; another one is a new attempt.
    public var items: [RecordItem] {
        var items = record
        for course in courses {
            guard let grade = course.grade else { continue }
            if let place = open(course.code, in: items) {
                (items[place].grade, items[place].inProgress) = (grade, false)
            } else {
                items.append(RecordItem(course: course.code, term: nil, grade: grade))
            }
        }
        return items
    }

    private func open(_ code: CourseCode, in items: [RecordItem]) -> Int? {
        items.lastIndex { $0.course == code && $0.kind == .taken && ($0.inProgress || $0.grade == nil) }
    }

    public var after: GradeReport { credits.grades(of: items, scale: scale) }

    /// The credits whose grades are asked.
    public var asked: CreditAmount {
        courses.filter { $0.grade == nil }.reduce(more) { sum, course in
            sum + (open(course.code, in: record).map { credits.credits(of: record[$0]) } ?? credits.credits(of: course.code))
        }
    }

    /// The average without the old grades of the courses that are asked: their new ones take their place.
    private var rest: GradeAverage {
        let asked = Set(courses.filter { $0.grade == nil }.map(\.code))
        return credits.grades(of: items.filter { !asked.contains($0.course) }, scale: scale).all
    }

    /// The average that the asked credits need for the target, in hundredths; nil if nothing is asked.
    public var needed: Int? { target.flatMap { asked > .zero ? rest.needed(for: $0, over: asked) : nil } }

    /// Whether no grades reach the average that is wanted.
    public var isOutOfReach: Bool { needed.map { $0 > scale.most } ?? false }

    public func lines(width: Int?, unicode: Bool) -> [Styled] {
        let (old, new, arrow) = (before.all, after.all, unicode ? " → " : " -> ")
        var lines = [Styled("Now: ", .faint) + Styled(old.sentence, .strong)]
        if courses.contains(where: { $0.grade != nil }) {
            lines.append(Styled("Then: ", .faint) + Styled(new.sentence, .strong) + change(old, new))
            for course in courses {
                if let grade = course.grade, let was = record.last(where: { $0.course == course.code })?.grade {
                    lines.append(Styled("\(course.code): \(was)\(arrow)\(grade). The best grade of a course counts.", .faint))
                }
            }
        }
        if let target, let needed { lines.append(answer(target, needed)) }
        return lines.flatMap { $0.wrapped(after: "", width: width) }
    }

    private func change(_ old: GradeAverage, _ new: GradeAverage) -> Styled {
        guard let before = old.hundredths, let after = new.hundredths, before != after else { return "" }
        let sign = after > before ? "+" : "-"
        return Styled(" (\(sign)\(gradePoints(abs(after - before))))", after > before ? .good : .bad)
    }

    private func answer(_ target: Int, _ needed: Int) -> Styled {
        let goal = "For a GPA of \(gradePoints(target)): "
        let over = "over \(counted(asked))"
        if needed == 0 { return Styled(goal, .faint) + Styled("any grades \(over) will do.", .good) }
        if needed > scale.most {
            let best = rest.adding(scale.most, over: asked).hundredths ?? 0
            return Styled(goal, .faint) + Styled("out of reach. The best grades \(over) give \(gradePoints(best)).", .bad)
        }
        let letter = scale.grade(worth: needed).map { ", \($0.rawValue) or better in each" } ?? ""
        return Styled(goal, .faint) + Styled("an average of \(gradePoints(needed)) \(over)\(letter).", .strong)
    }
}

/// What changes between two audits of a programme.
public struct AuditDifference: Sendable, Equatable {
    public struct Change: Codable, Equatable, Sendable {
        public var id, name: String
        public var from, to: DegreeAudit.Status
        public var had, has, needs: CreditAmount
    }

    public let changes: [Change]
    private let before, after: DegreeAudit

    public init(from before: DegreeAudit, to after: DegreeAudit) {
        (self.before, self.after) = (before, after)
        changes = after.requirements.compactMap { new in
            guard let old = before.requirements.first(where: { $0.id == new.id }),
                old.status != new.status || old.has != new.has
            else { return nil }
            return Change(
                id: new.id, name: new.name, from: old.status, to: new.status, had: old.has, has: new.has, needs: new.needs)
        }
    }

    public func lines(_ programme: String, width: Int?, unicode: Bool) -> [Styled] {
        let arrow = unicode ? " → " : " -> "
        var lines = Styled(programme, .strong).wrapped(after: "", width: width)
        for change in changes {
            let isWorse = change.has < change.had || change.to == .missing && change.from != .missing
            let text =
                "\(change.name): \(change.had)\(arrow)\(change.has) of \(change.needs), \(change.from.name)\(arrow)\(change.to.name)"
            lines += Styled(text).wrapped(after: Styled(isWorse ? "! " : "+ ", isWorse ? .bad : .good), width: width)
        }
        if let old = before.credits, let new = after.credits, old.has != new.has {
            lines += Styled("credits: \(old.has)\(arrow)\(new.has) of \(new.needs)").wrapped(after: "  ", width: width)
        }
        if lines.count == 1 { lines.append(Styled("  No requirement changes.", .faint)) }
        return lines
    }
}
