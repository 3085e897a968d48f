import Foundation
import NoteItCore

/// Wire types with random content: empty and long texts, every escape, absent fields.
struct RandomValues {
    private var numbers: Numbers

    init(seed: UInt64) { numbers = Numbers(state: seed) }

    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        /// SplitMix64, by Steele, Lea and Flood.
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? {
        Bool.random(using: &numbers) ? make(&self) : nil
    }

    mutating func list<Value>(_ make: (inout Self) -> Value) -> [Value] {
        (0..<Int.random(in: 0...3, using: &numbers)).map { _ in make(&self) }
    }

    private mutating func one<Value>(of values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &numbers)]
    }

    mutating func text() -> String {
        let pieces = [
            "plain words", "\"", "\\", "/", "\n", "\r\n", "\t", "\u{0}", "\u{8}", "\u{c}", "\u{1f}", "\u{7f}", "{", "[", ",",
            "\u{2028}", "é", "e\u{301}", "試験", "👩‍🏫", "\u{10FFFF}", String(repeating: "long ", count: 500),
        ]
        return (0..<Int.random(in: 0...8, using: &numbers)).map { _ in one(of: pieces) }.joined()
    }

    mutating func int() -> Int { one(of: [0, 1, -1, 42, .max, .min, Int.random(in: -1_000...1_000, using: &numbers)]) }

    /// Within the years of RFC 3339, every other of this century.
    mutating func date() -> Date {
        let range = Bool.random(using: &numbers) ? 946_684_800.0...4_102_444_800 : -62_135_596_800...253_402_300_799
        return Date(timeIntervalSince1970: Double.random(in: range, using: &numbers))
    }

    private mutating func day() -> Day { Day(date(), in: .gmt) }

    private mutating func text<Noun>() -> CatalogID<Noun> { CatalogID(text() as String) }

    private mutating func id<Subject>() -> Identifier<Subject> { .make(at: date()) }

    private mutating func credits() -> Credits? { Credits(one(of: ["", "3", "1.5", "1-6", text()])) }

    private mutating func wallTime() -> WallTime { one(of: (0...1440).compactMap(WallTime.init(minute:))) }

    private mutating func author() -> Author {
        Author(
            id: id(), displayName: text(), role: one(of: Account.Role.allCases), email: maybe { $0.text() },
            handle: maybe { $0.text() })
    }

    private mutating func bool() -> Bool { Bool.random(using: &numbers) }

    private mutating func attachment() -> Attachment {
        Attachment(id: id(), name: text(), size: int(), mediaType: text(), sha256: text())
    }

    private mutating func mark() -> EventMark {
        EventMark(
            event: id(), course: text(), seen: int(), mine: bool(), meToo: bool(), following: bool(), muted: bool(),
            done: bool(), thanked: list { $0.id() }, remindAt: maybe { $0.date() },
            alias: maybe { $0.id() })
    }

    private mutating func removal() -> Removal {
        Removal(
            id: text(), course: text(), event: id(), number: int(), reply: bool(), replyNumber: maybe { $0.int() },
            title: maybe { $0.text() }, removedAt: date(), reason: maybe { $0.text() })
    }

    mutating func event() -> Event {
        Event(
            id: id(), course: text(), number: int(), kind: one(of: Event.Kind.allCases), title: text(), body: text(),
            tags: list { $0.text() }, due: maybe { $0.date() }, visibility: one(of: Event.Visibility.allCases),
            sections: list { $0.text() }, author: author(), createdAt: date(), editedAt: maybe { $0.date() }, rev: int(),
            replyCount: int(), latestText: text(),
            dueHistory: list {
                Event.DueChange(from: $0.maybe { $0.date() }, to: $0.maybe { $0.date() }, by: $0.author(), at: $0.date())
            }, activity: int(), anonymous: bool(), accepted: maybe { $0.id() }, endorsed: maybe { $0.id() }, meToo: int(),
            mustRead: bool(), attachments: list { $0.attachment() },
            publication: maybe { .init(at: $0.date(), visibility: $0.one(of: Event.Visibility.allCases)) })
    }

    mutating func reply() -> Reply {
        Reply(
            id: id(), event: id(), number: int(), parent: maybe { $0.id() }, body: text(), author: author(), createdAt: date(),
            editedAt: maybe { $0.date() }, rev: int(), anonymous: bool(), attachments: list { $0.attachment() },
            thanks: maybe { $0.int() })
    }

    mutating func page() -> DuePage {
        DuePage(
            sections: list { DueSection(due: $0.maybe { $0.day() }, events: $0.list { $0.event() }) }, next: maybe { $0.text() }
        )
    }

    mutating func courseSummary() -> CourseSummary {
        CourseSummary(
            id: text(), term: text(), subject: text(), number: text(), title: text(), credits: credits(),
            attributes: list { $0.text() }, sections: int(), open: Bool.random(using: &numbers),
            seatsKnown: maybe { Bool.random(using: &$0.numbers) })
    }

    private mutating func course() -> Course {
        Course(
            id: text(), term: text(), subject: text(), number: text(), title: text(), credits: credits(), description: text(),
            attributes: list { $0.text() }, prerequisites: text(), sections: list { $0.section() },
            linksCorrected: maybe { $0.text() })
    }

    private mutating func section() -> Section {
        Section(
            id: text(), crn: text(), code: text(), kind: text(), instructors: list { $0.text() },
            meetings: list {
                Meeting(
                    days: $0.text(), start: $0.wallTime(), end: $0.wallTime(), startsOn: $0.maybe { $0.day() },
                    endsOn: $0.maybe { $0.day() }, place: $0.text(), kind: $0.maybe { $0.text() })
            },
            capacity: maybe { $0.int() }, enrolled: maybe { $0.int() },
            components: list { Section.Component(kind: $0.text(), sections: $0.list { $0.text() }) })
    }

    private mutating func seats() -> SectionSeats {
        SectionSeats(id: text(), code: text(), capacity: maybe { $0.int() }, enrolled: maybe { $0.int() })
    }

    mutating func snapshot() -> Snapshot {
        Snapshot(
            cursor: text(),
            account: Account(
                id: id(), email: text(), displayName: text(), role: one(of: Account.Role.allCases), handle: maybe { $0.text() }),
            enrollments: list {
                Enrollment(
                    section: $0.maybe { $0.text() }, course: $0.text(), role: $0.one(of: [.student, .staff]), since: $0.date())
            },
            courses: list { $0.course() },
            notifications: list {
                InboxNotification(
                    id: $0.id(), kind: InboxNotification.Kind(rawValue: $0.text()), course: $0.maybe { $0.text() },
                    section: $0.maybe { $0.seats() }, event: $0.maybe { $0.id() }, number: $0.maybe { $0.int() },
                    reply: $0.maybe { $0.id() }, plan: $0.maybe { $0.id() }, text: $0.maybe { $0.text() },
                    minutes: $0.maybe { $0.int() }, createdAt: $0.date(),
                    readAt: $0.maybe { $0.date() })
            },
            seatWatches: list { SeatWatch(section: $0.seats(), course: $0.text(), since: $0.date()) },
            marks: list { $0.mark() },
            preferences: maybe { Preferences(reminders: $0.list { $0.int() }, mutedCourses: $0.list { $0.text() }) },
            removals: list { $0.removal() }, record: maybe { $0.record() }, plans: list { $0.plan() },
            planReplies: list { $0.planReply() }, events: list { $0.event() }, replies: list { $0.reply() },
            next: maybe { $0.text() })
    }

    private mutating func code() -> CourseCode {
        CourseCode(subject: one(of: ["CMPT", "MATH"]), number: one(of: ["125", "105W"]))
    }

    private mutating func term() -> AcademicTerm { AcademicTerm(one(of: [1999, 2026]), one(of: AcademicTerm.Season.allCases)) }

    private mutating func amount() -> CreditAmount { CreditAmount(halves: one(of: [0, 1, 3, 30, 20_000])) }

    private mutating func limits() -> CreditLimits { CreditLimits(spring: amount(), summer: amount(), fall: amount()) }

    mutating func record() -> AcademicRecord {
        AcademicRecord(
            items: list {
                RecordItem(
                    course: $0.code(), term: $0.maybe { $0.term() }, credits: $0.maybe { $0.amount() },
                    grade: $0.maybe { $0.one(of: [.letter(.bPlus), .percent(72), .pass("P"), .noCredit("W")]) },
                    kind: $0.one(of: RecordItem.Kind.allCases), inProgress: $0.one(of: [true, false]),
                    reason: $0.maybe { $0.text() })
            }, rev: int())
    }

    private mutating func approval() -> DegreePlan.Approval { DegreePlan.Approval(by: author(), at: date()) }

    mutating func plan() -> DegreePlan {
        DegreePlan(
            id: id(), owner: author(), name: text(), programme: maybe { $0.text() },
            terms: list { PlanTerm(term: $0.term(), courses: $0.list { $0.code() }) }, creditsPerTerm: maybe { $0.limits() },
            accepted: list {
                AcceptedProblem(term: $0.term(), course: $0.code(), kind: $0.one(of: DegreePlanProblem.Kind.allCases))
            }, shared: one(of: [true, false]), approved: maybe { $0.approval() }, approvalLost: maybe { $0.approval() },
            replyCount: int(), createdAt: date(), editedAt: maybe { $0.date() }, rev: int())
    }

    mutating func planReply() -> PlanReply {
        PlanReply(
            id: id(), plan: id(), number: int(), parent: maybe { $0.id() }, body: text(), author: author(), createdAt: date(),
            editedAt: maybe { $0.date() }, rev: int())
    }
}
