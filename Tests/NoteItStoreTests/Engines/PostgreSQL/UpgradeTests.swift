import Foundation
import NoteItCore
import TestDatabase
import Testing

@testable import NoteItStore

/// Programs of two versions on one database, with steps that a later version may have.
@Suite(.enabled(if: TestDatabase.isPostgreSQL))
struct UpgradeTests {
    private static let adding = PostgreSQLSchema.Step(sql: "ALTER TABLE term ADD COLUMN extra text")
    private static let contracting = PostgreSQLSchema.Step(sql: "ALTER TABLE handle_key DROP COLUMN key", contracts: true)

    /// A new database in a folder of its own.
    private static func with(_ body: (_ address: String, _ folder: String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "noteit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let location = try TestDatabase.make(in: folder)
        defer { TestDatabase.remove(location) }
        guard case .postgresql(let address, let folder) = location else { return }
        try await body(address, folder)
    }

    private static func open(
        _ address: String, _ folder: String, then steps: PostgreSQLSchema.Step...
    ) throws -> PostgreSQLEngine {
        var schema = PostgreSQLSchema.current
        schema.steps += steps
        return try PostgreSQLEngine.open(
            address, creating: true, readTime: nil, searchFile: SearchFile(path: "\(folder)/\(UUID()).search"),
            witness: PostgreSQLWitness(path: "\(folder)/\(UUID()).seen"), schema: schema
        ).0
    }

    private static func state(_ engine: PostgreSQLEngine) async throws -> PostgreSQLSchema.State? {
        try await engine.read { try PostgreSQLSchema.state($0) }
    }

    private static let version = PostgreSQLSchema.current.version

    @Test func aStepThatAddsIsTakenBesideOlderPrograms() async throws {
        try await Self.with { address, folder in
            let old = try Self.open(address, folder)
            let new = try Self.open(address, folder, then: Self.adding)
            #expect(try await Self.state(new) == .init(reached: Self.version + 1, oldest: Self.version))
            _ = try old.write { db, _ in try db.send("UPDATE log_head SET head = head") }
            let later = try Self.open(address, folder)
            #expect(try await later.read { try $0.all("SELECT * FROM term").count } == 0)
            for engine in [old, new, later] { try engine.close() }
        }
    }

    @Test func aStepThatContractsWaitsForOlderPrograms() async throws {
        try await Self.with { address, folder in
            let old = try Self.open(address, folder)
            _ = try await old.read { try $0.first("SELECT 1") != nil }
            let new = try Self.open(address, folder, then: Self.contracting)
            let sharing = try #require(new.sharing)
            #expect(try await sharing.finishUpgrade())
            #expect(try await old.read { try $0.all("SELECT key FROM handle_key").count } == 1)
            #expect(try await Self.state(new)?.reached == Self.version)
            try old.close()
            // PostgreSQL notices soon that the connections have ended.
            while try await sharing.finishUpgrade() { try await Task.sleep(for: .milliseconds(20)) }
            #expect(try await Self.state(new) == .init(reached: Self.version + 1, oldest: Self.version + 1))
            #expect(throws: StoreError.newer(found: Self.version + 1, known: Self.version)) { try Self.open(address, folder) }
            try new.close()
        }
    }

    @Test func aDatabaseTakesNoTwoStepsBesideAnOlderProgram() async throws {
        try await Self.with { address, folder in
            let old = try Self.open(address, folder)
            _ = try await old.read { try $0.first("SELECT 1") != nil }
            #expect(throws: StoreError.olderNodes(version: Self.version + 2, [])) {
                try Self.open(address, folder, then: Self.adding, .init(sql: "CREATE TABLE more (id bigint)"))
            }
            #expect(try await Self.state(old) == .init(reached: Self.version, oldest: Self.version - 1))
            try old.close()
        }
    }
}
