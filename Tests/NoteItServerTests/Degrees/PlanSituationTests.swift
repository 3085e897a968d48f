import NoteItCore
import Planning
import Testing

@testable import NoteItServer

/// What a stored plan, its owner's record and the catalog become for the planner.
struct PlanSituationTests {
    private typealias Samples = DegreeSamples

    private func situation(_ terms: [PlanTerm], record: [RecordItem] = []) -> PlanSituation {
        PlanSituation(plan: Samples.plan(terms), record: record, edition: Samples.edition)
    }

    @Test func anAuditKnowsTheCoursesThatThePlanAndTheRecordName() {
        let record = [RecordItem(course: Samples.cmpt120, term: nil, kind: .transfer)]
        let problem = situation([PlanTerm(term: Samples.spring2027, courses: [Samples.macm101])], record: record)
            .auditProblem(of: Samples.minor)
        #expect(Set(problem.courses.keys) == [Samples.cmpt120, Samples.macm101])
        #expect(problem.courses[Samples.cmpt120] == CourseFacts(credits: CreditAmount(3), attributes: ["Q"]))
        #expect(problem.record == record && problem.terms.count == 1 && problem.programme == Samples.minor)
    }

    @Test func aPathKnowsTheCoursesThatItsProgrammeCanLeadTo() {
        let problem = situation([]).pathProblem(
            to: Samples.minor, from: Samples.spring2027, limits: .standard, current: Samples.fall2026)
        #expect(
            Set(problem.prerequisites.keys) == [Samples.cmpt120, Samples.cmpt125, Samples.cmpt225, Samples.macm101])
        #expect(
            problem.prerequisites[Samples.cmpt225]
                == .all([.course(Samples.cmpt125), .course(Samples.macm101, concurrent: true)]))
        #expect(problem.offered == [Samples.cmpt120: [.fall, .spring]])
        #expect(problem.creditsPerTerm[.summer] == .zero && problem.creditsPerTerm[.fall] == CreditAmount(15))
    }

    @Test func aCourseThatTheCatalogDoesNotHaveIsNoWayAroundAnother() {
        let (ghost, wanted) = (CourseCode(subject: "CMPT", number: "129"), CourseCode(subject: "CMPT", number: "999"))
        let listings = [
            Samples.listing(Samples.cmpt225, "Data Structures", needs: .any([.course(Samples.cmpt125), .course(ghost)]))
        ]
        var programme = Samples.minor
        programme.requirements[0].from.append(CoursePattern(.course(wanted)))
        let edition = CatalogEdition(version: 1, listings: Samples.listings + listings, programmes: [programme])
        let replaced = CatalogEdition(
            version: 1, listings: Samples.listings.filter { $0.entry.code != Samples.cmpt225 } + listings,
            programmes: [programme])
        let problem = PlanSituation(plan: Samples.plan([]), record: [], edition: replaced).pathProblem(
            to: programme, from: Samples.spring2027, limits: .standard, current: Samples.fall2026)
        #expect(problem.offered[ghost] == [] && problem.offered[wanted] == nil)
        // A plan may name what a programme names.
        let known = KnownCourses(edition: edition, own: [])
        #expect(
            known.faults(in: [PlanTerm(term: Samples.fall2026, courses: [wanted, ghost])]).map(\.field) == ["terms.0.courses.1"]
        )
    }

    @Test func coursesOfTheCurrentTermAreInProgressForAPath() {
        let record = [
            RecordItem(course: Samples.macm101, term: Samples.fall2026, grade: .noCredit("W")),
            RecordItem(course: Samples.cmpt120, term: AcademicTerm(2026, .spring), grade: .letter(.f)),
        ]
        let terms = [
            PlanTerm(term: AcademicTerm(2026, .spring), courses: [Samples.cmpt120]),
            PlanTerm(term: Samples.fall2026, courses: [Samples.macm101, Samples.cmpt120]),
            PlanTerm(term: Samples.spring2027, courses: [Samples.cmpt125]),
        ]
        let problem = situation(terms, record: record).pathProblem(
            to: Samples.minor, from: Samples.spring2027, limits: .standard, current: Samples.fall2026)
        // The term that is over and the course that was dropped stay as the record has them.
        #expect(problem.record == record + [RecordItem(course: Samples.cmpt120, term: Samples.fall2026, inProgress: true)])
    }

    @Test func aProgrammeIsThePlansUnlessAnotherIsAskedFor() throws {
        let own = situation([])
        #expect(try own.programme(insteadOfOwn: nil) == Samples.minor)
        #expect(throws: DomainError.self) { try own.programme(insteadOfOwn: "another") }
        let none = PlanSituation(plan: Samples.plan([], programme: nil), record: [], edition: Samples.edition)
        #expect(throws: DomainError.self) { try none.programme(insteadOfOwn: nil) }
        #expect(try none.programme(insteadOfOwn: Samples.minor.id.text) == Samples.minor)
    }

    @Test func coursesTowardsADegreeMatchWhatIsMissingAndAreNotHeld() {
        func requirement(_ id: String, _ status: DegreeAudit.Status) -> DegreeAudit.Requirement {
            .init(id: id, name: id, status: status, needs: CreditAmount(2), has: .zero, courses: [])
        }
        func contains(_ code: CourseCode, _ core: DegreeAudit.Status, record: [RecordItem] = []) -> Bool {
            let audit = DegreeAudit(
                satisfied: false, requirements: [requirement("core", core), requirement("quantitative", .planned)],
                leftOver: [],
                objective: [], optimal: true, credits: nil, residencyCredits: nil)
            let missing = MissingCourses(situation([], record: record), of: Samples.minor, in: audit)
            return Samples.edition.byCode[code].map { missing.contain($0.entry) } ?? false
        }
        #expect(
            contains(Samples.cmpt225, .missing) && !contains(Samples.cmpt120, .missing) && !contains(Samples.cmpt225, .done))
        #expect(!contains(Samples.cmpt225, .missing, record: [RecordItem(course: Samples.cmpt225, term: nil)]))
        #expect(
            contains(Samples.cmpt225, .missing, record: [RecordItem(course: Samples.cmpt225, term: nil, grade: .letter(.f))]))
    }

    @Test(arguments: [("2026-01-01", "202610"), ("2026-04-30", "202610"), ("2026-05-01", "202620"), ("2026-09-01", "202630")])
    func aDayFallsInATerm(day: String, term: String) throws {
        #expect(AcademicTerm(of: try #require(Day(day))).description == term)
    }

    @Test func onlyCoursesTakenHereMustBeKnown() {
        let known = KnownCourses(edition: Samples.edition, own: [Samples.code("999")])
        let items = [
            RecordItem(course: Samples.code("226"), term: nil),
            RecordItem(course: Samples.code("226"), term: nil, kind: .transfer),
            RecordItem(course: Samples.code("999"), term: nil),
        ]
        #expect(known.faults(in: items).map(\.field) == ["items.0.course"])
        let terms = [PlanTerm(term: Samples.fall2026, courses: [Samples.cmpt120, Samples.code("1")])]
        #expect(known.faults(in: terms).map(\.field) == ["terms.0.courses.1"])
        let many = [PlanTerm(term: Samples.fall2026, courses: (300..<400).map { Samples.code("\($0)") })]
        #expect(known.faults(in: many).count == 50)
        let empty = CatalogEdition(version: 1, listings: [], programmes: [])
        #expect(KnownCourses(edition: empty, own: []).faults(in: many).isEmpty)
    }
}
