import NoteItCore
import Testing

/// Averages of grades, weighted with credits.
struct GradeAverageTests {
    private let fall = AcademicTerm(2025, .fall)
    private let spring = AcademicTerm(2026, .spring)

    private func item(
        _ number: Int, _ grade: String?, _ term: AcademicTerm?, credits: Double = 3, kind: RecordItem.Kind = .taken,
        inProgress: Bool = false
    ) -> RecordItem {
        RecordItem(
            course: CourseCode(subject: "CMPT", number: "\(number)"), term: term,
            credits: CreditAmount(halves: Int(credits * 2)),
            grade: grade.flatMap { Grade($0) }, kind: kind, inProgress: inProgress)
    }

    private func report(_ items: [RecordItem], scale: GradeScale = .plus) -> GradeReport {
        GradeReport(items, scale: scale) { $0.credits ?? .unknown }
    }

    @Test func gradesAreWeightedWithTheirCredits() {
        let found = report([item(1, "A", fall, credits: 4), item(2, "C", fall, credits: 1.5), item(3, "F", spring)])
        // (4.00 * 4 + 2.00 * 1.5) / 5.5 and / 8.5
        #expect(found.average(of: fall).hundredths == 345)
        #expect(found.average(of: spring).hundredths == 0)
        #expect(found.all.hundredths == 224 && found.all.credits == CreditAmount(halves: 17))
        #expect(found.terms == [fall, spring])
    }

    @Test func halvesAreRoundedUp() {
        // (4.00 + 3.67) / 2 = 3.835
        #expect(report([item(1, "A", fall), item(2, "A-", fall)]).all.hundredths == 384)
    }

    @Test(arguments: ["P", "S", "CR", "TR", "N", "NC", "U", "W", "WD", "WE", "I", "IP", "AU", "DE"])
    func codesWithoutAValueDoNotCount(code: String) {
        #expect(report([item(1, code, fall), item(2, "B", fall)]).all.hundredths == 300)
        #expect(report([item(1, code, fall)]).terms.isEmpty)
    }

    @Test func onlyWhatWasTakenHereAndIsOverCounts() {
        let others = [
            item(1, "F", nil, kind: .transfer), item(2, "F", nil, kind: .exam), item(3, nil, nil, kind: .waiver),
            item(4, "F", spring, inProgress: true), item(5, nil, spring),
        ]
        #expect(report(others + [item(6, "A", fall)]).all.hundredths == 400)
        #expect(report(others).all == .none)
    }

    @Test func theBestGradeOfACourseCountsInAllAndEachInItsTerm() {
        let found = report([item(1, "D", fall), item(1, "B", spring), item(2, "A", fall)])
        #expect(found.average(of: fall).hundredths == 250 && found.average(of: spring).hundredths == 300)
        #expect(found.all.hundredths == 350 && found.all.credits == CreditAmount(6))
        #expect(report([item(1, "B", fall), item(1, "F", spring)]).all.hundredths == 300)
    }

    @Test func percentagesHaveAnAverageOfTheirOwn() {
        let found = report([item(1, "72%", fall), item(2, "85%", fall, credits: 1.5), item(3, "A", fall)])
        // (72 * 3 + 85 * 1.5) / 4.5 = 76.33
        #expect(found.all.tenthsOfPercent == 763 && found.all.percentCredits == CreditAmount(halves: 9))
        #expect(found.all.hundredths == 400 && found.all.credits == CreditAmount(3))
    }

    @Test func anAPlusDependsOnTheScale() {
        #expect(report([item(1, "A+", fall)]).all.hundredths == 433)
        #expect(report([item(1, "A+", fall)], scale: .four).all.hundredths == 400)
    }

    @Test func coursesWithoutCreditsHaveNoAverage() {
        #expect(report([item(1, "A", fall, credits: 0)]).all.hundredths == nil)
    }

    @Test func letterPointsAreAsTheLettersAreOrdered() {
        for scale in GradeScale.allCases {
            let points = Grade.Letter.allCases.map(scale.points)
            #expect(points == points.sorted() && points.first == 0)
            #expect(scale.grade(worth: scale.most + 1) == nil && scale.grade(worth: 368) == .a)
        }
    }

    @Test func whatIsNeededReachesTheTargetAndNothingLessDoes() {
        let own = report([item(1, "B", fall, credits: 4), item(2, "C+", fall, credits: 1.5)]).all
        for target in stride(from: 100, through: 433, by: 1) {
            for more in [CreditAmount(1), CreditAmount(halves: 3), CreditAmount(12)] {
                let needed = own.needed(for: target, over: more)
                #expect(own.adding(needed, over: more).hundredths ?? 0 >= target)
                if needed > 1 { #expect(own.adding(needed - 2, over: more).hundredths ?? 0 <= target) }
            }
        }
        #expect(own.needed(for: 350, over: .zero) == 0)
    }
}
