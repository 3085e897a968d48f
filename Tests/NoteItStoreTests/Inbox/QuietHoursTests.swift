import Foundation
import NoteItCore
import Testing

/// Quiet hours that change while a delivery is looked at.
@Suite("Quiet hours")
struct QuietHoursTests {
    @Test("what was to wait for the end of quiet hours that the person ended meanwhile is due")
    func endedMeanwhile() async throws {
        try await Campus.with { campus in
            let (store, ada) = (campus.store, try await campus.person("ada"))
            try await store.askVerification(of: ada, domain: "example.edu")
            let delivery = try #require(try await store.dueDeliveries(by: .mail, limit: 1).first)
            func set(_ quiet: Clearable<MailSettings.Quiet>) async throws {
                _ = try await store.update(MailPatch(quiet: quiet), available: true, by: ada)
            }
            /// As it was judged before the settings changed.
            func postpone() async throws {
                try await store.end(delivery, .later(campus.clock.now + 9 * 3_600, fault: nil))
            }
            func isDue() async throws -> Bool { try await store.dueDeliveries(by: .mail, limit: 1) == [delivery] }

            let (start, end) = try (#require(WallTime("00:00")), #require(WallTime("23:59")))
            try await set(.set(MailSettings.Quiet(start: start, end: end)))
            try await postpone()
            #expect(try await !isDue())
            try await set(.cleared)
            try await postpone()
            #expect(try await isDue())
        }
    }
}
