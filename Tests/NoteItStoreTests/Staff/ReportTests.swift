import Foundation
import NoteItCore
import NoteItStore
import Testing

/// Reports of posts to staff, and who hears of them.
@Suite("Reports")
struct ReportTests {
    private func withCourse(
        _ body: (SQLStore, _ ada: Account.ID, _ ben: Account.ID, _ cyd: Account.ID, _ dee: Account.ID) async throws -> Void
    ) async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let ben = try await campus.student("ben", in: [Campus.sections[1]])
            let (cyd, dee) = (try await campus.person("cyd"), try await campus.person("dee"))
            _ = try await campus.store.grantStaff(to: .email("cyd@example.edu"), in: Campus.course, sections: [], by: nil)
            _ = try await campus.store.grantStaff(
                to: .email("dee@example.edu"), in: Campus.course, sections: [Campus.sections[1]], by: nil)
            try await body(campus.store, ada, ben, cyd, dee)
            #expect(try await campus.store.check() == [])
        }
    }

    private func kinds(_ account: Account.ID, _ store: SQLStore) async throws -> [String] {
        try await store.notifications(of: account, unread: false, page: PageRequest()).items.map(\.kind.rawValue)
    }

    private func reports(_ account: Account.ID, _ store: SQLStore, open: Bool? = nil) async throws -> [Report] {
        try await store.reports(of: Campus.course, open: open, page: PageRequest(), by: account).items
    }

    @Test func onlyTheStaffInChargeHearOfAReport() async throws {
        try await withCourse { store, ada, ben, cyd, dee in
            let event = try await store.post(
                NewEvent(title: "Lab 4", sections: [Campus.sections[0]]), in: Campus.course, by: cyd
            ).event
            let reply = try await store.reply(NewReply(body: "rude"), to: event.id, by: ada).reply
            await #expect(throws: DomainError.notFound("event \(event.id)")) {
                try await store.report(NewReport(reason: "rude"), on: event.id, by: ben)
            }
            let fay = try await store.register(
                NewAccount(email: "fay@example.edu", password: "", displayName: "fay"), role: .student, password: "hash"
            ).id
            _ = try await store.enroll(fay, in: [Campus.sections[0]])
            let (report, created) = try await store.report(NewReport(reason: "rude", reply: reply.id), on: event.id, by: fay)
            #expect(created && report.reporter.id == fay && report.number == event.number && report.resolvedAt == nil)
            #expect(
                try await store.report(NewReport(reason: "again", reply: reply.id), on: event.id, by: fay) == (report, false))
            #expect(try await kinds(cyd, store).contains("reported"))
            for other in [ada, ben, dee, fay] { #expect(try await !kinds(other, store).contains("reported")) }
            #expect(try await reports(cyd, store) == [report])
            #expect(try await reports(dee, store) == [])
            for other in [ada, ben, fay] {
                await #expect(throws: DomainError.self) { try await reports(other, store) }
                await #expect(throws: DomainError.notFound("report \(report.id)")) {
                    try await store.resolve(report.id, with: ReportPatch(resolved: true), by: other)
                }
            }
        }
    }

    @Test func staffDoNotResolveReportsOfTheirOwnPosts() async throws {
        try await withCourse { store, ada, _, cyd, dee in
            let event = try await store.post(NewEvent(title: "Read this"), in: Campus.course, by: cyd).event
            await #expect(throws: DomainError.conflict("You wrote this yourself. Delete it instead.")) {
                try await store.report(NewReport(reason: "x"), on: event.id, by: cyd)
            }
            let report = try await store.report(NewReport(reason: "unfair"), on: event.id, by: ada).report
            #expect(try await reports(cyd, store) == [])
            #expect(try await kinds(cyd, store) == [])
            #expect(try await reports(dee, store) == [report])
            #expect(try await kinds(dee, store) == ["reported"])
            await #expect(throws: DomainError.self) {
                try await store.resolve(report.id, with: ReportPatch(resolved: true), by: cyd)
            }
            #expect(try await store.resolve(report.id, with: ReportPatch(resolved: true), by: dee).resolvedBy?.id == dee)
        }
    }

    @Test func aReportIsResolvedOpenedAgainAndResolvedByRemoving() async throws {
        try await withCourse { store, ada, ben, cyd, _ in
            let event = try await store.post(NewEvent(title: "Lab 4"), in: Campus.course, by: ada).event
            let first = try await store.report(NewReport(reason: "spam"), on: event.id, by: ben).report
            #expect(try await store.resolve(first.id, with: ReportPatch(resolved: true), by: cyd).resolvedAt != nil)
            let second = try await store.report(NewReport(reason: "still spam"), on: event.id, by: ben)
            #expect(second.created && second.report.id != first.id)
            await #expect(throws: DomainError.self) {
                try await store.resolve(first.id, with: ReportPatch(resolved: false), by: cyd)
            }
            #expect(try await reports(cyd, store, open: true).map(\.id) == [second.report.id])
            try await store.delete(event.id, reason: "spam", ifRev: nil, by: cyd)
            #expect(try await reports(cyd, store, open: true) == [])
            #expect(try await store.resolve(first.id, with: ReportPatch(resolved: false), by: cyd).resolvedBy == nil)
            #expect(try await reports(cyd, store).count == 2)
        }
    }

    @Test func openReportsOfAPersonAreLimited() async throws {
        try await withCourse { store, ada, ben, cyd, _ in
            var last: Report?
            for number in 0..<Report.mostOpen {
                let event = try await store.post(NewEvent(title: "\(number)"), in: Campus.course, by: ada).event
                last = try await store.report(NewReport(reason: "spam"), on: event.id, by: ben).report
            }
            let event = try await store.post(NewEvent(title: "One more"), in: Campus.course, by: ada).event
            await #expect(throws: DomainError.self) {
                try await store.report(NewReport(reason: "spam"), on: event.id, by: ben)
            }
            _ = try await store.resolve(try #require(last).id, with: ReportPatch(resolved: true), by: cyd)
            #expect(try await store.report(NewReport(reason: "spam"), on: event.id, by: ben).created)
        }
    }

    @Test func aReplyToAnotherEventIsRefused() async throws {
        try await withCourse { store, ada, ben, _, _ in
            let one = try await store.post(NewEvent(title: "One"), in: Campus.course, by: ada).event
            let two = try await store.post(NewEvent(title: "Two"), in: Campus.course, by: ada).event
            let reply = try await store.reply(NewReply(body: "hm"), to: two.id, by: ada).reply
            await #expect(throws: DomainError.invalid("reply", "must be a reply to this event")) {
                try await store.report(NewReport(reason: "x", reply: reply.id), on: one.id, by: ben)
            }
        }
    }

    @Test func aReportDoesNotNameAReporterWhoHasLeft() async throws {
        try await withCourse { store, ada, ben, cyd, _ in
            let event = try await store.post(NewEvent(title: "Lab 4"), in: Campus.course, by: ada).event
            _ = try await store.report(NewReport(reason: "spam"), on: event.id, by: ben)
            try await store.leave(ben)
            let report = try #require(try await reports(cyd, store).first)
            #expect(report.reporter.displayName == "Former member")
            #expect(report.reporter.email == nil && report.reporter.handle == nil)
        }
    }
}
