import Foundation
import NoteItCore
import Testing

struct MailScheduleTests {
    private let zone = TimeZone(identifier: "America/Vancouver").unsafelyUnwrapped

    private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    @Test(arguments: [
        // The day before, the very moment, and the day on which the clocks go forward.
        ("2026-11-28T14:59:59Z", "2026-11-28T15:00:00Z"), ("2026-11-28T15:00:00Z", "2026-11-29T15:00:00Z"),
        ("2026-03-07T15:00:00Z", "2026-03-08T14:00:00Z"),
    ])
    func aDailyDigestComesAtItsTimeOfDayWhateverTheClocksDo(at text: String, next: String) throws {
        let (now, wanted) = (try date(text), try date(next))
        #expect(MailSettings(digest: .daily).nextDigest(after: now, in: zone) == wanted)
    }

    @Test func aWeeklyDigestComesOnItsDayAndNoDigestNever() throws {
        let settings = MailSettings(digest: .weekly, digestDay: "W")
        let (saturday, wednesday) = (try date("2026-11-28T15:00:00Z"), try date("2026-12-02T15:00:00Z"))
        #expect(settings.nextDigest(after: saturday, in: zone) == wednesday)
        #expect(settings.nextDigest(after: wednesday, in: zone) == wednesday + 7 * 86_400)
        #expect(MailSettings().nextDigest(after: .now, in: zone) == nil)
    }

    @Test(arguments: [
        ("2026-11-29T06:30:00Z", "2026-11-29T15:00:00Z"), ("2026-11-29T14:59:59Z", "2026-11-29T15:00:00Z"),
        ("2026-11-29T15:00:00Z", nil), ("2026-11-29T05:59:59Z", nil),
    ])
    func quietHoursPassMidnight(at text: String, end: String?) throws {
        let (start, last) = (try #require(WallTime("22:00")), try #require(WallTime("07:00")))
        let settings = MailSettings(quiet: .init(start: start, end: last))
        let (now, wanted) = (try date(text), try end.map(date))
        #expect(settings.quietEnd(at: now, in: zone) == wanted)
    }

    @Test func aRelayIsAskedEverMoreRarelyForThreeDays() throws {
        let created = try date("2026-11-29T00:00:00Z")
        var (now, tries, pauses) = (created, 0, [TimeInterval]())
        while let next = DeliveryPace.mail.nextTry(after: tries + 1, at: now, since: created) {
            pauses.append(next.timeIntervalSince(now))
            (now, tries) = (next, tries + 1)
        }
        #expect(pauses == pauses.sorted() && pauses[0] == 60)
        #expect((2 * 86_400...3 * 86_400).contains(now.timeIntervalSince(created)))
    }

    @Test func aPatchChangesWhatItNames() throws {
        let patch = MailPatch(digest: .weekly, atOnce: [.replies, .notices, .replies], quiet: .cleared)
        let new = MailSettings(
            mustRead: false, quiet: .init(start: try #require(WallTime("22:00")), end: try #require(WallTime("07:00")))
        )
        .applying(try patch.validated())
        #expect(new == MailSettings(digest: .weekly, atOnce: [.notices, .replies], mustRead: false))
        for wrong in [MailPatch(digestDay: "X"), MailPatch(language: "en\r\nBcc: x"), MailPatch(digestAt: WallTime("24:00"))] {
            #expect(throws: DomainError.self) { try wrong.validated() }
        }
    }
}
