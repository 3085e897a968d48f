import Foundation
import NoteItCore
import NoteItStore
import Testing

/// Notices: who gets them, who has seen them, and how they are corrected and retracted.
@Suite("Notices")
struct NoticeTests {
    private struct Scene {
        let campus: Campus
        /// Staff of both courses; students of the lecture, of a lab, and of the other course.
        let eve, ada, ben, cyd: Account.ID

        var store: SQLStore { campus.store }

        func kinds(_ person: Account.ID) async throws -> [InboxNotification.Kind] { try await store.inbox(person).map(\.kind) }

        func send(_ sections: [Section.ID] = [], _ courses: [Course.ID] = [], mustRead: Bool = false) async throws -> [Event] {
            let new = NewNotice(sections: sections, courses: courses, title: "Room change", mustRead: mustRead)
            let reach = try await store.reach(of: new, by: eve).people
            let sent = try await store.send(new, by: eve).events
            var told: Set<Account.ID> = []
            for person in [ada, ben, cyd] {
                let news = try await store.notifications(of: person, unread: true, page: PageRequest(limit: 200)).items
                if news.contains(where: { each in sent.contains { $0.id == each.event } }) { told.insert(person) }
            }
            let muted = try await store.preferences(of: cyd).mutedCourses.isEmpty || mustRead ? 0 : 1
            #expect(reach == told.count + muted, "a dry run counts the people whom the notice reaches")
            return sent
        }

        func see(_ event: Event, by person: Account.ID) async throws {
            campus.clock.advance(1)
            _ = try await store.mark(event.id, with: EventMarkPatch(seen: .max), by: person)
        }
    }

    private func withScene(_ body: (Scene) async throws -> Void) async throws {
        try await Campus.with { campus in
            let eve = try await campus.person("eve")
            for course in [Campus.course, Campus.other] {
                _ = try await campus.store.grantStaff(to: .email("eve@example.edu"), in: course, sections: [], by: nil)
            }
            try await body(
                Scene(
                    campus: campus, eve: eve, ada: try await campus.student("ada", in: [Campus.sections[0]]),
                    ben: try await campus.student("ben", in: [Campus.sections[1]]),
                    cyd: try await campus.student("cyd", in: [Campus.otherSections[0]])))
            #expect(try await campus.store.check() == [])
        }
    }

    @Test func aNoticeReachesItsSectionsAndWholeCoursesAndNobodyElse() async throws {
        try await withScene { scene in
            let sent = try await scene.send([Campus.sections[0]], [Campus.other])
            #expect(sent.map(\.course) == [Campus.course, Campus.other])
            #expect(sent.map(\.sections) == [[Campus.sections[0]], []])
            #expect(sent.allSatisfy { $0.kind == .notice && $0.visibility == .public && !$0.mustRead })
            #expect(try await scene.kinds(scene.ada) == [.notice])
            #expect(try await scene.kinds(scene.ben) == [])
            #expect(try await scene.kinds(scene.cyd) == [.notice])
            #expect(try await scene.kinds(scene.eve) == [])
        }
    }

    @Test func aNoticeGoesToAllItsTargetsOrToNone() async throws {
        try await withScene { scene in
            _ = try await scene.store.grantStaff(
                to: .email("ada@example.edu"), in: Campus.course, sections: [Campus.sections[1]], by: nil)
            let head = try await scene.store.head()
            let refused: [NewNotice] = [
                NewNotice(sections: [Campus.sections[0], "202530.none"], title: "x"),
                NewNotice(sections: [Campus.sections[1], Campus.otherSections[0]], title: "x"),
                NewNotice(courses: [Campus.course, Campus.other], title: "x"), NewNotice(courses: ["none"], title: "x"),
                NewNotice(sections: [Campus.sections[2]], title: "x"),
            ]
            for new in refused {
                await #expect(throws: DomainError.self) { try await scene.store.send(new, by: scene.ada) }
                await #expect(throws: DomainError.self) { try await scene.store.reach(of: new, by: scene.ada) }
            }
            await #expect(throws: DomainError.self) {
                try await scene.store.send(NewNotice(courses: [Campus.course], title: "x"), by: scene.ben)
            }
            #expect(try await scene.store.head() == head)
        }
    }

    @Test func sendingANoticeAgainReturnsTheSame() async throws {
        try await withScene { scene in
            let new = NewNotice(id: .make(at: Date()), courses: [Campus.course, Campus.other], title: "Once")
            let first = try await scene.store.send(new, by: scene.eve)
            let head = try await scene.store.head()
            let second = try await scene.store.send(new, by: scene.eve)
            #expect(first.created && !second.created && first.events.map(\.id) == second.events.map(\.id))
            #expect(try await scene.store.head() == head)
            _ = try await scene.store.grantStaff(to: .email("ada@example.edu"), in: Campus.course, sections: [], by: nil)
            await #expect(throws: DomainError.self) { try await scene.store.send(new, by: scene.ada) }
        }
    }

    @Test func aMuteHidesNoticesExceptMandatoryOnes() async throws {
        try await withScene { scene in
            _ = try await scene.store.update(PreferencesPatch(mutedCourses: [Campus.other]), by: scene.cyd)
            _ = try await scene.send([], [Campus.other])
            #expect(try await scene.kinds(scene.cyd) == [])
            let sent = try await scene.send([], [Campus.other], mustRead: true)
            #expect(try await scene.kinds(scene.cyd) == [.notice])
            #expect(sent.first?.mustRead == true)
        }
    }

    @Test func aCorrectionReachesThePeopleWhoSawTheNotice() async throws {
        try await withScene { scene in
            let notice = try #require(try await scene.send([], [Campus.course]).first)
            try await scene.see(notice, by: scene.ada)
            for body in ["Room 2", "Room 3"] {
                _ = try await scene.store.edit(notice.id, with: EventPatch(body: body), ifRev: nil, by: scene.eve)
            }
            #expect(try await scene.kinds(scene.ada) == [.notice, .noticeAmended])
            #expect(try await scene.kinds(scene.ben) == [.notice])
            try await scene.see(notice, by: scene.ben)
            try await scene.store.delete(notice.id, reason: "the room stays", ifRev: nil, by: scene.eve)
            #expect(try await scene.kinds(scene.ada) == [.noticeRetracted])
            let told = try await scene.store.notifications(of: scene.ben, unread: false, page: PageRequest()).items
            #expect(told.map(\.text) == ["the room stays"] && told.map(\.event) == [notice.id])
            #expect(try await scene.kinds(scene.eve) == [])
        }
    }

    @Test func restoringANoticeTakesItsRetractionBack() async throws {
        try await withScene { scene in
            _ = try await scene.store.grantStaff(to: .email("ben@example.edu"), in: Campus.course, sections: [], by: nil)
            let notice = try #require(try await scene.send([], [Campus.course]).first)
            for person in [scene.ada, scene.eve] { try await scene.see(notice, by: person) }
            try await scene.store.delete(notice.id, reason: "no", ifRev: nil, by: scene.ben)
            #expect(try await scene.kinds(scene.ada) == [.noticeRetracted])
            #expect(try await scene.kinds(scene.eve).filter { $0 == .noticeRetracted } == [])
            _ = try await scene.store.restore(notice.id, by: scene.ben)
            #expect(try await scene.kinds(scene.ada) == [.notice])
        }
    }

    @Test func aRetractionReachesOnlyThePeopleWhoSawTheNotice() async throws {
        try await withScene { scene in
            let notice = try #require(try await scene.send([], [Campus.course]).first)
            try await scene.store.delete(notice.id, reason: "never mind", ifRev: nil, by: scene.eve)
            #expect(try await scene.kinds(scene.ada) == [])
        }
    }

    @Test func receiptsCountThePeopleWhoHaveSeenThePresentText() async throws {
        try await withScene { scene in
            let notice = try #require(try await scene.send([], [Campus.course], mustRead: true).first)
            let receipts = { try await scene.store.receipts(of: notice.id, by: scene.eve) }
            #expect(try await receipts() == NoticeReceipts(people: 2, seen: 0))
            try await scene.see(notice, by: scene.ada)
            #expect(try await receipts() == NoticeReceipts(people: 2, seen: 1))
            _ = try await scene.store.reply(NewReply(body: "Thanks"), to: notice.id, by: scene.ben)
            #expect(try await receipts() == NoticeReceipts(people: 2, seen: 2), "a reply does not unsee it")
            _ = try await scene.store.edit(notice.id, with: EventPatch(title: "Another room"), ifRev: nil, by: scene.eve)
            #expect(try await receipts() == NoticeReceipts(people: 2, seen: 0))
            try await scene.see(notice, by: scene.ada)
            #expect(try await receipts() == NoticeReceipts(people: 2, seen: 1))
            try await scene.store.drop(scene.ada, section: Campus.sections[0])
            #expect(try await receipts() == NoticeReceipts(people: 1, seen: 0))
            await #expect(throws: DomainError.self) { try await scene.store.receipts(of: notice.id, by: scene.ben) }
            await #expect(throws: DomainError.self) { try await scene.store.receipts(of: notice.id, by: scene.cyd) }
            let note = try await scene.store.post(NewEvent(title: "Note"), in: Campus.course, by: scene.eve).event
            await #expect(throws: DomainError.self) { try await scene.store.receipts(of: note.id, by: scene.eve) }
        }
    }

    @Test func anEditNotifiesPeopleWhoJoinTheAudience() async throws {
        try await withScene { scene in
            let notice = try #require(try await scene.send([Campus.sections[0]]).first)
            try await scene.see(notice, by: scene.ada)
            let wider = EventPatch(sections: [Campus.sections[1]])
            _ = try await scene.store.edit(notice.id, with: wider, ifRev: nil, by: scene.eve)
            #expect(try await scene.kinds(scene.ben) == [.notice])
            #expect(try await scene.kinds(scene.ada) == [])
        }
    }
}
