import Foundation
import NoteItCore
import NoteItStore
import Testing

import struct NoteItCore.Cursor

/// What a client keeps that does no more than the contract says: upserts and removals, in order.
struct Replica {
    let account: Account.ID
    private(set) var items: [String: String] = [:]
    private(set) var cursor: Cursor?

    init(of account: Account.ID) { self.account = account }

    /// Begins with a snapshot, in pages of `limit`.
    mutating func begin(from store: SQLiteStore, limit: Int) async throws {
        items = try await Self.snapshot(of: account, store, limit: limit) { cursor = Cursor($0) }
    }

    /// Takes one page of changes. Records what it received that its reader may not see at this moment.
    mutating func advance(on store: SQLiteStore, limit: Int) async throws -> (more: Bool, leaks: [String]) {
        let page = try await store.changes(after: try #require(cursor), limit: limit, by: account)
        var leaks: [String] = []
        var last = cursor?.offset ?? 0
        for change in page.changes {
            let entry = change.entry
            if entry.offset <= last { leaks.append("row \(entry.offset) came behind row \(last)") }
            last = entry.offset
            let key = "\(entry.type.rawValue) \(entry.subject)"
            switch (change.view, entry.change) {
            case (.whole, .upsert):
                let body = try #require(change.toStaff ? entry.staffBody : entry.body)
                if try await !isVisible(entry, on: store) { leaks.append("\(key) at \(entry.offset)") }
                items[key] = try canonical(body)
            case (_, .scopeGranted), (_, .scopeRevoked), (_, .signedOut): break
            default: items[key] = nil
            }
        }
        cursor = page.cursor
        return (page.more, leaks)
    }

    private func isVisible(_ entry: LogEntry, on store: SQLiteStore) async throws -> Bool {
        do {
            switch entry.type {
            case .event: _ = try await store.event(try #require(Event.ID(entry.subject)), by: account)
            case .reply:
                let reply = try JSONCoding.decode(Reply.self, from: entry.body ?? "")
                _ = try await store.event(reply.event, by: account)
            default: break
            }
            return true
        } catch DomainError.notFound {
            return false
        }
    }

    /// Everything in a fresh snapshot, by type and identity.
    static func snapshot(
        of account: Account.ID, _ store: SQLiteStore, limit: Int, cursor: (String) -> Void = { _ in }
    ) async throws -> [String: String] {
        var items: [String: String] = [:]
        var next: String?
        repeat {
            let page = try await store.snapshot(next: next, limit: limit, by: account)
            if next == nil { cursor(page.cursor) }
            for event in page.events { items["event \(event.id)"] = try JSONCoding.string(event) }
            for reply in page.replies { items["reply \(reply.id)"] = try JSONCoding.string(reply) }
            for enrollment in page.enrollments { items["enrollment \(enrollment.scope)"] = try JSONCoding.string(enrollment) }
            for notification in page.notifications {
                items["notification \(notification.id)"] = try JSONCoding.string(notification)
            }
            for watch in page.seatWatches { items["seatWatch \(watch.section.id)"] = try JSONCoding.string(watch) }
            for mark in page.marks { items["mark \(mark.event)"] = try JSONCoding.string(mark) }
            for removal in page.removals { items["removal \(removal.id)"] = try JSONCoding.string(removal) }
            for course in page.courses { items["course \(course.id)"] = try JSONCoding.string(course) }
            next = page.next
        } while next != nil
        return items
    }

    /// The email of an author is spliced in, so keys may stand in another order.
    private func canonical(_ json: String) throws -> String {
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        let data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self)
    }

    /// What differs from `other`, by key.
    func differences(from other: [String: String]) -> [String] {
        Set(comparable.keys).union(other.keys).filter { comparable[$0] != other[$0] }.sorted()
            .map { "\($0): \(comparable[$0] ?? "nothing") instead of \(other[$0] ?? "nothing")" }
    }

    /// Without what a snapshot does not list as an item.
    private var comparable: [String: String] {
        items.filter { !$0.key.hasPrefix("account ") && !$0.key.hasPrefix("preferences ") }
    }
}
