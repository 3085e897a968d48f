import Foundation
import NoteItCore

@testable import NoteItTerminal

/// A student's way to a degree in computing, around Monday 23 November 2026.
enum DegreeSamples {
    static let ada = Author(id: Account.ID(uuid(1)), displayName: "Ada Example", role: .student)
    static let dana = Author(id: Account.ID(uuid(2)), displayName: "Dana Adviser", role: .instructor)
    static let fall25 = AcademicTerm(2025, .fall)
    static let spring26 = AcademicTerm(2026, .spring)
    static let fall26 = AcademicTerm(2026, .fall)
    static let spring27 = AcademicTerm(2027, .spring)

    static func uuid(_ number: UInt8) -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
    }

    static func code(_ text: String) -> CourseCode { CourseCode(text) ?? CourseCode(subject: "NONE", number: "0") }

    static func codes(_ texts: String...) -> [CourseCode] { texts.map(code) }

    static func at(_ text: String) -> Date { StudySamples.at(text) }

    static func plan(
        _ number: UInt8 = 10, _ name: String = "Plan A", terms: [PlanTerm]? = nil, owner: Author = ada
    ) -> DegreePlan {
        DegreePlan(
            id: DegreePlan.ID(uuid(number)), owner: owner, name: name, programme: "computing-2024",
            terms: terms ?? [
                PlanTerm(term: fall26, courses: codes("CMPT 225", "MACM 101")),
                PlanTerm(term: spring27, courses: codes("CMPT 300")),
            ], creditsPerTerm: nil, accepted: [], shared: false, approved: nil, approvalLost: nil, replyCount: 0,
            createdAt: at("2026-11-20 12:00"), editedAt: nil, rev: 3)
    }

    static let record = [
        RecordItem(course: code("CMPT 125"), term: spring26, inProgress: true),
        RecordItem(course: code("CMPT 120"), term: fall25, grade: .letter(.aMinus)),
        RecordItem(course: code("MATH 100"), term: nil, credits: CreditAmount(4), kind: .transfer),
    ]

    static let book = CreditBook(
        [("CMPT 120", "3"), ("CMPT 125", "3"), ("CMPT 225", "3"), ("MACM 101", "4")].map {
            CatalogEntry(code: code($0), title: "Course \($0)", credits: Credits($1))
        })

    static func problem(
        _ kind: DegreePlanProblem.Kind, _ course: String?, _ term: AcademicTerm, _ detail: String, accepted: Bool = false,
        unsure: Bool = false
    ) -> DegreePlanProblem {
        DegreePlanProblem(
            term: term, course: course.map(code), kind: kind, detail: detail, accepted: accepted, unsure: unsure)
    }

    static let check = PlanCheck(problems: [
        problem(.prerequisite, "CMPT 225", fall26, "CMPT 225 needs CMPT 125 with C- or better."),
        problem(.prerequisite, "MACM 101", fall26, "MACM 101 needs Math 12.", accepted: true),
        problem(.prerequisite, "CMPT 300", spring27, "CMPT 300 needs permission of the department.", unsure: true),
        problem(.credits, nil, spring27, "Spring 2027 has 18 credits; the limit is 15."),
    ])

    static let programme = Programme(
        id: "computing-2024", name: "Computing Science", catalogYear: 2024, credits: CreditAmount(120),
        requirements: [
            .init(
                id: "core", name: "Core courses", need: .courses(2),
                from: codes("CMPT 120", "CMPT 125").map { .init(.course($0)) }),
            .init(
                id: "upper", name: "Upper division", need: .courses(3),
                from: [CoursePattern(.numbers(subject: "CMPT", from: 300, to: 499))], minimumGrade: .letter(.cMinus)),
            .init(
                id: "breadth", name: "Breadth", need: .credits(CreditAmount(6)),
                from: [
                    CoursePattern(.attribute("Breadth")), CoursePattern(.course(code("PHIL 100"))),
                    CoursePattern(.course(code("MATH 100"))),
                ], mayShareWith: ["core"]),
        ])

    static func row(
        _ course: String, _ status: DegreeAudit.Status, _ term: AcademicTerm?, _ credits: Int, _ matches: CoursePattern,
        _ kind: RecordItem.Kind = .taken
    ) -> DegreeAudit.Row {
        .init(course: code(course), status: status, term: term, credits: CreditAmount(credits), kind: kind, matches: matches)
    }

    static let audit = DegreeAudit(
        satisfied: false,
        requirements: [
            .init(
                id: "core", name: "Core courses", status: .done, needs: CreditAmount(2), has: CreditAmount(2),
                courses: [
                    row("CMPT 120", .done, fall25, 3, .init(.course(code("CMPT 120")))),
                    row("CMPT 125", .done, spring26, 3, .init(.course(code("CMPT 125")))),
                ]),
            .init(
                id: "upper", name: "Upper division", status: .missing, needs: CreditAmount(3), has: CreditAmount(1),
                courses: [row("CMPT 300", .planned, spring27, 3, .init(.numbers(subject: "CMPT", from: 300, to: 499)))]),
            .init(
                id: "breadth", name: "Breadth", status: .missing, needs: CreditAmount(6), has: CreditAmount(4),
                courses: [row("MATH 100", .done, nil, 4, .init(.course(code("MATH 100"))), .transfer)]),
        ], leftOver: codes("MACM 101"), objective: [2, 8, 3, 0].map { CreditAmount($0) }, optimal: true,
        credits: .init(needs: CreditAmount(120), has: CreditAmount(13)), residencyCredits: nil)
}
