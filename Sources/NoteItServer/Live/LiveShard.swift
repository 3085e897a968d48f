import NIOCore
import NoteItCore

/// Somebody who waits for changes on one event loop. All calls are made on that loop.
protocol Subscriber: AnyObject {
    var caller: Caller { get }
    /// What they may see now; the shard replaces it when a scope changes.
    var interest: Interest { get set }
    /// Offset up to which they have everything.
    var position: Int64 { get }
    /// Takes what a frame holds for them.
    func take(_ encoded: Encoded, at offset: Int64)
    /// All frames of a batch were offered.
    func finishBatch()
    /// Says that they are alive and where they stand.
    func keepAlive(_ at: Encoded)
    func end(_ reason: EndReason)
}

/// Why the server ends a stream.
enum EndReason: Sendable, Equatable {
    case signedOut, shutdown, tooSlow, expired(CursorExpiry)
}

/// The subscribers of one event loop, indexed by topic. Confined to that loop: no locks.
final class LiveShard {
    /// Offset of the last row that was offered to this loop.
    private(set) var head: Cursor
    private(set) var isClosed = false
    /// All that are open, whether they are joined or still behind.
    private var subscribers: [ObjectIdentifier: any Subscriber] = [:]
    /// Those that are joined.
    private var byTopic: [Topic: Set<ObjectIdentifier>] = [:]

    init(head: Cursor) { self.head = head }

    func open(_ subscriber: any Subscriber) { subscribers[ObjectIdentifier(subscriber)] = subscriber }

    func close(_ subscriber: any Subscriber) {
        leave(subscriber)
        subscribers[ObjectIdentifier(subscriber)] = nil
    }

    /// Joins a subscriber who has everything up to their position, with the interest read there. False if rows behind
    /// it were offered already: they are to be pulled from the log first.
    func join(_ subscriber: any Subscriber) -> Bool {
        guard subscriber.position >= head.offset else { return false }
        let id = ObjectIdentifier(subscriber)
        for topic in subscriber.interest.topics.keys { byTopic[topic, default: []].insert(id) }
        return true
    }

    /// Nothing more is offered to them until they join again.
    func leave(_ subscriber: any Subscriber) {
        for topic in subscriber.interest.topics.keys { forget(ObjectIdentifier(subscriber), topic) }
    }

    private func forget(_ id: ObjectIdentifier, _ topic: Topic) {
        byTopic[topic]?.remove(id)
        if byTopic[topic]?.isEmpty == true { byTopic[topic] = nil }
    }

    /// Offers a batch to whom its topics name. The batch's interests come first, so that what a scope's loss hides is
    /// not sent any more, not even when it was written before the loss. Lost topics leave the index last: a removal
    /// written before the loss is still for who held them.
    func deliver(_ batch: FrameBatch) {
        let lost = replaceInterests(batch.interests)
        var touched: Set<ObjectIdentifier> = []
        for frame in batch.frames {
            for id in audience(of: frame) {
                guard let subscriber = subscribers[id], subscriber.position < frame.entry.offset,
                    let encoded = frame.encoded(for: subscriber.interest)
                else { continue }
                subscriber.take(encoded, at: frame.entry.offset)
                touched.insert(id)
            }
        }
        for (id, topic) in lost { forget(id, topic) }
        head = batch.end
        for id in touched { subscribers[id]?.finishBatch() }
    }

    private func audience(of frame: Frame) -> Set<ObjectIdentifier> {
        let (after, before) = (frame.entry.after, frame.entry.before)
        if before.isEmpty, after.count == 1 { return byTopic[after[0]] ?? [] }
        return (after + before).reduce(into: []) { $0.formUnion(byTopic[$1] ?? []) }
    }

    /// Returns the topics that are no longer held, which are still in the index.
    private func replaceInterests(_ interests: [Account.ID: Interest]) -> [(ObjectIdentifier, Topic)] {
        var lost: [(ObjectIdentifier, Topic)] = []
        for (account, interest) in interests {
            for id in byTopic[.account(account)] ?? [] {
                guard let subscriber = subscribers[id] else { continue }
                lost += subscriber.interest.topics.keys.filter { interest.topics[$0] == nil }.map { (id, $0) }
                subscriber.interest = interest
                for topic in interest.topics.keys { byTopic[topic, default: []].insert(id) }
            }
        }
        return lost
    }

    func keepAlive() {
        let at = Encoded.at(head)
        for subscriber in Array(subscribers.values) { subscriber.keepAlive(at) }
    }

    func end(session: Session.ID) {
        for subscriber in Array(subscribers.values) where subscriber.caller.session == session { subscriber.end(.signedOut) }
    }

    /// The server stops: nobody joins any more.
    func close() {
        isClosed = true
        for subscriber in Array(subscribers.values) { subscriber.end(.shutdown) }
    }

    /// A new life of the database: nobody's cursor means anything any more.
    func restart(at cursor: Cursor) {
        head = cursor
        for subscriber in Array(subscribers.values) { subscriber.end(.expired(.epoch)) }
    }
}
