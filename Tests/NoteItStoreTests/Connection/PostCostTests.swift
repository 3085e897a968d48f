import Foundation
import NoteItCore
import Synchronization
import TestDatabase
import Testing

@testable import NoteItStore

/// What a post asks of the database and writes there, under the lock for which all other writes wait.
struct PostCostTests {
    /// What a batch asks besides: the courses of the new rows. SQLite does not say where the log ends when the transaction begins.
    private static let askedByABatch = TestDatabase.isPostgreSQL ? 1 : 2

    @Test func aPostAsksOneThingAndWritesThreeRows() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let (store, engine) = try await campus.counted()
            try await Self.post(40, by: ada, store)
            let (count, commits) = (engine.count.withLock(\.self), store.commitCounts.commits)
            #expect(count.asked == 40 + Self.askedByABatch * commits, "\(commits) commits")
            // With its savepoint. A batch stores the head of the log and the number of the newest event.
            #expect(count.sent == 40 * (3 + 2) + 2 * commits, "\(commits) commits")
        }
    }

    /// Clients choose ids, so that they may send again.
    @Test func aPostWithAnIDAsksOneThingToo() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let (store, engine) = try await campus.counted()
            _ = try await store.post(NewEvent(id: .make(at: campus.clock.now), title: "Lab"), in: Campus.course, by: ada)
            #expect(engine.count.withLock(\.asked) == 1 + Self.askedByABatch)
        }
    }

    @Test func aPostAsksAsMuchForTwentyFollowersAsForTwo() async throws {
        var asked: [Int] = []
        for followers in [2, 20] {
            try await Campus.with { campus in
                let ada = try await campus.student("ada", in: [Campus.sections[0]])
                var last = ada
                for number in 0..<followers {
                    last = try await campus.student("reader\(number)", in: [Campus.sections[0]])
                    let follows = [CourseFollow(course: Campus.course)]
                    _ = try await campus.store.update(PreferencesPatch(follows: follows), by: last)
                }
                let (store, engine) = try await campus.counted()
                _ = try await store.post(NewEvent(title: "Lab"), in: Campus.course, by: ada)
                #expect(try await store.inbox(last).count == 1)
                asked.append(engine.count.withLock(\.asked))
            }
        }
        #expect(asked[0] == asked[1])
    }

    @Test func readersOfManyPostsAskOnceForFifty() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let (store, engine) = try await campus.counted()
            let start = try await store.head()
            try await Self.post(100, by: ada, store)
            let before = engine.count.withLock(\.read)
            let batch = try await store.entries(after: start.position, limit: 500)
            #expect(batch.entries.count == 100)
            // The head, the rows, and twice fifty events.
            #expect(engine.count.withLock(\.read) - before == 4)
            let page = try await store.changes(after: start.cursor, limit: 200, by: ada, only: nil)
            let first = try await store.event(number: 1, in: Campus.course, by: ada)
            #expect(page.changes.count == 100)
            #expect(try page.changes.first?.delivery.body == JSONCoding.string(first))
        }
    }

    private static func post(_ count: Int, by account: Account.ID, _ store: SQLStore) async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<count {
                group.addTask { _ = try await store.post(NewEvent(title: "Post \(number)"), in: Campus.course, by: account) }
            }
            try await group.waitForAll()
        }
    }
}

extension Campus {
    /// Another store on the same database, whose statements are counted.
    fileprivate func counted() async throws -> (SQLStore, CountingEngine) {
        let engine = CountingEngine(base: store.engine)
        let newest = try await store.read { try LogRow.newest($0) }
        return (SQLStore(engine, newest: newest, files: store.files, clock: { [clock] in clock.now }), engine)
    }
}

private final class CountingEngine: StoreEngine {
    struct Count {
        /// Statements of writes whose result is waited for.
        var asked = 0
        /// Statements of writes without a result.
        var sent = 0
        /// Statements of reads.
        var read = 0
    }

    private let base: any StoreEngine
    let count = Mutex(Count())

    init(base: any StoreEngine) { self.base = base }

    func read<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value {
        try await base.read { [self] db in
            try body(SQLConnection(CountingConnection(base: db.engine) { _ in self.count.withLock { $0.read += 1 } }))
        }
    }

    func lookUp<Value: Sendable>(_ body: @escaping @Sendable (SQLConnection) throws -> Value) async throws -> Value {
        try await read(body)
    }

    func write(_ body: (SQLConnection, NewestRow?) throws -> Void) throws -> Duration {
        try base.write { db, newest in
            let counting = CountingConnection(base: db.engine) { [self] isAsked in
                count.withLock { if isAsked { $0.asked += 1 } else { $0.sent += 1 } }
            }
            try body(SQLConnection(counting), newest)
        }
    }

    var largestBatch: Int { base.largestBatch }
    var searchFile: SearchFile? { base.searchFile }
    var isFenced: Bool { base.isFenced }
    var freeBytes: Int? { base.freeBytes }
    var sharing: (any SharedEngine)? { base.sharing }
    func onSignal(_ tell: @escaping @Sendable (StoreSignal) -> Void) { base.onSignal(tell) }
    func saw(_ head: LogHead) { base.saw(head) }
    func domainError(_ error: any Error) -> any Error { base.domainError(error) }
    func storageFault(_ error: any Error) -> String? { base.storageFault(error) }
    func close() throws { try base.close() }
}

private struct CountingConnection: SQLEngine {
    let base: any SQLEngine
    let note: (_ isAsked: Bool) -> Void

    func rows(_ sql: String, _ values: [SQLValue], isKept: Bool, each: (Row) throws -> Bool) throws -> Int {
        note(true)
        return try base.rows(sql, values, isKept: isKept, each: each)
    }

    func send(_ sql: String, _ values: [SQLValue]) throws {
        note(false)
        try base.send(sql, values)
    }

    var isInTransaction: Bool { base.isInTransaction }
    var holdsSearchIndex: Bool { base.holdsSearchIndex }
    func findings(_ db: SQLConnection) throws -> [String] { try base.findings(db) }
    func hasTable(_ name: String, _ db: SQLConnection) throws -> Bool { try base.hasTable(name, db) }
    func auditTriggers(_ db: SQLConnection) throws -> Int { try base.auditTriggers(db) }
}
