import NoteItCore
import Planning
import Testing

/// The rules of `docs/degrees.md`, one after the other, on audits that can be checked by eye.
struct AuditRuleTests {
    @Test func aCodeStandsWithItsBestEligibleAttempt() {
        let audit = audit(
            [
                requirement("any", .courses(1), [CoursePattern(.any)]),
                requirement("b", .courses(1), [course("CMPT 225")], minimum: "B"),
            ],
            record: [taken("CMPT 225", 202410, "C"), taken("CMPT 225", 202430, "A"), taken("MATH 100", nil, "C")])
        #expect(audit.requirements[0].courses.map(\.course) == ["MATH 100"])
        #expect(audit.requirements[1].courses.map(\.term) == [term(202430)])
    }

    @Test func aDoneAttemptIsBetterThanAPlannedOneAndAnEarlierOneBetterThanALater() {
        let audit = audit(
            [requirement("r", .courses(1), [course("CMPT 225")])],
            record: [taken("CMPT 225", 202430, "A"), taken("CMPT 225", 202410, "C")], terms: [(202230, ["CMPT 225"])])
        #expect(audit.requirements[0].courses.map(\.term) == [term(202410)])
        #expect(audit.requirements[0].status == .done)
    }

    @Test func aPlannedRepeatStandsWhereTheFirstGradeIsTooLow() {
        let audit = audit(
            [requirement("r", .courses(1), [course("CMPT 225")], minimum: "B")], record: [taken("CMPT 225", 202410, "C")],
            terms: [(202610, ["CMPT 225"])])
        #expect(audit.requirements[0].status == .planned)
        #expect(audit.objective == [0, 0, 0, 0])
    }

    @Test(arguments: ["F", "W", "IP", "40", "AU"])
    func aGradeThatDoesNotPassCountsNowhere(grade: String) {
        let audit = audit(
            [requirement("r", .courses(1), [CoursePattern(.any)])], record: [taken("CMPT 225", 202410, grade)], credits: 3)
        #expect(audit.objective == [1, 3, 0, 0])
        #expect(audit.leftOver.isEmpty)
        #expect(audit.credits?.has == 0)
    }

    @Test(arguments: [("A", true), ("C", true), ("C-", false), ("P", false), ("85", false), (nil, false)])
    func aMinimumIsMetByGradesOfItsScale(grade: String?, isMet: Bool) {
        let audit = audit(
            [requirement("r", .courses(1), [CoursePattern(.any)], minimum: "C")], record: [taken("CMPT 225", 202410, grade)])
        #expect(audit.requirements[0].courses.isEmpty != isMet)
        #expect(audit.leftOver.isEmpty == isMet)
    }

    @Test func waiversUngradedTransfersAndCoursesInProgressMeetEveryMinimum() {
        let record = [
            RecordItem(course: "A 1", term: nil, kind: .waiver), RecordItem(course: "B 1", term: nil, kind: .transfer),
            RecordItem(course: "C 1", term: nil, kind: .exam), RecordItem(course: "D 1", term: term(202530), inProgress: true),
            RecordItem(course: "E 1", term: nil, grade: Grade("D"), kind: .transfer),
        ]
        let audit = audit(
            [requirement("r", .courses(9), [CoursePattern(.any)], minimum: "A")], record: record, terms: [(202610, ["F 1"])])
        #expect(audit.requirements[0].courses.map(\.course) == ["A 1", "B 1", "C 1", "D 1", "F 1"])
        #expect(audit.leftOver == ["E 1"])
    }

    @Test func aWaiverIsOneCourseButNoCredits() {
        let waiver = RecordItem(course: "CMPT 225", term: nil, credits: 3, kind: .waiver)
        let credits = requirement("credits", .credits(3), [CoursePattern(.any)])
        let courses = requirement("courses", .courses(1), [CoursePattern(.any)])
        #expect(audit([credits], record: [waiver], credits: 3).objective == [1, 3, 0, 0])
        let audit = audit([credits, courses], record: [waiver], credits: 3)
        #expect(audit.requirements[1].courses.map(\.credits) == [0])
        #expect(audit.credits?.has == 0)
    }

    @Test func creditsOfTheRecordBeatTheCataloguesAndUnknownOnesAreThree() {
        let record = [taken("A 1", 202410, "A", credits: 1.5), taken("B 1", 202410, "A"), taken("C 1", 202410, "A")]
        let audit = audit(
            [requirement("r", .credits(30), [CoursePattern(.any)])], record: record,
            courses: ["A 1": CourseFacts(credits: 4), "B 1": CourseFacts(credits: 4)])
        #expect(audit.requirements[0].courses.map(\.credits) == [1.5, 4, 3])
        #expect(audit.requirements[0].has == 8.5)
        #expect(audit.objective == [1, 21.5, 3, 0])
    }

    @Test func aCodeCountsOnceInTheTotals() {
        let record = [
            taken("A 1", 202410, "C", credits: 3), taken("A 1", 202430, "A", credits: 4),
            RecordItem(course: "B 1", term: nil, credits: 5, kind: .transfer),
            RecordItem(course: "A 1", term: nil, kind: .waiver),
        ]
        let audit = audit([], record: record, terms: [(202610, ["A 1", "B 1", "C 1"])], credits: 12, residency: 9)
        #expect(audit.credits == DegreeAudit.Total(needs: 12, has: 11))
        #expect(audit.residencyCredits == DegreeAudit.Total(needs: 9, has: 9))
        #expect(!audit.satisfied)
        #expect(audit.leftOver == ["A 1", "B 1", "C 1"])
    }

    @Test func noRequirementHoldsACourseBeyondItsNeed() {
        let audit = audit(
            [requirement("r", .credits(6), [CoursePattern(.any)])],
            record: [
                taken("A 1", 202410, "A", credits: 2), taken("B 1", 202410, "A", credits: 5),
                taken("C 1", 202410, "A", credits: 3),
            ])
        // All three would leave the first beyond need.
        #expect(audit.requirements[0].courses.map(\.course) == ["A 1", "B 1"])
        #expect(audit.requirements[0].has == 7)
        #expect(audit.leftOver == ["C 1"])
    }

    @Test func aCourseWithoutCreditsIsNotHeldUnderCredits() {
        let audit = audit(
            [requirement("credits", .credits(3), [CoursePattern(.any)]), requirement("courses", .courses(1), [course("A 1")])],
            record: [taken("A 1", 202410, "A", credits: 0)])
        #expect(audit.requirements.map(\.courses.count) == [0, 1])
    }

    @Test func anUnreachableRequirementHoldsWhatLessensItsLack() {
        let audit = audit(
            [requirement("r", .credits(12), [CoursePattern(.any)])],
            record: [taken("A 1", 202410, "A", credits: 3), taken("B 1", 202410, "A", credits: 4)])
        #expect(audit.requirements[0].status == .missing)
        #expect(audit.objective == [1, 5, 2, 0])
    }

    @Test(arguments: [true, false])
    func sharingIsSymmetric(isNamedByTheFirst: Bool) {
        let first = requirement("a", .courses(1), [CoursePattern(.any)], sharing: isNamedByTheFirst ? ["b"] : [])
        let second = requirement("b", .credits(3), [CoursePattern(.any)], sharing: isNamedByTheFirst ? [] : ["a"])
        let audit = audit([first, second], record: [taken("A 1", 202410, "A", credits: 3)])
        #expect(audit.satisfied)
        #expect(audit.objective == [0, 0, 1, 0])
    }

    @Test func aCourseCountsForTwoRequirementsAtMost() {
        let ids = ["a", "b", "c"]
        let audit = audit(
            ids.map { id in requirement(id, .courses(1), [CoursePattern(.any)], sharing: ids.filter { $0 != id }) },
            record: [taken("A 1", 202410, "A")])
        #expect(audit.objective == [1, 3, 1, 0])
        #expect(audit.requirements.map(\.status) == [.done, .done, .missing])
    }

    @Test func aStatusIsThatOfTheWorstCourse() {
        let audit = audit(
            [
                requirement("r", .courses(2), [CoursePattern(.any)]),
                requirement("s", .courses(2), [course("B 1"), course("C 1")]),
            ],
            record: [
                taken("A 1", 202410, "A"), RecordItem(course: "C 1", term: term(202530), inProgress: true),
                taken("D 1", 202410, "A"),
                taken("B 1", 202410, "A"),
            ])
        #expect(audit.requirements.map(\.status) == [.done, .inProgress])
        #expect(audit.objective == [0, 0, 3, 1])
    }

    @Test func fewerUnsatisfiedRequirementsBeatFewerMissingCredits() {
        let audit = audit(
            [requirement("big", .courses(3), [CoursePattern(.any)]), requirement("small", .courses(1), [CoursePattern(.any)])],
            record: [taken("A 1", 202410, "A")])
        #expect(audit.requirements.map(\.status) == [.missing, .done])
        #expect(audit.objective == [1, 9, 1, 0])
    }

    @Test func aDoneCourseIsBetterThanOneInProgressAndThatThanAPlannedOne() {
        let record = [RecordItem(course: "A 1", term: nil, inProgress: true), taken("B 1", 202530, "D")]
        let any = requirement("r", .courses(1), [CoursePattern(.any)])
        #expect(audit([any], record: record).requirements[0].courses.map(\.course) == ["B 1"])
        let planned = audit([any], record: [record[0]], terms: [(202230, ["C 1"])])
        #expect(planned.requirements[0].courses.map(\.course) == ["A 1"])
        #expect(planned.leftOver == ["C 1"])
    }

    @Test func manySmallCoursesThatAreDoneBeatFewLargeOnes() {
        let audit = audit(
            [requirement("r", .credits(4), [CoursePattern(.any)])],
            record: [taken("A 1", 202410, "A", credits: 4)]
                + ["B 1", "C 1", "D 1", "E 1"].map { taken($0, 202530, "A", credits: 1) })
        #expect(audit.requirements[0].courses.map(\.course) == ["B 1", "C 1", "D 1", "E 1"])
    }

    @Test func tiesAreBrokenByTermThenCodeAndTheLongerListIsFirst() {
        let first = requirement("first", .courses(1), [CoursePattern(.any)])
        let second = requirement("second", .courses(1), [CoursePattern(.any)])
        let ordered = audit([first, second], record: ["C 1", "A 1", "B 1"].map { taken($0, 202410, "A") })
        #expect(ordered.requirements.map { $0.courses.map(\.course) } == [["A 1"], ["B 1"]])
        let termless = audit([first], record: [taken("A 1", 202410, "A"), taken("Z 1", nil, "A")])
        #expect(termless.requirements[0].courses.map(\.course) == ["Z 1"])
        let lacking = audit(
            [requirement("a", .courses(2), [CoursePattern(.any)]), requirement("b", .courses(2), [CoursePattern(.any)])],
            record: [], terms: [(202610, ["A 1"])])
        #expect(lacking.requirements.map(\.courses.count) == [1, 0])
    }

    @Test func leftOverHoldsCountingCodesByTermThenCode() {
        let audit = audit(
            [],
            record: [taken("B 1", 202410, "A"), taken("A 1", 202410, "A"), taken("C 1", nil, "P"), taken("D 1", 202410, "F")],
            terms: [(202330, ["Z 1"])])
        #expect(audit.leftOver == ["C 1", "Z 1", "A 1", "B 1"])
    }

    @Test func aRowNamesTheFirstPatternThatItMatches() {
        let patterns = [
            CoursePattern(.any, except: [CoursePattern(.numbers(subject: "CMPT", from: 200, to: 299))]), course("CMPT 225"),
            CoursePattern(.any),
        ]
        let audit = audit([requirement("r", .courses(1), patterns)], record: [taken("CMPT 225", nil, "A")])
        #expect(audit.requirements[0].courses.map(\.matches) == [patterns[1]])
    }

    @Test func aNeedBeyondAllNumbersIsMissing() {
        let audit = audit([requirement("r", .courses(.max), [CoursePattern(.any)])], record: [taken("A 1", nil, "A")])
        #expect(audit.requirements[0].status == .missing)
        #expect(audit.optimal)
    }

    // MARK: Audits

    private func audit(
        _ requirements: [Programme.Requirement], record: [RecordItem], terms: [(Int, [CourseCode])] = [],
        courses: [CourseCode: CourseFacts] = [:], credits: CreditAmount? = nil, residency: CreditAmount? = nil
    ) -> DegreeAudit {
        let problem = AuditProblem(
            programme: Programme(
                id: "p", name: "P", catalogYear: nil, credits: credits, residencyCredits: residency, requirements: requirements),
            record: record,
            terms: terms.compactMap { number, courses in term(number).map { PlanTerm(term: $0, courses: courses) } },
            courses: courses)
        return DegreeAuditor.audit(problem)
    }

    private func requirement(
        _ id: String, _ need: Programme.Requirement.Need, _ from: [CoursePattern], minimum: String? = nil,
        sharing: [String] = []
    ) -> Programme.Requirement {
        Programme.Requirement(
            id: id, name: id, need: need, from: from, minimumGrade: minimum.flatMap { Grade($0) }, mayShareWith: sharing)
    }

    private func course(_ code: CourseCode) -> CoursePattern { CoursePattern(.course(code)) }

    private func term(_ number: Int?) -> AcademicTerm? { number.flatMap { AcademicTerm("\($0)") } }

    private func taken(_ code: CourseCode, _ number: Int?, _ grade: String?, credits: CreditAmount? = nil) -> RecordItem {
        RecordItem(course: code, term: term(number), credits: credits, grade: grade.flatMap { Grade($0) })
    }
}

extension CourseCode: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) {
        let words = text.split(separator: " ").map(String.init)
        self.init(subject: words[0], number: words[words.count - 1])
    }
}

extension CreditAmount: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    public init(integerLiteral number: Int) { self.init(number) }
    public init(floatLiteral number: Double) { self.init(halves: Int(number * 2)) }
}
