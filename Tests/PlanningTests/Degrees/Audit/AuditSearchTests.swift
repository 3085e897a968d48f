import NoteItCore
import Planning
import Testing

/// Audits beside an exhaustive search, and large ones against each rule.
struct AuditSearchTests {
    /// Another 100,000 were compared once, outside this test.
    @Test(arguments: 0..<8)
    func anAuditEqualsTheExhaustiveSearch(part: Int) async {
        for seed in part * 250..<(part + 1) * 250 {
            await giveWay()
            var random = RandomAudits(seed: seed)
            let problem = random.problem(atMost: 3_000)
            #expect(DegreeAuditor.audit(problem) == AuditReference(problem).audit(), "seed \(seed)")
        }
    }

    @Test(arguments: 0..<20)
    func aFullProgrammeIsAuditedWithinABoundOnSteps(seed: Int) {
        var generator = LargeAudits(seed: seed)
        let problem = generator.programme(courses: 60)
        var questions = 0
        let audit = DegreeAuditor.audit(problem) {
            questions += 1
            return questions > 500
        }
        #expect(audit.optimal)
        #expect(AuditFaults.find(audit, problem) == [])
    }

    @Test func theOrderOfTheRecordDoesNotMatter() async {
        for seed in 0..<20 {
            await giveWay()
            var generator = LargeAudits(seed: seed)
            var problem = generator.programme(courses: 40)
            let audit = DegreeAuditor.audit(problem)
            problem.record.reverse()
            problem.terms.reverse()
            #expect(DegreeAuditor.audit(problem) == audit)
        }
    }

    /// 200 requirements of credits of many sizes, all sharing, and 700 courses.
    @Test func aHopelessAuditEndsWhenTimeIsOver() {
        var generator = LargeAudits(seed: 1)
        let problem = generator.hopeless(requirements: 200, taken: 500, planned: 200)
        var questions = 0
        let audit = DegreeAuditor.audit(problem) {
            questions += 1
            return questions > 3
        }
        #expect(!audit.optimal)
        #expect(questions < 10)
        #expect(AuditFaults.find(audit, problem) == [])
        #expect(audit.requirements.contains { $0.status != .missing })
    }

    /// Steps end a search, not a clock.
    @Test func aHopelessAuditThatStepsCutShortIsTheSameEachTime() {
        var generator = LargeAudits(seed: 1)
        let problem = generator.hopeless(requirements: 60, taken: 200, planned: 100)
        let audit = DegreeAuditor.audit(problem, search: 200_000)
        #expect(!audit.optimal)
        #expect(DegreeAuditor.audit(problem, search: 200_000) == audit)
        #expect(AuditFaults.find(audit, problem) == [])
    }
}
