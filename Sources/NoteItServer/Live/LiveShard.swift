import NIOCore
import NoteItCore

/// Somebody who waits for changes on one event loop. All calls are made on that loop.
protocol Subscriber: AnyObject {
    var caller: Caller { get }
    /// What they may see.
    var interest: Interest { get }
    /// Up to where they have, or have taken, everything.
    var position: LogPosition { get }
    /// Takes what a frame holds for them. True if it is the first since `flush`.
    func take(_ encoded: Encoded, at position: LogPosition, after empty: Run) -> Bool
    /// They joined or left a course, and are no longer in the index: the log is to be read from where they stand.
    func catchUp()
    /// Sends what was taken.
    func flush()
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
    /// Up to where the log was offered to this loop.
    private(set) var head: Cursor
    private(set) var isClosed = false
    /// Bytes that are put together for one write: half of what a channel takes before it says that it is full.
    private static let writeSize = 32_768
    /// All that are open, whether they are joined or still behind.
    private var subscribers: [ObjectIdentifier: any Subscriber] = [:]
    /// Those that are joined.
    private var byTopic: [Topic: Members] = [:]
    /// Those who took something since they were last flushed.
    private var touched: [any Subscriber] = []
    /// Whose keep-alive was the last: see `keepAlive`.
    private var turn = 0
    /// Runs grow from here until they are flushed.
    private var empty = Run()

    init(head: Cursor) { self.head = head }

    func open(_ subscriber: any Subscriber) { subscribers[ObjectIdentifier(subscriber)] = subscriber }

    func close(_ subscriber: any Subscriber) {
        leave(subscriber)
        subscribers[ObjectIdentifier(subscriber)] = nil
    }

    /// Joins a subscriber who has everything up to their position, with the interest read there. False if rows after
    /// it were offered already: they are to be pulled from the log first.
    func join(_ subscriber: any Subscriber) -> Bool {
        guard subscriber.position >= head.position else { return false }
        index(subscriber)
        return true
    }

    private func index(_ subscriber: any Subscriber) {
        let interest = subscriber.interest
        for topic in interest.topics {
            let isStaff = topic.course.map { interest.topics.contains(.staff($0)) } ?? false
            byTopic[topic, default: Members()].set(.init(subscriber: subscriber, isStaff: isStaff))
        }
    }

    /// Nothing more is offered to them until they join again.
    func leave(_ subscriber: any Subscriber) {
        for topic in subscriber.interest.topics { forget(ObjectIdentifier(subscriber), topic) }
    }

    private func forget(_ id: ObjectIdentifier, _ topic: Topic) {
        byTopic[topic]?.remove(id)
        if byTopic[topic]?.isEmpty == true { byTopic[topic] = nil }
    }

    /// Offers a batch to those whom its topics name. First, whoever joined or left a course goes and reads the log from where
    /// they stand: what a loss hides is not sent any more, not even what was written before it.
    func deliver(_ batch: FrameBatch) {
        for account in batch.moved {
            for member in byTopic[.account(account)]?.all ?? [] {
                leave(member.subscriber)
                member.subscriber.catchUp()
            }
        }
        var bytes = 0
        for frame in batch.frames {
            if bytes > 0, bytes + frame.size > Self.writeSize {
                flush()
                bytes = 0
            }
            bytes += frame.size
            offer(frame)
        }
        head = batch.end
        flush()
    }

    private func offer(_ frame: Frame) {
        if let course = frame.openCourse { return offer(frame, toAllOf: course) }
        for topic in frame.entry.heard {
            for member in byTopic[topic]?.all ?? [] where member.subscriber.position < frame.position {
                guard let encoded = frame.encoded(for: member.subscriber.interest) else { continue }
                give(encoded, at: frame.position, to: member.subscriber)
            }
        }
    }

    private func offer(_ frame: Frame, toAllOf course: Course.ID) {
        let position = frame.position
        for member in byTopic[.course(course)]?.all ?? [] where member.subscriber.position < position {
            if let encoded = frame.encoded(toInsider: member.isStaff) { give(encoded, at: position, to: member.subscriber) }
        }
    }

    private func give(_ encoded: Encoded, at position: LogPosition, to subscriber: any Subscriber) {
        if subscriber.take(encoded, at: position, after: empty) { touched.append(subscriber) }
    }

    /// One write and one flush for each socket, one after the other, so that the first need not wait for the last.
    private func flush() {
        for subscriber in touched { subscriber.flush() }
        touched.removeAll(keepingCapacity: true)
        empty = Run()
    }

    /// Sends a keep-alive to those whose turn it is, one of `turns`.
    func keepAlive(turns: Int) {
        turn = (turn + 1) % turns
        let at = Encoded.at(head)
        for (id, subscriber) in subscribers where Int(id.hashValue.magnitude % UInt(turns)) == turn { subscriber.keepAlive(at) }
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
