import NoteItCore
import Testing

@testable import NoteItTerminal

/// Records, and the changes that an import makes to them.
struct RecordPageTests {
    private typealias Samples = DegreeSamples

    @Test func aRecordIsListedByTerm() {
        let table = RecordTable(AcademicRecord(items: Samples.record, rev: 1), credits: Samples.book, unicode: true)
        #expect(
            table.lines(width: 80).texts == [
                "Without a term",
                "  ✓  MATH 100                   4      transfer",
                "Fall 2025  GPA 3.67",
                "  ✓  CMPT 120  Course CMPT 120  3  A-",
                "Spring 2026",
                "  ▸  CMPT 125  Course CMPT 125  3      in progress",
                "",
                "7 credits done, 3 credits in progress, GPA 3.67 over 3 credits",
            ])
        #expect(table.rows.first == ["", "MATH 100", "4", "", "transfer", "done", ""])
        for line in table.lines(width: 40) { #expect(line.width <= 40, "\(line.text)") }
    }

    @Test func aCourseThatWasTakenTwiceCountsOnce() {
        let again = RecordItem(course: Samples.code("CMPT 120"), term: Samples.spring26, grade: .letter(.a))
        let table = RecordTable(
            AcademicRecord(items: [Samples.record[1], again]), credits: Samples.book, unicode: true)
        #expect(table.lines(width: 80).texts.last == "3 credits done, GPA 4.00 over 3 credits")
    }

    private func question(
        _ courses: [(String, Grade?)], more: CreditAmount = .zero, target: Int? = nil, scale: GradeScale = .plus
    ) -> GradeQuestion {
        GradeQuestion(
            Samples.record, courses: courses.map { .init(code: Samples.code($0), grade: $1) }, more: more, target: target,
            scale: scale, credits: Samples.book)
    }

    /// CMPT 120 has A- and 3 credits, CMPT 125 is in progress, MACM 101 has 4 credits.
    @Test func gradesThatAreNotThereYetMakeAnAverage() {
        let asked = question([("CMPT 125", .letter(.b)), ("MACM 101", .letter(.aPlus))])
        // (3.67 * 3 + 3.00 * 3 + 4.33 * 4) / 10 = 3.733
        #expect(
            asked.lines(width: 80, unicode: true).texts == [
                "Now: GPA 3.67 over 3 credits", "Then: GPA 3.73 over 10 credits (+0.06)",
            ])
        #expect(asked.items.count == Samples.record.count + 1 && !asked.items[0].inProgress)
        #expect(question([("CMPT 125", .pass("P"))]).after == asked.before)
    }

    @Test func aTargetTellsTheAverageThatIsNeeded() {
        // 3.67 * 3 + x * 3 = 3.5 * 6
        #expect(question([("CMPT 125", nil)], target: 350).needed == 333)
        #expect(question([("CMPT 125", nil)], more: CreditAmount(3), target: 350).asked == CreditAmount(6))
        #expect(question([("CMPT 125", .letter(.b))], target: 350).needed == nil)
        #expect(question([("CMPT 125", nil)], target: 100).needed == 0)
        // The old A- of a course that is taken again does not count any more.
        #expect(question([("CMPT 120", nil)], target: 350).needed == 350)
        let hard = question([("CMPT 125", nil)], target: 400, scale: .four)
        #expect(hard.isOutOfReach)
        #expect(
            hard.lines(width: 80, unicode: true).texts.last
                == "For a GPA of 4.00: out of reach. The best grades over 3 credits give 3.84.")
        #expect(
            question([("CMPT 125", nil)], target: 350).lines(width: 80, unicode: true).texts.last
                == "For a GPA of 3.50: an average of 3.33 over 3 credits, B+ or better in each.")
    }

    @Test func newItemsReplaceThoseOfTheSameCourseAndTerm() {
        let (old, better) = (
            Samples.record[1], RecordItem(course: Samples.code("CMPT 120"), term: Samples.fall25, grade: .letter(.a))
        )
        let new = RecordItem(course: Samples.code("STAT 270"), term: Samples.spring26, grade: .percent(72))
        let change = RecordChange(of: Samples.record, by: [better, new, Samples.record[2]], replacing: false)
        #expect(change.items == [Samples.record[0], better, Samples.record[2], new])
        #expect(change.added == [new])
        #expect(change.changed.map(\.old) == [old] && change.changed.map(\.new) == [better])
        #expect(change.summary == "1 added, 1 changed, 1 as before")
        #expect(
            change.lines(width: 80, unicode: true).texts == [
                "+ STAT 270 in Spring 2026, 72%", "~ CMPT 120 in Fall 2025: A- → A",
            ])
        #expect(change.rows.map { $0[0] } == ["+", "~"])
    }

    @Test func replacingDropsTheOthers() {
        let change = RecordChange(of: Samples.record, by: [Samples.record[1]], replacing: true)
        #expect(change.items == [Samples.record[1]])
        #expect(change.dropped == [Samples.record[0], Samples.record[2]])
        #expect(
            change.lines(width: 80, unicode: true).texts == [
                "- CMPT 125 in Spring 2026, in progress", "- MATH 100, 4 credits, transfer",
            ])
        #expect(RecordChange(of: Samples.record, by: Samples.record, replacing: true).isEmpty)
    }
}

/// Terms as people type them.
struct AcademicTermPhraseTests {
    @Test(arguments: [
        "202630", "fall 2026", "Fall 2026", "2026 fall", "F26", "f2026", "fall26", "FALL-2026", "autumn 2026", "fa26",
    ])
    func aTermIsUnderstood(text: String) { #expect(AcademicTermPhrase.term(text) == AcademicTerm(2026, .fall)) }

    @Test func springAndSummerNeedTwoLetters() {
        #expect(AcademicTermPhrase.term("SP27") == AcademicTerm(2027, .spring))
        #expect(AcademicTermPhrase.term("su 27") == AcademicTerm(2027, .summer))
        #expect(AcademicTermPhrase.season("spring") == .spring)
    }

    @Test(arguments: ["", "S26", "fall", "2026", "202640", "fall 26 27", "winter 2026", "F123", "26"])
    func otherTextsAreRejected(text: String) { #expect(AcademicTermPhrase.term(text) == nil) }
}

/// The demands of a course in words and as a tree.
struct RequirementWordsTests {
    private typealias Samples = DegreeSamples

    private func course(_ text: String, _ grade: Grade? = nil, concurrent: Bool = false) -> RequirementTree {
        .course(Samples.code(text), minimumGrade: grade, concurrent: concurrent)
    }

    private var tree: RequirementTree {
        .all([
            course("CMPT 125", .letter(.cMinus)), .any([course("MACM 101"), course("MATH 100", concurrent: true)]),
            .unknown("or equivalent experience"),
        ])
    }

    @Test func aTreeIsASentence() {
        #expect(
            tree.words
                == "CMPT 125 with C- or better, (MACM 101 or MATH 100 (may be taken at the same time)) and \"or equivalent experience\""
        )
        #expect(RequirementTree.none.words == "nothing")
        #expect(RequirementTree.level(3).words == "third-year standing (60 credits)")
        #expect(
            RequirementTree.credits(CreditAmount(12), subject: "CMPT", from: 300).words == "12 credits in CMPT 300 or above")
        #expect(RequirementTree.atLeast(2, of: [course("A 1"), course("B 1"), course("C 1")]).words == "2 of A 1, B 1, C 1")
        #expect(RequirementTree.highSchool("Math 12", minimumGrade: nil).words == "Math 12 of secondary school")
    }

    @Test func patternsAreInWords() {
        let code = CoursePattern(.course(Samples.code("CMPT 376")))
        let range = CoursePattern(.numbers(subject: "CMPT", from: 300, to: 499), except: [code])
        #expect(range.words == "CMPT 300-499 except CMPT 376")
        #expect(CoursePattern(.any).words == "any course")
        #expect(CoursePattern(.numbers(subject: "HIST", from: nil, to: nil)).words == "any HIST course")
        #expect(CoursePattern(.numbers(subject: nil, from: 400, to: nil)).words == "courses numbered 400 or above")
        let many = (1...10).map { CoursePattern(.course(Samples.code("CMPT \($0)"))) }
        #expect(([range] + many).words(3) == "CMPT 1, CMPT 2, CMPT 3 and 7 more; CMPT 300-499 except CMPT 376")
    }

    @Test func aCourseShowsItsTreeAndWhatItOpens() {
        let answer = CourseRequirementsAnswer(
            course: Samples.code("CMPT 225"), CourseRequirements(prerequisites: tree, exclusions: Samples.codes("CMPT 201")),
            opens: Samples.codes("CMPT 300", "CMPT 307"))
        var page = CourseRequirementsPage(
            answer, record: [RecordItem(course: Samples.code("CMPT 125"), term: Samples.fall25, grade: .letter(.cMinus))],
            deeper: [Samples.code("CMPT 125"): course("CMPT 120")], unicode: true)
        #expect(
            page.lines(width: 80).texts == [
                "Prerequisites",
                "  all of",
                "  ├ CMPT 125 with C- or better ✓",
                "  │ └ CMPT 120",
                "  ├ one of",
                "  │ ├ MACM 101",
                "  │ └ MATH 100 (may be taken at the same time)",
                "  └ \"or equivalent experience\" (ask the department)",
                "",
                "No credit beside: CMPT 201",
                "",
                "Opens: CMPT 300, CMPT 307",
            ])
        page.depth = 1
        #expect(page.lines(width: 120).texts[1].hasPrefix("  CMPT 125 with C- or better, (MACM 101 or"))
        page.depth = 2
        #expect(
            page.lines(width: 80).texts[2...4] == [
                "  ├ CMPT 125 with C- or better ✓", "  ├ MACM 101 or MATH 100 (may be taken at the same time)",
                "  └ \"or equivalent experience\" (ask the department)",
            ])
        for line in page.lines(width: 40) { #expect(line.width <= 40, "\(line.text)") }
    }

    @Test func onlyACourseWithTheGradeThatIsDemandedIsMarked() {
        let answer = CourseRequirementsAnswer(
            course: Samples.code("CMPT 310"),
            CourseRequirements(prerequisites: .all([course("CMPT 225", .letter(.cMinus)), course("MACM 101")])), opens: [])
        let taken = { (course: String, grade: Grade.Letter?, inProgress: Bool) in
            RecordItem(
                course: Samples.code(course), term: Samples.fall25, grade: grade.map(Grade.letter), inProgress: inProgress)
        }
        func marked(_ record: RecordItem...) -> [Bool] {
            CourseRequirementsPage(answer, record: record, unicode: true).lines(width: 80).suffix(2).map {
                $0.text.hasSuffix("✓")
            }
        }
        #expect(marked(taken("CMPT 225", .d, false), taken("MACM 101", .d, false)) == [false, true])
        #expect(marked(taken("CMPT 225", .d, false), taken("CMPT 225", .b, false)) == [true, false])
        #expect(marked(taken("CMPT 225", .f, false), taken("MACM 101", .f, false)) == [false, false])
        #expect(marked(taken("CMPT 225", nil, true), taken("MACM 101", nil, true)) == [false, false])
    }

    @Test func aCourseWithoutPrerequisitesSaysSo() {
        let answer = CourseRequirementsAnswer(course: Samples.code("CMPT 120"), CourseRequirements(), opens: [])
        #expect(CourseRequirementsPage(answer, unicode: true).lines(width: 80).texts == ["Prerequisites: none"])
        var corrected = answer
        corrected.correction = CourseRequirements.Correction(note: "See the calendar.", at: .distantPast)
        #expect(
            CourseRequirementsPage(corrected, unicode: true).lines(width: 80).texts
                == ["Prerequisites: none", "", "Corrected by the registrar: See the calendar."])
    }
}

/// Comments and approvals in `noteit watch`.
struct DegreePlanNewsTests {
    private typealias Samples = DegreeSamples

    private func line(
        _ change: Change, plan: DegreePlan? = Samples.plan(), comment: PlanReply? = nil, commentBefore: PlanReply? = nil,
        reader: Author = Samples.ada
    ) -> String? {
        let known = ChangeContext(plan: plan, commentBefore: commentBefore, comment: comment)
        return ChangeLine(change, in: known, reader: reader.id, clock: StudySamples.clock(), unicode: false)?
            .styled(width: nil).text
    }

    private var comment: PlanReply {
        PlanReply(
            id: PlanReply.ID(Samples.uuid(20)), plan: Samples.plan().id, number: 1, parent: nil, body: "Take STAT 270 first.",
            author: Samples.dana, createdAt: Samples.at("2026-11-23 16:20"), editedAt: nil, rev: 1)
    }

    @Test func aCommentIsShownWithItsAuthor() {
        #expect(
            line(.upsert(.planReply(comment), rev: 1))
                == "17:20:00  Plan A       comment    Dana Adviser (staff): Take STAT 270 first.")
        #expect(line(.upsert(.planReply(comment), rev: 1), commentBefore: comment) == nil)
        #expect(line(.upsert(.planReply(comment), rev: 1), reader: Samples.dana)?.contains("you: Take") == true)
    }

    @Test func aNotificationOfACommentNamesThePlan() {
        let told = NoteItCore.InboxNotification(
            id: .make(at: comment.createdAt), kind: .planReply, course: nil, reply: comment.id, plan: comment.plan,
            createdAt: comment.createdAt, readAt: nil)
        #expect(
            line(.upsert(.notification(told), rev: nil), comment: comment)
                == "17:20:00  Plan A       for you    Dana Adviser commented on 'Plan A': Take STAT 270 first.")
    }

    @Test func anApprovalIsShown() {
        var plan = Samples.plan()
        plan.approved = .init(by: Samples.dana, at: Samples.at("2026-11-23 17:20"))
        #expect(
            line(.upsert(.degreePlan(plan), rev: 4))
                == "17:20:00  Plan A       approved   Dana Adviser (staff): Fall 2026 to Spring 2027")
        #expect(line(.upsert(.degreePlan(plan), rev: 4), plan: plan) == nil)
    }

    @Test func theLossOfAnApprovalIsShown() {
        var (before, after) = (Samples.plan(), Samples.plan())
        before.approved = .init(by: Samples.dana, at: Samples.at("2026-11-23 17:20"))
        after.approvalLost = before.approved
        #expect(
            line(.upsert(.degreePlan(after), rev: 5), plan: before)
                == "17:20:00  Plan A       approval   an edit took the approval away")
        after.approvalLost = nil
        #expect(
            line(.upsert(.degreePlan(after), rev: 5), plan: before)
                == "17:20:00  Plan A       approval   Dana Adviser (staff): took the approval back")
    }

    @Test func onlyAnothersEditIsNews() {
        var after = Samples.plan()
        after.terms = []
        #expect(line(.upsert(.degreePlan(after), rev: 5)) == nil)
        #expect(line(.upsert(.degreePlan(after), rev: 5), reader: Samples.dana)?.contains("edited     Ada Example: ") == true)
        #expect(line(.upsert(.degreePlan(after), rev: 1), plan: nil) == nil)
        #expect(line(.upsert(.record(.empty, of: Samples.ada.id), rev: nil)) == nil)
    }

    @Test func aPlanThatIsNoLongerSharedIsGone() {
        let gone = Change.remove(.degreePlan, id: Samples.plan().id.description)
        #expect(line(gone) == nil)
        #expect(
            line(gone, reader: Samples.dana) == "17:20:00  Plan A       gone       deleted, or no longer shared")
    }
}
