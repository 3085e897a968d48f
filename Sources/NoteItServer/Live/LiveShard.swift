import NoteItCore

/// A reader that waits for changes on one event loop. All calls are made on that loop.
protocol Subscriber: AnyObject {
    var caller: Caller { get }
    /// The topics that it may see.
    var interest: Interest { get }
    /// The subscriber has received everything up to this position.
    var position: LogPosition { get }
    /// Takes a frame, to be sent by `flush`. True if it is the first since the last flush.
    func receive(_ encoded: EncodedMessage, at position: LogPosition, after empty: MessageRun) -> Bool
    /// Reads the log from its position: its account joined or left a course, and it is no longer in the index.
    func catchUp()
    /// Sends the frames that it took.
    func flush()
    /// Sends the head of the log as a heartbeat.
    func keepAlive(_ at: EncodedMessage)
    func end(_ reason: EndReason)
}

/// The reason that the server ends a stream.
enum EndReason: Sendable, Equatable {
    case signedOut, shutdown, tooSlow, expired(CursorExpiry)
}

/// The subscribers of one event loop, indexed by topic. Confined to that loop: no locks, and where each delivery to each socket reads
/// or writes a property, no check at run time that no other access overlaps: those were a quarter of a delivery.
final class LiveShard {
    /// The log was offered to this loop up to here.
    private(set) var head: LogCursor
    private(set) var isClosed = false
    /// The largest batch for one write: half of what a channel takes before it is full.
    private static let writeSize = 32_768
    /// All that are open, whether joined or still behind.
    private var subscribers: [ObjectIdentifier: any Subscriber] = [:]
    /// The joined ones.
    private var byTopic: [Topic: Members] = [:]
    /// The subscribers that received something since the last flush.
    @exclusivity(unchecked) private var touched: [any Subscriber] = []
    /// The turn of the last keep-alive.
    private var turn = 0
    /// The root of the runs of this flush.
    private var empty = MessageRun()

    init(head: LogCursor) { self.head = head }

    func open(_ subscriber: any Subscriber) { subscribers[ObjectIdentifier(subscriber)] = subscriber }

    func close(_ subscriber: any Subscriber) {
        leave(subscriber)
        subscribers[ObjectIdentifier(subscriber)] = nil
    }

    /// Joins a subscriber that has everything up to its position. False if rows after it were already offered: the subscriber
    /// must pull them first.
    /// - Parameter subscriber: its interest was read at its position.
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

    /// Offers nothing more to a subscriber until it joins again.
    func leave(_ subscriber: any Subscriber) {
        for topic in subscriber.interest.topics { forget(ObjectIdentifier(subscriber), topic) }
    }

    private func forget(_ id: ObjectIdentifier, _ topic: Topic) {
        byTopic[topic]?.remove(id)
        if byTopic[topic]?.isEmpty == true { byTopic[topic] = nil }
    }

    /// Offers a batch to the members of its topics. First, subscribers that joined or left a course are sent to read the log, so
    /// that a lost course sends nothing more, not even rows from before the loss.
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

    private func offer(_ frame: LogFrame) {
        if let course = frame.openCourse { return offer(frame, toAllOf: course) }
        for topic in frame.entry.heard {
            for member in byTopic[topic]?.all ?? [] where member.subscriber.position < frame.position {
                guard let encoded = frame.encoded(for: member.subscriber.interest) else { continue }
                give(encoded, at: frame.position, to: member.subscriber)
            }
        }
    }

    private func offer(_ frame: LogFrame, toAllOf course: Course.ID) {
        let position = frame.position
        for member in byTopic[.course(course)]?.all ?? [] where member.subscriber.position < position {
            if let encoded = frame.encoded(toInsider: member.isStaff) { give(encoded, at: position, to: member.subscriber) }
        }
    }

    private func give(_ encoded: EncodedMessage, at position: LogPosition, to subscriber: any Subscriber) {
        if subscriber.receive(encoded, at: position, after: empty) { touched.append(subscriber) }
    }

    /// Writes and flushes socket by socket, so that the first does not wait for the last.
    private func flush() {
        for subscriber in touched { subscriber.flush() }
        touched.removeAll(keepingCapacity: true)
        empty = MessageRun()
    }

    /// Sends a keep-alive to the subscribers of the next turn, one of `turns`.
    func keepAlive(turns: Int) {
        turn = (turn + 1) % turns
        let at = EncodedMessage.at(head)
        for (id, subscriber) in subscribers where Int(id.hashValue.magnitude % UInt(turns)) == turn { subscriber.keepAlive(at) }
    }

    func end(session: Session.ID) {
        for subscriber in Array(subscribers.values) where subscriber.caller.session == session { subscriber.end(.signedOut) }
    }

    /// Ends every stream, since the server stops. Nobody joins afterwards.
    func close() {
        isClosed = true
        for subscriber in Array(subscribers.values) { subscriber.end(.shutdown) }
    }

    /// Ends every stream, since the database does not answer. Others may join once it does.
    func endAll() {
        for subscriber in Array(subscribers.values) { subscriber.end(.shutdown) }
    }

    /// Ends every stream, since the database has a new epoch, or its log ends before what streams were offered.
    func restart(at cursor: LogCursor) {
        let reason = cursor.epoch == head.epoch ? CursorExpiry.ahead : .epoch
        head = cursor
        for subscriber in Array(subscribers.values) { subscriber.end(.expired(reason)) }
    }
}

/// The joined subscribers of one topic, in the order of delivery.
struct Members {
    struct Member {
        let subscriber: any Subscriber
        /// Whether the account is staff of the topic's course.
        var isStaff: Bool
    }

    private(set) var all: ContiguousArray<Member> = []
    private var indices: [ObjectIdentifier: Int] = [:]

    var isEmpty: Bool { all.isEmpty }

    mutating func set(_ member: Member) {
        let id = ObjectIdentifier(member.subscriber)
        if let index = indices[id] {
            all[index] = member
        } else {
            indices[id] = all.count
            all.append(member)
        }
    }

    /// Moves the last member into the gap. O(1).
    mutating func remove(_ id: ObjectIdentifier) {
        guard let index = indices.removeValue(forKey: id), let last = all.popLast(), index < all.count else { return }
        all[index] = last
        indices[ObjectIdentifier(last.subscriber)] = index
    }
}
