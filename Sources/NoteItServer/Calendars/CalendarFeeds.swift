import Foundation
import NIOCore
import NoteItCore

/// Makes the files of feeds, and keeps them until what they hold changes.
final class CalendarFeeds: Sendable {
    /// A file, as it is and compressed.
    struct File: Sendable {
        /// The ETag of the plain bytes, without quotes.
        var etag: String
        var plain: ByteBuffer
        var gzip: ByteBuffer?

        /// Another encoding is another representation (RFC 9110, section 8.8.3.3).
        var gzipTag: String { etag + "-gzip" }
    }

    /// What a file was made from.
    private struct Stamp: Equatable {
        var epoch: String
        /// The offset of the newest change of each calendar in the feed.
        var changed: [Int64]
        /// Cancelled items leave on a later day.
        var day: Int
    }

    private let store: any Store
    private let service: CalendarService
    private let now: @Sendable () -> Date
    private let turns = OneAtATime<CalendarFeed.ID>()
    private let cache = ByteCache<CalendarFeed.ID, (stamp: Stamp, file: File)>()

    init(store: any Store, service: CalendarService, now: @escaping @Sendable () -> Date) {
        (self.store, self.service, self.now) = (store, service, now)
    }

    func file(of feed: CalendarFeed, account: Account.ID) async throws -> File {
        let stamp = try await readStamp(of: feed, account)
        if let kept = find(feed.id, stamp) { return kept }
        return try await turns.run(for: feed.id) {
            if let kept = find(feed.id, stamp) { return kept }
            let made = try await make(feed, account)
            let bytes = made.plain.readableBytes + (made.gzip?.readableBytes ?? 0)
            cache.keep((stamp, made), at: feed.id, bytes: bytes)
            return made
        }
    }

    private func readStamp(of feed: CalendarFeed, _ account: Account.ID) async throws -> Stamp {
        let (calendars, state) = try await service.calendars(of: account, withProperties: false)
        let changed = feed.include.map { part in
            calendars.first { $0.kind == .derived(part.calendar) }?.changed ?? 0
        }
        return Stamp(epoch: state.head.epoch, changed: changed, day: now().seconds / 86_400)
    }

    private func make(_ feed: CalendarFeed, _ account: Account.ID) async throws -> File {
        let (inputs, items) = try await service.derived(of: account)
        let now = now()
        let removed = try await store.removedObjects(since: now - Double(CalendarTrace.days) * 86_400, of: account).filter {
            $0.removedAt > now - Double(FeedFile.cancelledDays($0.calendar)) * 86_400
        }
        let calendar = FeedFile(feed, inputs, items, removed: removed).calendar(service.assembler)
        let bytes = Array(calendar.text.utf8)
        return File(
            etag: CalendarObject.etag(of: bytes), plain: ByteBuffer(bytes: bytes),
            gzip: Gzip.compressed(bytes).map { ByteBuffer(bytes: $0) })
    }

    private func find(_ id: CalendarFeed.ID, _ stamp: Stamp) -> File? {
        cache[id].flatMap { $0.stamp == stamp ? $0.file : nil }
    }
}
