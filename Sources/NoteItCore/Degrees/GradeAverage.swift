/// The points of letter grades. `docs/degrees.md` says which grades count.
public enum GradeScale: String, CaseIterable, Sendable {
    /// `A+` is worth more than `A`.
    case plus = "4.33"
    /// `A+` is worth as much as `A`.
    case four = "4.0"

    /// The points of a letter in hundredths: 400 for `A`, a third of a grade less for each step, 0 for `F`.
    public func points(_ letter: Grade.Letter) -> Int {
        switch letter {
        case .aPlus: self == .plus ? 433 : 400
        case .a: 400
        case .aMinus: 367
        case .bPlus: 333
        case .b: 300
        case .bMinus: 267
        case .cPlus: 233
        case .c: 200
        case .cMinus: 167
        case .dPlus: 133
        case .d: 100
        case .dMinus: 67
        case .f: 0
        }
    }

    /// The best grade's.
    public var most: Int { points(.aPlus) }

    /// The lowest grade that is worth at least so many hundredths; nil above all.
    public func grade(worth points: Int) -> Grade.Letter? {
        Grade.Letter.allCases.first { self.points($0) >= points }
    }
}

/// An average of grades, weighted with credits. Letters and percentages do not mix: each kind has its own.
public struct GradeAverage: Equatable, Sendable {
    /// The credits of the letters, and of the percentages.
    public private(set) var credits = CreditAmount.zero, percentCredits = CreditAmount.zero
    /// Hundredths of points, and percents, each times half credits.
    private var points = 0, percents = 0

    public static let none = GradeAverage()

    /// Adds a grade; one without a value (`P`, `W`) adds nothing.
    public mutating func count(_ grade: Grade, _ credits: CreditAmount, on scale: GradeScale) {
        switch grade {
        case .letter(let letter):
            self.credits += credits
            points += scale.points(letter) * credits.halves
        case .percent(let percent):
            percentCredits += credits
            percents += percent * credits.halves
        case .pass, .noCredit: break
        }
    }

    /// The average of letters in hundredths, half up; nil without letters that have credits.
    public var hundredths: Int? { credits > .zero ? (2 * points + credits.halves) / (2 * credits.halves) : nil }

    /// The average of percentages in tenths of a percent, half up; nil without percentages that have credits.
    public var tenthsOfPercent: Int? {
        percentCredits > .zero ? (20 * percents + percentCredits.halves) / (2 * percentCredits.halves) : nil
    }

    /// The average, in hundredths and rounded up, that so many more credits need for all of them to reach `target` hundredths; 0 if
    /// they have no need of any.
    public func needed(for target: Int, over more: CreditAmount) -> Int {
        guard more > .zero else { return 0 }
        let lacking = target * (credits.halves + more.halves) - points
        return lacking <= 0 ? 0 : (lacking + more.halves - 1) / more.halves
    }

    /// The average if so many more credits had so many hundredths.
    public func adding(_ points: Int, over more: CreditAmount) -> GradeAverage {
        var sum = self
        sum.credits += more
        sum.points += points * more.halves
        return sum
    }
}

/// The averages of a record, by term and in all.
public struct GradeReport: Equatable, Sendable {
    /// The terms with a grade, nil first.
    public private(set) var terms: [AcademicTerm?] = []
    private var byTerm: [AcademicTerm?: GradeAverage] = [:]
    /// The average of all terms. The best grade counts for a course that was taken several times.
    public private(set) var all = GradeAverage.none

    /// Courses that were taken here and are over count, failed ones too; transfers, exams and waivers do not.
    /// - Parameter credits: of an item.
    public init(_ items: [RecordItem], scale: GradeScale, credits: (RecordItem) -> CreditAmount) {
        var best: [CourseCode: RecordItem] = [:]
        for item in items {
            guard item.kind == .taken, !item.inProgress, let grade = item.grade, grade.hasValue else { continue }
            byTerm[item.term, default: .none].count(grade, credits(item), on: scale)
            if let known = best[item.course]?.grade, !grade.isBetter(than: known) { continue }
            best[item.course] = item
        }
        for item in best.values { if let grade = item.grade { all.count(grade, credits(item), on: scale) } }
        terms = byTerm.keys.sorted { ($0?.ordinal ?? -1) < ($1?.ordinal ?? -1) }
    }

    public func average(of term: AcademicTerm?) -> GradeAverage { byTerm[term] ?? .none }
}

extension Grade {
    /// Whether it counts for an average: a letter, also `F`, or a percentage.
    public var hasValue: Bool {
        switch self {
        case .letter, .percent: true
        case .pass, .noCredit: false
        }
    }

    /// Whether this grade is better. A letter and a percentage do not compare: neither is better.
    fileprivate func isBetter(than other: Grade) -> Bool { meets(other) && self != other }
}
