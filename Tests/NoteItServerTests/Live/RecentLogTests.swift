import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

/// What a reader who returns gets from memory.
@Suite struct RecentLogTests {
    private let reader = Account.ID(UUID())
    private var interest: Interest { Interest(account: reader, grants: []) }

    /// Memory of rows 1 to `count` in batches of a hundred. Row n changes a task of the reader's, the same one as `subjects` rows
    /// before.
    private func recent(rows count: Int, subjects: Int) -> RecentLog {
        var recent = RecentLog(at: LogCursor(epoch: "e", offset: 0))
        for start in stride(from: 1, through: count, by: 100) {
            let offsets = start..<min(start + 100, count + 1)
            let entries = offsets.map { offset in
                let topic = Topic.account(reader)
                return LogEntry(
                    position: LogPosition(Int64(offset)), heard: [topic], rowTopics: [topic], audience: Audience(topic),
                    plain: Delivery(type: .task, subject: "\(offset % subjects)", body: "{}"))
            }
            let end = LogPosition(Int64(offsets.upperBound - 1))
            let head = LogHead(epoch: "e", offset: end.offset, pruned: 0)
            recent.append(FrameBatch(LogBatch(entries: entries, head: head, end: end)))
        }
        return recent
    }

    private func offsets(_ recent: RecentLog, after offset: Int64, for interest: Interest? = nil) -> [Int64] {
        recent.page(after: LogPosition(offset), limit: 10_000, for: interest ?? self.interest).frames.map(\.position.offset)
    }

    @Test func everyCoveredCursorBringsExactlyWhatCameAfterIt() {
        // Far beyond its bound, so that it has made room several times.
        let (count, kept) = (4 * RecentLog.rows, RecentLog.rows)
        let recent = recent(rows: count, subjects: count + 1)
        let oldest = Int64(count - kept)
        #expect(!recent.covers(LogCursor(epoch: "e", offset: oldest - 1), for: reader))
        for start in stride(from: oldest, through: Int64(count), by: 61) {
            #expect(recent.covers(LogCursor(epoch: "e", offset: start), for: reader))
            #expect(offsets(recent, after: start) == Array(start..<Int64(count)).map { $0 + 1 })
        }
    }

    @Test func aSubjectComesOnceAtItsNewestRow() {
        let recent = recent(rows: 1_000, subjects: 7)
        for start in Int64(0)...1_000 {
            #expect(offsets(recent, after: start) == Array(max(start + 1, 994)..<1_001))
        }
    }

    /// A notification has a row of its own, and follows from a later row about its event. A reader of the log who left the course
    /// has only the first.
    @Test func aPersonalSubjectOfTwoRowsComesAtTheRowThatAReaderOfTheLogHas() {
        var recent = RecentLog(at: LogCursor(epoch: "e", offset: 0))
        for row in twoRowsOfANotification { recent.append(batch([row])) }
        #expect(offsets(recent, after: 0, for: member) == [2, 3])
        #expect(offsets(recent, after: 0) == [1, 2])
        // A page that ends before the newer row leaves the subject to the next page, so that it comes once.
        let page = recent.page(after: LogPosition(0), limit: 1, for: member)
        #expect(page.frames.map(\.position.offset) == [2] && page.more && page.end == LogPosition(2))
        #expect(offsets(recent, after: 2, for: member) == [3])
        recent.append(batch([entry(4, .task, of: .account(reader), subject: "2")]))
        let whole = recent.page(after: LogPosition(0), limit: 2, for: interest)
        #expect(whole.frames.map(\.position.offset) == [1, 2] && whole.more && whole.end == LogPosition(2))
        #expect(offsets(recent, after: 2) == [4])
    }

    @Test func aBatchHasAPersonalSubjectOnce() {
        let shard = LiveShard(head: LogCursor(epoch: "e", offset: 0))
        let (inCourse, gone) = (Listening(member), Listening(interest))
        for listener in [inCourse, gone] { #expect(shard.join(listener)) }
        shard.deliver(batch(twoRowsOfANotification))
        #expect(inCourse.taken == [2, 3])
        #expect(gone.taken == [1, 2])
    }

    /// An anonymous author has a new name, which staff alone see. The post is edited before it or after it, in the same batch.
    @Test(arguments: [false, true]) func aBatchHasAnAnonymousPostOnceForStaffToo(isEditedFirst: Bool) {
        func entry(_ offset: Int64, isName: Bool) -> LogEntry {
            let all = [Topic.course(course)]
            let body = Delivery(type: .event, subject: "1", body: "{}")
            return LogEntry(
                position: LogPosition(offset), heard: isName ? [.staff(course)] : all, rowTopics: all,
                audience: Audience(course: course, sections: [], visibility: .public, author: reader), isRefresh: isName,
                plain: body, insider: body)
        }
        let shard = LiveShard(head: LogCursor(epoch: "e", offset: 0))
        let (student, staff) = (Listening(member), Listening(joined(as: .staff)))
        for listener in [student, staff] { #expect(shard.join(listener)) }
        let batch = batch([entry(1, isName: !isEditedFirst), entry(2, isName: isEditedFirst)])
        shard.deliver(batch)
        #expect(staff.taken == [2])
        #expect(student.taken == [isEditedFirst ? 1 : 2])
        var recent = RecentLog(at: LogCursor(epoch: "e", offset: 0))
        recent.append(batch)
        #expect(offsets(recent, after: 0, for: staff.interest) == staff.taken)
        #expect(offsets(recent, after: 0, for: student.interest) == student.taken)
    }

    private let course = Course.ID("202530.MATH100")

    /// In the course.
    private var member: Interest { joined(as: .student) }

    private func joined(as role: Enrollment.Role) -> Interest {
        let enrollment = Enrollment(section: "202530.1", course: course, role: role, since: Date(seconds: 0))
        return Interest(account: reader, grants: [.init(enrollment, grantedAt: 0)])
    }

    /// A change of something of the reader's.
    private func entry(_ offset: Int64, _ type: ChangeType, of row: Topic, subject: String = "1") -> LogEntry {
        let topic = Topic.account(reader)
        return LogEntry(
            position: LogPosition(offset), heard: [topic], rowTopics: [row], audience: Audience(topic),
            plain: Delivery(type: type, subject: subject, body: "{}"))
    }

    private var twoRowsOfANotification: [LogEntry] {
        [
            entry(1, .notification, of: .account(reader)), entry(2, .task, of: .account(reader)),
            entry(3, .notification, of: .course(course)),
        ]
    }

    private func batch(_ entries: [LogEntry]) -> FrameBatch {
        let end = entries.last?.position ?? LogPosition(0)
        return FrameBatch(LogBatch(entries: entries, head: LogHead(epoch: "e", offset: end.offset, pruned: 0), end: end))
    }

    @Test func aCursorWithinARowBringsTheRestOfTheRow() {
        let keys = ["a", "b00000001", "b00000002", "c1", "c2"]
        let topic = Topic.account(reader)
        let entries = keys.map { key in
            LogEntry(
                position: LogPosition(4, key: key), heard: [topic], rowTopics: [topic], audience: Audience(topic),
                plain: Delivery(type: .task, subject: key, body: "{}"))
        }
        var recent = RecentLog(at: LogCursor(epoch: "e", offset: 4))
        let end = LogPosition(5)
        recent.append(FrameBatch(LogBatch(entries: entries, head: LogHead(epoch: "e", offset: 5, pruned: 0), end: end)))
        for (index, key) in keys.enumerated() {
            let page = recent.page(after: LogPosition(4, key: key), limit: 10, for: interest)
            #expect(page.frames.compactMap(\.position.key) == Array(keys[(index + 1)...]))
        }
        #expect(recent.page(after: LogPosition(4), limit: 10, for: interest).frames.count == keys.count)
        #expect(recent.page(after: end, limit: 10, for: interest).frames.isEmpty)
    }

    @Test func pagesFollowEachOtherWithoutGapOrRepetition() {
        let recent = recent(rows: 1_000, subjects: 300)
        var (found, position): ([Int64], LogPosition) = ([], LogPosition(0))
        while true {
            let page = recent.page(after: position, limit: 64, for: interest)
            found += page.frames.map(\.position.offset)
            position = page.end
            guard page.more else { break }
        }
        #expect(found == Array(701...1_000))
        #expect(position == LogPosition(1_000))
    }
}

/// A subscriber that notes the offsets of what it takes.
private final class Listening: Subscriber {
    let caller: Caller
    let interest: Interest
    private(set) var position = LogPosition(0)
    private(set) var taken: [Int64] = []

    init(_ interest: Interest) {
        (self.interest, caller) = (interest, Caller(account: interest.account, session: Session.ID(UUID())))
    }

    func receive(_ encoded: EncodedMessage, at position: LogPosition, after empty: MessageRun) -> Bool {
        self.position = position
        taken.append(position.offset)
        return false
    }

    func catchUp() {}
    func flush() {}
    func keepAlive(_ at: EncodedMessage) {}
    func end(_ reason: EndReason) {}
}
