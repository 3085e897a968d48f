import Foundation
import NoteItCore
import NoteItStore
import Synchronization
import Testing

/// The copy of a client that follows the contract: upserts and removals in order. A replica that purges drops what a lost
/// enrollment let it see as soon as it hears of the loss. Others wait for the removals.
struct Replica {
    let account: Account.ID
    let purges: Bool
    private(set) var items: [String: String] = [:]
    private(set) var cursor: LogCursor?
    /// What its person ever saw; nil if nobody keeps count.
    let sight: Sight?

    /// The ids of the events and replies that one person saw at any time.
    final class Sight: Sendable {
        private let ids = Mutex(Set<String>())

        /// Takes the keys of a fresh snapshot.
        func add(_ keys: some Sequence<String>) {
            let seen = keys.filter { key in ["event ", "reply ", "removal "].contains { key.hasPrefix($0) } }
            ids.withLock { $0.formUnion(seen.compactMap { $0.split(separator: " ").last.map(String.init) }) }
        }

        /// Whether its person may hear that an event or a reply is gone.
        func knows(_ type: String, _ id: String) -> Bool {
            !["event", "reply", "removal"].contains(type) || ids.withLock { $0.contains(id) }
        }
    }

    init(of account: Account.ID, purges: Bool = false, sight: Sight? = nil) {
        self.account = account
        self.purges = purges
        self.sight = sight
    }

    /// Begins with a snapshot, in pages of `limit`.
    mutating func begin(from store: SQLStore, limit: Int) async throws {
        items = try await Self.snapshot(of: account, store, limit: limit) { cursor = LogCursor($0) }
    }

    /// Takes one page of changes. Nothing is written meanwhile, so each body must equal that of a fresh snapshot.
    mutating func advance(on store: SQLStore, limit: Int) async throws -> (more: Bool, faults: [String]) {
        let start = try #require(cursor)
        let page = try await store.changes(after: start, limit: limit, by: account)
        let fresh = try await Self.snapshot(of: account, store, limit: 5_000)
        var (faults, seen, last): ([String], Set<String>, LogPosition) = ([], [], start.position)
        if page.changes.count > limit { faults.append("\(page.changes.count) changes on a page of \(limit)") }
        for (position, change) in page.changes {
            if position <= last { faults.append("\(position) came after \(last)") }
            last = position
            let key = "\(change.type.rawValue) \(change.subject)"
            switch change.change {
            case .scopeRevoked:
                if purges { try purge(change.section?.text ?? change.course?.text ?? "", of: change.course ?? "") }
            case .scopeGranted, .signedOut: break
            case .changed:
                if !seen.insert(key).inserted { faults.append("\(key) stands twice on a page") }
                let isListed = !["account", "preferences"].contains(change.type.rawValue)
                if isListed, fresh[key] != change.body {
                    faults.append("\(key) came as \(change.body ?? "nothing"), is \(fresh[key] ?? "nothing")")
                }
                if change.body == nil, sight?.knows(change.type.rawValue, change.subject) == false {
                    faults.append("\(key) is gone, though it was never there")
                }
                items[key] = change.body
                if change.type == .event, change.body == nil { try dropReplies(to: change.subject) }
            }
        }
        if page.cursor.position < last { faults.append("the page ends at \(page.cursor), before \(last)") }
        if page.more, page.cursor.position <= start.position { faults.append("the page ends where it began") }
        cursor = page.cursor
        return (page.more, faults)
    }

    /// Takes a change as it comes over a stream.
    mutating func take(_ frame: Data) throws {
        let change = try #require(try JSONSerialization.jsonObject(with: frame) as? [String: Any])
        switch change["op"] as? String {
        case "scopeRevoked":
            let course = change["course"] as? String ?? ""
            if purges { try purge(change["section"] as? String ?? course, of: Course.ID(course)) }
        case "upsert", "remove":
            let (type, id) = (change["type"] as? String ?? "", change["id"] as? String ?? "")
            let body = String(decoding: frame, as: UTF8.self).firstRange(of: #","body":"#).map { range in
                String(String(decoding: frame, as: UTF8.self)[range.upperBound...].dropLast())
            }
            if body == nil { #expect(sight?.knows(type, id) != false, "\(type) \(id) is gone, though it was never there") }
            items["\(type) \(id)"] = body
            if type == "event", body == nil { try dropReplies(to: id) }
        default: break
        }
    }

    /// Drops what the remaining enrollments do not let the person see.
    private mutating func purge(_ scope: String, of course: Course.ID) throws {
        items["enrollment \(scope)"] = nil
        let left = try all("enrollment", Enrollment.self).map(\.1).filter { $0.course == course }
        for (key, removal) in try all("removal", Removal.self) where left.isEmpty && removal.course == course {
            items[key] = nil
        }
        if left.isEmpty { items["course \(course)"] = nil }
        let held = Set(left.compactMap(\.section))
        let (isWhole, isStaff) = (left.contains { $0.section == nil }, left.contains { $0.role == .staff })
        for (key, event) in try all("event", Event.self) where event.course == course && event.visibility != .private {
            let isNamed = event.sections.isEmpty || isWhole || !held.isDisjoint(with: event.sections)
            if left.isEmpty || !isNamed || (event.visibility == .staff && !isStaff) {
                items[key] = nil
                try dropReplies(to: event.id.description)
            }
        }
    }

    private mutating func dropReplies(to event: String) throws {
        for (key, reply) in try all("reply", Reply.self) where reply.event.description == event { items[key] = nil }
    }

    private func all<Item: Decodable>(_ type: String, _: Item.Type) throws -> [(String, Item)] {
        try items.filter { $0.key.hasPrefix(type + " ") }.map { ($0.key, try JSONCoding.decode(Item.self, from: $0.value)) }
    }

    /// Everything in a fresh snapshot, by type and identity.
    static func snapshot(
        of account: Account.ID, _ store: SQLStore, limit: Int, cursor: (String) -> Void = { _ in }
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
            for task in page.tasks { items["task \(task.id)"] = try JSONCoding.string(task) }
            if let settings = page.studySettings { items["studySettings \(account)"] = try JSONCoding.string(settings) }
            if let plan = page.studyPlan { items["studyPlan \(account)"] = try JSONCoding.string(plan) }
            if let record = page.record { items["record \(account)"] = try JSONCoding.string(record) }
            for plan in page.plans { items["degreePlan \(plan.id)"] = try JSONCoding.string(plan) }
            for reply in page.planReplies { items["planReply \(reply.id)"] = try JSONCoding.string(reply) }
            for event in page.personalEvents { items["personalEvent \(event.id)"] = try JSONCoding.string(event) }
            for source in page.calendarImports { items["calendarImport \(source.id)"] = try JSONCoding.string(source) }
            for mark in page.marks { items["mark \(mark.event)"] = try JSONCoding.string(mark) }
            for removal in page.removals { items["removal \(removal.id)"] = try JSONCoding.string(removal) }
            for course in page.courses { items["course \(course.id)"] = try JSONCoding.string(course) }
            next = page.next
        } while next != nil
        return items
    }

    /// The differences from `other`, by key.
    func differences(from other: [String: String]) -> [String] {
        Set(comparable.keys).union(other.keys).filter { comparable[$0] != other[$0] }.sorted()
            .map { "\($0): \(comparable[$0] ?? "nothing") instead of \(other[$0] ?? "nothing")" }
    }

    /// The items that a snapshot lists.
    private var comparable: [String: String] {
        items.filter { !$0.key.hasPrefix("account ") && !$0.key.hasPrefix("preferences ") }
    }
}
