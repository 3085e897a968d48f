import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

/// What proves a second factor is good once, whoever comes with it first.
struct SecondFactorTests {
    private static let hashes = (0..<3).map { String(repeating: "\($0)", count: 64) }
    private static let phone = SpentFactor.added(name: "Phone", key: "KEY", step: 7, recovery: hashes)

    @Test func aStepIsGoodOnceAndNoEarlierOneAfterIt() async throws {
        try await Campus.with { campus in
            let (store, ada) = (campus.store, try await campus.person("ada"))
            try await open(ada, with: Self.phone, on: campus)
            let phone = try #require(try await store.factorState(of: ada).factors.first).factor
            for (step, isGood) in [(7, false), (6, false), (8, true), (8, false), (7, false), (9, true)] {
                let outcome = await opens(ada, with: .step(phone.id, Int64(step)), on: campus)
                #expect(outcome == isGood, "step \(step)")
            }
            let bob = try await campus.person("bob")
            #expect(await !opens(bob, with: .step(phone.id, 10), on: campus), "it is another person's")
            #expect(try await store.check() == [])
        }
    }

    @Test func oneOfManyAtTheSameTimeGetsIn() async throws {
        try await Campus.with { campus in
            let ada = try await campus.person("ada")
            try await open(ada, with: Self.phone, on: campus)
            let phone = try #require(try await campus.store.factorState(of: ada).factors.first).factor
            for proof in [SpentFactor.step(phone.id, 8), .recovery(Self.hashes[1])] {
                let count = await withTaskGroup(of: Bool.self) { group in
                    for _ in 0..<10 { group.addTask { await self.opens(ada, with: proof, on: campus) } }
                    return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
                #expect(count == 1)
            }
            #expect(try await campus.store.recoveryCodesLeft(of: ada) == 2)
        }
    }

    @Test func nobodyGetsInWithoutAProofAndNobodyAddsASecondOneOnTheWay() async throws {
        try await Campus.with { campus in
            let ada = try await campus.person("ada")
            #expect(await opens(ada, with: nil, on: campus))
            try await open(ada, with: Self.phone, on: campus)
            #expect(await !opens(ada, with: nil, on: campus))
            #expect(await !opens(ada, with: .added(name: "Thief", key: "OTHER", step: 9, recovery: []), on: campus))
            #expect(try await campus.store.factorState(of: ada).factors.map(\.factor.name) == ["Phone"])
        }
    }

    @Test func aRuleDemandsOneOfStaffAloneAndEndsSessionsWithoutOne() async throws {
        try await Campus.with { campus in
            let (store, ada, grace) = (campus.store, try await campus.person("ada"), try await campus.person("grace"))
            _ = try await store.setRole(.instructor, of: "grace@example.edu")
            for (person, token) in [(ada, "1"), (grace, "2")] {
                try await store.open(.make(at: campus.clock.now), for: person, device: nil, refreshHash: token)
            }
            _ = try await store.rotate(refreshHash: "1", to: "3", unless: .staff)
            await #expect(throws: DomainError.factorIsMissing) {
                try await store.rotate(refreshHash: "2", to: "4", unless: .staff)
            }
            _ = try await store.rotate(refreshHash: "2", to: "4", unless: .off)
            await #expect(throws: DomainError.factorIsMissing) {
                try await store.rotate(refreshHash: "3", to: "5", unless: .all)
            }
        }
    }

    @Test func aPasskeyCountsUpwardsAndAnswersAChallengeOnce() async throws {
        try await Campus.with { campus in
            let (ada, bob) = (try await campus.person("ada"), try await campus.person("bob"))
            try await open(ada, with: Self.laptop("credential", "0"), on: campus)
            #expect(await !opens(bob, with: Self.laptop("credential", "1"), on: campus), "a credential is one person's")
            #expect(await opens(bob, with: nil, on: campus), "nothing of it was stored")
            let laptop = try #require(try await campus.store.holder(ofPasskey: "credential"))
            #expect(laptop.account.id == ada && laptop.passkey.passkey?.transports == ["internal", "usb"])
            let id = laptop.passkey.factor.id
            for (challenge, count, isGood) in [
                ("0", 1, false), ("1", 0, true), ("2", 5, true), ("2", 6, false), ("3", 5, false), ("4", 4, false),
                ("5", 0, false),
                ("3", 6, true), ("1", 7, false),
            ] as [(String, Int64, Bool)] {
                let outcome = await opens(ada, with: Self.use(id, challenge, count), on: campus)
                #expect(outcome == isGood, "challenge \(challenge), counter \(count)")
            }
            #expect(await !opens(bob, with: Self.use(id, "6", 9), on: campus), "it is another person's")
            _ = try await campus.store.removeFactors(ofEmail: "ada@example.edu")
            #expect(await !opens(ada, with: Self.use(id, "7", 9), on: campus), "it is gone")
            try await open(bob, with: Self.laptop("credential", "8"), on: campus)
            #expect(try await campus.store.check() == [])
            try await campus.store.leave(bob, ifPassword: nil)
            #expect(try await campus.store.check() == [])
        }
    }

    @Test func oneOfManyAnswersToAChallengeGetsIn() async throws {
        try await Campus.with { campus in
            let ada = try await campus.person("ada")
            try await open(ada, with: Self.laptop("credential", "0"), on: campus)
            let id = try #require(try await campus.store.holder(ofPasskey: "credential")).passkey.factor.id
            let count = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<10 { group.addTask { await self.opens(ada, with: Self.use(id, "1", 0), on: campus) } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(count == 1)
        }
    }

    private static let later = Date(timeIntervalSince1970: 4e9)

    private static func laptop(_ credential: String, _ challenge: String) -> SpentFactor {
        .addedPasskey(
            name: "Laptop",
            Passkey(
                credential: credential, publicKey: "KEY", host: "localhost", transports: ["internal", "usb"], count: 0,
                mayBackUp: true, isBackedUp: false, opensAlone: true), spent(challenge), recovery: hashes)
    }

    private static func use(_ id: SecondFactor.ID, _ challenge: String, _ count: Int64) -> SpentFactor {
        .passkey(PasskeyUse(factor: id, challenge: spent(challenge), count: count, isBackedUp: true, isAlone: false))
    }

    private static func spent(_ digit: String) -> SpentChallenge {
        SpentChallenge(hash: String(repeating: digit, count: 64), end: later)
    }

    private func open(_ person: Account.ID, with proof: SpentFactor?, on campus: Campus) async throws {
        let session = Session.ID(UUID())
        try await campus.store.open(
            session, for: person, device: nil, refreshHash: session.description, ifPassword: nil, proof: proof)
    }

    private func opens(_ person: Account.ID, with proof: SpentFactor?, on campus: Campus) async -> Bool {
        (try? await open(person, with: proof, on: campus)) != nil
    }
}
