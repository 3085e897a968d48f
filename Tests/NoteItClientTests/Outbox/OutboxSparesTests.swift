import Foundation
import GRDB
import NoteItCore
import Testing

@testable import NoteItClient

/// A damaged local copy costs nothing of the outbox, and brings back nothing that is over.
@Suite(.timeLimit(.minutes(5)))
struct OutboxSparesTests {
    private static let nobody = "http://127.0.0.1:1"

    private func outbox(_ profile: Profile) throws -> Outbox {
        try LocalClient(profile: profile, client: patientClient(profile, Self.nobody)).outbox
    }

    private func titles(_ profile: Profile) async throws -> [String?] {
        try await outbox(profile).entries().map { entry in
            if case .event(let new, _) = entry.content { new.title } else { nil }
        }
    }

    /// Three posts that wait.
    private func withThreeWaiting(_ body: (Profile, Outbox) async throws -> Void) async throws {
        try await withProfile { profile in
            try await signIn(profile, to: Self.nobody)
            let outbox = try outbox(profile)
            for (number, title) in ["one", "two", "three"].enumerated() {
                let id = Event.ID.make(at: Samples.now, counter: Int64(number))
                _ = try await outbox.post(NewEvent(id: id, title: title), in: Samples.cs225)
            }
            try await body(profile, outbox)
        }
    }

    @Test func aDamagedRowGivesWayToItsSpareAndTheOrderHolds() async throws {
        try await withThreeWaiting { profile, outbox in
            try await outbox.database.write { db in
                try db.execute(sql: "DELETE FROM outbox WHERE position = 1")
                try db.execute(sql: "UPDATE outbox SET json = 'torn', state = 'refused', why = 'no' WHERE position = 2")
            }
            try LocalDatabase.giveUp(profile)
            #expect(try await titles(profile) == ["one", "two", "three"])
            #expect(try await self.outbox(profile).entries().map(\.state) == [.waiting, .refused, .waiting])
        }
    }

    @Test(arguments: [false, true]) func aRepairThatWasCutShortBeginsAgain(hasNewFile: Bool) async throws {
        try await withThreeWaiting { profile, outbox in
            try await outbox.database.write { try $0.execute(sql: "DELETE FROM outbox WHERE position = 3") }
            let path = profile.database.path
            for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
                try FileManager.default.moveItem(atPath: path + suffix, toPath: path + ".damaged" + suffix)
            }
            if hasNewFile { _ = try LocalDatabase(profile) }
            try LocalDatabase.giveUp(profile)
            #expect(try await titles(profile) == ["one", "two", "three"])
            #expect(try LocalDatabase(profile).damagedFile == nil)
        }
    }

    @Test func manyProcessesRepairOnce() async throws {
        try await withThreeWaiting { profile, _ in
            try LocalDatabase.giveUp(profile)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { _ = try LocalDatabase(profile) } }
                try await group.waitForAll()
            }
            #expect(try await titles(profile) == ["one", "two", "three"])
            #expect(!FileManager.default.fileExists(atPath: profile.database.path + ".damaged-2"))
        }
    }

    @Test func aPostThatCannotBeQueuedIsNotQueuedByALaterRepair() async throws {
        try await withThreeWaiting { profile, outbox in
            try await outbox.database.write { try $0.execute(sql: "ALTER TABLE outbox RENAME TO away") }
            await #expect(throws: ClientError.self) { try await outbox.post(NewEvent(title: "four"), in: Samples.cs225) }
            #expect(outbox.spares.all().count == 3)
        }
    }

    @Test func anEntryThatIsGoneHasNoSpare() async throws {
        try await withThreeWaiting { profile, outbox in
            try await outbox.drop(try #require(try await outbox.entries().first).id)
            try LocalDatabase.giveUp(profile)
            #expect(try await titles(profile) == ["two", "three"])
        }
    }
}
