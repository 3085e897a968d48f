import NoteItCore
import Planning
import Testing

/// A plan and what it depends on, in few words.
private struct Case {
    var record: [RecordItem] = []
    var terms: [(AcademicTerm, [CourseCode])] = []
    var accepted: [AcceptedProblem] = []
    var limit: CreditLimits?
    var listings: [CatalogListing] = []

    var problems: [DegreePlanProblem] {
        let listings = Dictionary(listings.map { ($0.entry.code, $0) }, uniquingKeysWith: { $1 })
        return PlanChecker.check(
            CheckProblem(
                record: record, terms: terms.map { PlanTerm(term: $0, courses: $1) }, accepted: accepted, creditsPerTerm: limit,
                listings: listings)
        ).problems
    }

    /// `Fall 2026 CMPT 225 prerequisite`, and a `?` if it is unsure.
    var shown: [String] {
        problems.map { problem in
            [problem.term.name, problem.course?.description, problem.kind.rawValue + (problem.unsure ? "?" : "")]
                .compactMap(\.self).joined(separator: " ")
        }
    }
}

private let (fall25, spring, summer, fall) = (
    AcademicTerm(2025, .fall), AcademicTerm(2026, .spring), AcademicTerm(2026, .summer), AcademicTerm(2026, .fall)
)

private func code(_ text: String) -> CourseCode { CourseCode(text) ?? CourseCode(subject: "BAD", number: text) }

private func listing(
    _ course: String, needs prerequisites: RequirementTree = .none, with corequisites: RequirementTree = .none,
    excludes: [String] = [], offered: [AcademicTerm.Season]? = nil, credits: String = "3"
) -> CatalogListing {
    CatalogListing(
        entry: CatalogEntry(code: code(course), title: course, credits: Credits(credits), offered: offered),
        requirements: CourseRequirements(
            prerequisites: prerequisites, corequisites: corequisites, exclusions: excludes.map(code)))
}

private func taken(
    _ course: String, _ grade: String? = nil, _ term: AcademicTerm? = nil, kind: RecordItem.Kind = .taken,
    inProgress: Bool = false, credits: Double? = nil
) -> RecordItem {
    RecordItem(
        course: code(course), term: term, credits: credits.flatMap(CreditAmount.init), grade: grade.flatMap(Grade.init),
        kind: kind, inProgress: inProgress)
}

private func course(_ text: String, _ minimum: String? = nil, concurrent: Bool = false) -> RequirementTree {
    .course(code(text), minimumGrade: minimum.flatMap(Grade.init), concurrent: concurrent)
}

@Suite("The check of a plan: prerequisites")
struct PlanCheckPrerequisiteTests {
    let structures = listing("CMPT 225", needs: course("CMPT 125"))

    @Test func anEarlierTermMeetsAPrerequisite() {
        let plan = Case(terms: [(spring, [code("CMPT 125")]), (fall, [code("CMPT 225")])], listings: [structures])
        #expect(plan.shown.isEmpty)
    }

    @Test func theSameTermOrALaterOneDoesNot() {
        let same = Case(terms: [(fall, [code("CMPT 125"), code("CMPT 225")])], listings: [structures])
        #expect(same.shown == ["Fall 2026 CMPT 225 prerequisite"])
        let later = Case(terms: [(fall, [code("CMPT 125")]), (spring, [code("CMPT 225")])], listings: [structures])
        #expect(later.shown == ["Spring 2026 CMPT 225 prerequisite"])
    }

    @Test func theDetailIsASentence() {
        let plan = Case(terms: [(fall, [code("CMPT 225")])], listings: [structures])
        #expect(plan.problems.map(\.detail) == ["CMPT 225 needs CMPT 125 before Fall 2026."])
        #expect(plan.problems.map(\.missing) == [course("CMPT 125")])
    }

    @Test func aConcurrentCourseMayBeTakenInTheSameTerm() {
        let lab = listing("CHEM 110", needs: course("CHEM 120", concurrent: true))
        #expect(Case(terms: [(fall, [code("CHEM 110"), code("CHEM 120")])], listings: [lab]).shown.isEmpty)
        let without = Case(terms: [(fall, [code("CHEM 110")])], listings: [lab])
        #expect(without.problems.map(\.detail) == ["CHEM 110 needs CHEM 120 in Fall 2026 or earlier."])
    }

    @Test(arguments: [
        (taken("CMPT 125", "C-", fall25), true), (taken("CMPT 125", "D+", fall25), false),
        (taken("CMPT 125", "A+", nil), true), (taken("CMPT 125", "72", fall25), false),
        (taken("CMPT 125", "P", fall25), false), (taken("CMPT 125", nil, fall25), false),
        (taken("CMPT 125", nil, fall25, kind: .transfer), true), (taken("CMPT 125", "TR", fall25, kind: .transfer), false),
        (taken("CMPT 125", "D", fall25, kind: .exam), false), (taken("CMPT 125", nil, nil, kind: .exam), true),
        (taken("CMPT 125", nil, nil, kind: .waiver), true), (taken("CMPT 125", nil, fall25, inProgress: true), true),
        (taken("CMPT 125", "W", fall25, inProgress: true), false), (taken("CMPT 125", "A", fall), false),
    ])
    func aMinimumGradeIsMetByTheseAlone(item: RecordItem, isMet: Bool) {
        let structures = listing("CMPT 225", needs: course("CMPT 125", "C-"))
        let plan = Case(record: [item], terms: [(fall, [code("CMPT 225")])], listings: [structures])
        #expect(plan.shown == (isMet ? [] : ["Fall 2026 CMPT 225 prerequisite"]))
    }

    @Test func aPlannedCourseMeetsAnyMinimum() {
        let structures = listing("CMPT 225", needs: course("CMPT 125", "A+"))
        let plan = Case(terms: [(spring, [code("CMPT 125")]), (fall, [code("CMPT 225")])], listings: [structures])
        #expect(plan.shown.isEmpty)
    }

    @Test(arguments: ["F", "W", "N", "AU", "49"])
    func aFailedCourseMeetsNothing(grade: String) {
        let plan = Case(record: [taken("CMPT 125", grade, fall25)], terms: [(fall, [code("CMPT 225")])], listings: [structures])
        #expect(plan.shown == ["Fall 2026 CMPT 225 prerequisite"])
    }

    @Test func theGradeOfTheRecordIsNotTold() {
        let structures = listing("CMPT 225", needs: course("CMPT 125", "C-"))
        let plan = Case(record: [taken("CMPT 125", "D+", fall25)], terms: [(fall, [code("CMPT 225")])], listings: [structures])
        #expect(plan.problems.map(\.detail) == ["CMPT 225 needs CMPT 125 with at least C- before Fall 2026."])
    }

    @Test func branchesThatAreMetAreNotMissing() {
        let tree = RequirementTree.all([
            course("MACM 101"), .any([course("CMPT 125"), course("CMPT 135")]),
            .atLeast(2, of: [course("MATH 150"), course("MATH 151"), course("MATH 154"), course("MACM 101")]),
        ])
        let plan = Case(
            record: [taken("MACM 101", "A", fall25)], terms: [(fall, [code("CMPT 225")])],
            listings: [listing("CMPT 225", needs: tree)])
        #expect(
            plan.problems.map(\.missing) == [
                .all([
                    .any([course("CMPT 125"), course("CMPT 135")]),
                    .any([course("MATH 150"), course("MATH 151"), course("MATH 154")]),
                ])
            ])
        #expect(
            plan.problems.map(\.detail) == [
                "CMPT 225 needs (CMPT 125 or CMPT 135) and (MATH 150, MATH 151 or MATH 154) before Fall 2026."
            ])
    }

    @Test func standingCountsTheCreditsOfEarlierTerms() {
        let seminar = listing("CMPT 400", needs: .level(2))
        let nine = (1...9).map { taken("HIST \(100 + $0)", "B", fall25) }
        let plan = Case(
            record: nine + [taken("HIST 101", "A", nil), taken("HIST 200", "F", fall25), taken("HIST 201", kind: .waiver)],
            terms: [(spring, [code("HIST 110")]), (fall, [code("CMPT 400"), code("HIST 111")])], listings: [seminar])
        #expect(plan.shown.isEmpty)
        var short = plan
        short.terms[0].1 = []
        #expect(short.problems.map(\.detail) == ["CMPT 400 needs 30 credits (level 2) before Fall 2026."])
    }

    @Test func creditsMayBeOfASubjectAndARangeOfNumbers() {
        let tree = RequirementTree.credits(CreditAmount(6), subject: "PSYC", from: 300, to: 399)
        let thesis = listing("PSYC 490", needs: tree)
        let record = [taken("PSYC 300W", "B", fall25), taken("PSYC 201", "B", fall25), taken("HIST 300", "B", fall25)]
        let plan = Case(record: record, terms: [(fall, [code("PSYC 490")])], listings: [thesis])
        #expect(
            plan.problems.map(\.detail) == ["PSYC 490 needs 6 credits in PSYC courses numbered 300 to 399 before Fall 2026."])
        var enough = plan
        enough.record.append(taken("PSYC 399", "C", fall25))
        #expect(enough.shown.isEmpty)
    }

    @Test func theCreditsOfTheRecordBeatTheCatalogs() {
        let thesis = listing("HIST 490", needs: .credits(CreditAmount(8)))
        let plan = Case(
            record: [taken("HIST 101", "B", fall25, credits: 4.5), taken("HIST 102", "B", fall25)],
            terms: [(fall, [code("HIST 490")])], listings: [thesis, listing("HIST 102", credits: "4-6")])
        #expect(plan.shown.isEmpty)
    }

    @Test(arguments: [
        (RequirementTree.permission, "permission"), (.unknown("An audition."), "\"An audition.\""),
        (.highSchool("Pre-Calculus 12"), "Pre-Calculus 12"),
    ])
    func requirementsThatNobodyCanTellAreUnsure(leaf: RequirementTree, phrase: String) {
        let plan = Case(terms: [(fall, [code("MUSI 100")])], listings: [listing("MUSI 100", needs: leaf)])
        #expect(plan.shown == ["Fall 2026 MUSI 100 prerequisite?"])
        #expect(plan.problems.map(\.missing) == [leaf])
        #expect(plan.problems.map(\.detail) == ["MUSI 100 needs \(phrase) before Fall 2026. This cannot be checked."])
    }

    @Test func aWayThatIsMetMakesTheUnknownOneNeedless() {
        let tree = RequirementTree.any([course("CMPT 125"), .permission])
        let plan = Case(
            record: [taken("CMPT 125", "D", fall25)], terms: [(fall, [code("CMPT 225")])],
            listings: [listing("CMPT 225", needs: tree)])
        #expect(plan.shown.isEmpty)
        var without = plan
        without.record = []
        #expect(without.shown == ["Fall 2026 CMPT 225 prerequisite?"])
    }

    @Test func longListsAreCutShort() {
        let many = (1...20).map { course("HIST \(100 + $0)") }
        let plan = Case(terms: [(fall, [code("HIST 400")])], listings: [listing("HIST 400", needs: .any(many))])
        #expect(plan.problems.allSatisfy { $0.detail.hasSuffix("HIST 112 or 8 others before Fall 2026.") })
        #expect(plan.problems.count == 1)
    }
}

@Suite("The check of a plan: other rules")
struct PlanCheckRuleTests {
    @Test func aCorequisiteMayBeTakenInTheSameTermOrEarlier() {
        let studio = listing("ARCH 280", with: course("ARCH 252"))
        #expect(Case(terms: [(fall, [code("ARCH 280"), code("ARCH 252")])], listings: [studio]).shown.isEmpty)
        #expect(Case(terms: [(spring, [code("ARCH 252")]), (fall, [code("ARCH 280")])], listings: [studio]).shown.isEmpty)
        let later = Case(terms: [(spring, [code("ARCH 280")]), (fall, [code("ARCH 252")])], listings: [studio])
        #expect(later.shown == ["Spring 2026 ARCH 280 corequisite"])
        #expect(later.problems.map(\.detail) == ["ARCH 280 needs ARCH 252 in Spring 2026 or earlier."])
    }

    @Test func anExclusionHoldsInOneDirection() {
        let listings = [listing("CMPT 120", excludes: ["CMPT 125"]), listing("CMPT 125")]
        let (basic, next) = (code("CMPT 120"), code("CMPT 125"))
        let inRecord = Case(record: [taken("CMPT 125", "B", fall25)], terms: [(fall, [basic])], listings: listings)
        #expect(inRecord.problems.map(\.detail) == ["CMPT 120 gives no credit beside CMPT 125."])
        let inPlan = Case(terms: [(spring, [next]), (fall, [basic])], listings: listings)
        #expect(inPlan.shown == ["Fall 2026 CMPT 120 exclusion"])
        let atOnce = Case(terms: [(fall, [basic, next])], listings: listings)
        #expect(atOnce.shown == ["Fall 2026 CMPT 120 exclusion"])
        let usual = Case(terms: [(spring, [basic]), (fall, [next])], listings: listings)
        #expect(usual.shown.isEmpty)
        let recorded = Case(record: [taken("CMPT 120", "B", fall25)], terms: [(fall, [next])], listings: listings)
        #expect(recorded.shown.isEmpty)
    }

    @Test func ofTwoCoursesThatExcludeEachOtherTheFirstCounts() {
        let listings = [listing("MATH 150", excludes: ["MATH 151"]), listing("MATH 151", excludes: ["MATH 150"])]
        let (basic, next) = (code("MATH 150"), code("MATH 151"))
        #expect(Case(terms: [(fall, [next, basic])], listings: listings).shown == ["Fall 2026 MATH 151 exclusion"])
        #expect(Case(terms: [(spring, [next]), (fall, [basic])], listings: listings).shown == ["Fall 2026 MATH 150 exclusion"])
        // What is taken counts before what is planned, whatever the term.
        let recorded = Case(record: [taken("MATH 151", "C", fall)], terms: [(spring, [basic])], listings: listings)
        #expect(recorded.shown == ["Spring 2026 MATH 150 exclusion"])
    }

    @Test func aCourseThatDoesNotCountExcludesNothing() {
        let listings = [listing("A 1", excludes: ["B 2"]), listing("B 2", excludes: ["C 3"])]
        let plan = Case(
            record: [taken("C 3", "B", fall25)], terms: [(spring, [code("B 2")]), (fall, [code("A 1")])], listings: listings)
        #expect(plan.shown == ["Spring 2026 B 2 exclusion"])
    }

    @Test func aFailedOrWaivedCourseExcludesNothing() {
        let listings = [listing("BUS 232", excludes: ["STAT 270", "STAT 271"])]
        let plan = Case(
            record: [taken("STAT 270", "F", fall25), taken("STAT 271", kind: .waiver)], terms: [(fall, [code("BUS 232")])],
            listings: listings)
        #expect(plan.shown.isEmpty)
    }

    @Test func aPassedCourseIsARepeatAndAFailedOneIsNot() {
        let passed = Case(record: [taken("HIST 101", "D", fall25)], terms: [(fall, [code("HIST 101")])])
        #expect(
            passed.problems.map(\.detail) == ["HIST 101 is in the record of Fall 2025 already. Its credits count once."])
        #expect(Case(record: [taken("HIST 101", "F", fall25)], terms: [(fall, [code("HIST 101")])]).shown.isEmpty)
        let running = Case(record: [taken("HIST 101", nil, fall25, inProgress: true)], terms: [(fall, [code("HIST 101")])])
        #expect(running.shown == ["Fall 2026 HIST 101 repeat"])
    }

    @Test func aCourseOfTheRecordInTheSameTermIsTheSameAttempt() {
        let plan = Case(
            record: [taken("HIST 101", nil, fall, inProgress: true)], terms: [(fall, [code("HIST 101")])],
            listings: [listing("HIST 101", needs: course("HIST 100"), with: course("HIST 99"), offered: [.spring])])
        #expect(plan.shown.isEmpty)
        var another = plan
        another.record[0].term = spring
        #expect(
            another.shown == [
                "Fall 2026 HIST 101 prerequisite", "Fall 2026 HIST 101 corequisite", "Fall 2026 HIST 101 repeat",
                "Fall 2026 HIST 101 notOffered",
            ])
    }

    @Test func ofACoursePlannedTwiceTheLaterIsTheRepeat() {
        let plan = Case(terms: [(fall, [code("HIST 101")]), (spring, [code("HIST 101")])])
        #expect(plan.shown == ["Fall 2026 HIST 101 repeat"])
        #expect(plan.problems.map(\.detail) == ["HIST 101 is planned for Spring 2026 already. Its credits count once."])
    }

    @Test func aSeasonWithoutTheCourseIsNamed() {
        let listings = [listing("HIST 101", offered: [.spring, .fall]), listing("HIST 102", offered: [])]
        let plan = Case(
            terms: [(summer, [code("HIST 101"), code("HIST 102"), code("HIST 103")]), (fall, [code("HIST 101")])],
            listings: listings)
        #expect(
            plan.problems.filter { $0.kind == .notOffered }.map(\.detail) == [
                "HIST 101 is not offered in Summer 2026: it is offered in spring and fall only.",
                "HIST 102 is not offered in Summer 2026: it is offered in no term.",
            ])
    }

    @Test func aTermAboveItsLimitIsNamedWithoutACourse() {
        let limit = CreditLimits(spring: CreditAmount(15), summer: .zero, fall: CreditAmount(7))
        let plan = Case(
            terms: [(spring, [code("A 1")]), (summer, [code("A 2")]), (fall, [code("B 1"), code("B 2")])], limit: limit,
            listings: [listing("B 1", credits: "4"), listing("B 2", credits: "3.5")])
        #expect(plan.shown == ["Summer 2026 credits", "Fall 2026 credits"])
        #expect(plan.problems.last?.detail == "Fall 2026 has 7.5 credits; the limit is 7.")
        #expect(plan.problems.allSatisfy { $0.course == nil && !$0.accepted })
    }

    @Test func anAcceptedProblemIsMarkedInItsTermAlone() {
        let listings = [listing("CMPT 225", needs: course("CMPT 125"), offered: [.spring])]
        let mark = AcceptedProblem(term: fall, course: code("CMPT 225"), kind: .prerequisite)
        let plan = Case(terms: [(fall, [code("CMPT 225")])], accepted: [mark], listings: listings)
        #expect(plan.problems.map(\.accepted) == [true, false])
        let moved = Case(terms: [(spring, [code("CMPT 225")])], accepted: [mark], listings: listings)
        #expect(moved.problems.map(\.accepted) == [false])
    }

    @Test func problemsComeByTermThenCourseThenKind() {
        let listings = [
            listing(
                "B 2", needs: course("A 9"), with: course("A 8"), excludes: ["Z 3"], offered: [.summer]),
            listing("A 1", excludes: ["Z 3"], offered: [.fall]),
        ]
        let plan = Case(
            record: [taken("B 2", "A", spring), taken("A 1", "A", fall), taken("Z 3", "A", fall25)],
            terms: [(fall, [code("B 2")]), (spring, [code("A 1")])],
            limit: CreditLimits(every: CreditAmount(1)), listings: listings)
        #expect(
            plan.shown == [
                "Spring 2026 A 1 exclusion", "Spring 2026 A 1 repeat", "Spring 2026 A 1 notOffered", "Spring 2026 credits",
                "Fall 2026 B 2 prerequisite", "Fall 2026 B 2 corequisite", "Fall 2026 B 2 exclusion", "Fall 2026 B 2 repeat",
                "Fall 2026 B 2 notOffered", "Fall 2026 credits",
            ])
    }

    @Test func aCourseThatIsNotInTheCatalogDemandsNothing() {
        #expect(Case(terms: [(summer, [code("ZZZZ 999")])]).shown.isEmpty)
    }

    @Test func onlyDoneCoursesMeetATreeByTheRecord() {
        let tree = course("CMPT 125", "C-")
        func isMet(_ item: RecordItem) -> Bool? { PlanChecker.isMet(tree, by: [item], listings: [:]) }
        #expect(isMet(taken("CMPT 125", "C", fall25)) == true)
        #expect(isMet(taken("CMPT 125", nil, kind: .waiver)) == true)
        #expect(isMet(taken("CMPT 125", nil, fall25, inProgress: true)) == false)
        #expect(PlanChecker.isMet(.all([tree, .permission]), by: [taken("CMPT 125", "C", fall)], listings: [:]) == nil)
        #expect(PlanChecker.isMet(.all([tree, .permission]), by: [], listings: [:]) == false)
        #expect(PlanChecker.isMet(.none, by: [], listings: [:]) == true)
        #expect(PlanChecker.isMet(.any([]), by: [], listings: [:]) == false)
    }
}
