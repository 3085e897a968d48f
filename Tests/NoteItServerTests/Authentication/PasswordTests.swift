import CSodium
import Foundation
import NoteItCore
import TestTime
import Testing

@testable import NoteItServer

struct PasswordTests {
    @Test
    func aHashIsArgon2idOfNineteenMebibytesAndTwoPasses() throws {
        let hash = try Argon2id.hash("a rather long word")
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(try Argon2id.hash("a rather long word") != hash, "the salt is random")
        #expect(Argon2id.verify("a rather long word", against: hash))
        #expect(!Argon2id.verify("a rather long word ", against: hash))
        #expect(!Argon2id.verify("a rather long word", against: "nonsense"))
        #expect(!Argon2id.isOutdated(hash))
    }

    @Test
    func aHashWithOlderParametersIsReplacedAtSignIn() async throws {
        try await withServer { server in
            let old = weakHash(TestServer.password)
            #expect(Argon2id.isOutdated(old))
            let new = NewAccount(email: "ada@example.edu", password: TestServer.password, displayName: "Ada")
            _ = try await server.store.register(new, role: .student, password: old)
            #expect(try await server.signIn("ada").status == 201)
            let stored = try #require(try await server.store.credentials(email: "ada@example.edu"))
            #expect(!Argon2id.isOutdated(stored.password))
            #expect(try await server.signIn("ada").status == 201)
        }
    }

    @Test
    func hashesBeyondTheCapacityAreRefused() async throws {
        let hasher = try PasswordHasher(threads: 1, capacity: 2)
        // On a busy machine eight tasks may come one after the other.
        try await until {
            let outcomes = await withTaskGroup(of: Bool.self) { group in
                for number in 1...8 {
                    let address = AddressBlock("192.0.2.\(number)")
                    group.addTask { (try? await hasher.hash("a rather long word", for: address)) != nil }
                }
                return await group.reduce(into: [Bool: Int]()) { $0[$1, default: 0] += 1 }
            }
            #expect((outcomes[true] ?? 0) >= 2)
            return outcomes[false] != nil
        }
        _ = try await hasher.hash("room again")
    }

    @Test
    func oneAddressTakesHalfOfTheCapacity() async throws {
        let hasher = try PasswordHasher(threads: 1, capacity: 4)
        let (one, other) = (AddressBlock("192.0.2.1"), AddressBlock("192.0.2.2"))
        try await until {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 1...8 { group.addTask { (try? await hasher.hash("a rather long word", for: one)) != nil } }
                let isFull = try await group.contains(false)
                if isFull { _ = try await hasher.hash("another's", for: other) }
                try await group.waitForAll()
                return isFull
            }
        }
    }

    @Test
    func waitsDoubleAndAreForgotten() async throws {
        let clock = TestClock()
        let throttle = SignInThrottle(counts: OwnCounts { clock.now }) { clock.now }
        for _ in 1...5 { try await throttle.begin(email: "ada@example.edu", address: "192.0.2.1") }
        for wait in [30, 60, 120, 240, 480, 900, 900] {
            await #expect(
                throws: DomainError.tooMany("Too many failed sign-ins. Try again in \(wait) seconds.", retryAfter: wait)
            ) {
                try await throttle.begin(email: "ADA@example.edu", address: "192.0.2.1")
            }
            try await throttle.begin(email: "ada@example.edu", address: "192.0.2.2")
            try await throttle.succeeded(email: "ada@example.edu", address: "192.0.2.2")
            clock.advance(by: Double(wait))
            try await throttle.begin(email: "ada@example.edu", address: "192.0.2.1")
        }
        clock.advance(by: 901)
        for _ in 1...5 { try await throttle.begin(email: "ada@example.edu", address: "192.0.2.1") }
    }

    @Test
    func guessingAtManyEmailsIsSlowedDownAndLocksNobodyOut() async throws {
        let clock = TestClock()
        let throttle = SignInThrottle(counts: OwnCounts { clock.now }) { clock.now }
        try await throttle.succeeded(email: "ada@example.edu", address: "192.0.2.1")
        for number in 1...1_000 {
            try await throttle.begin(email: "\(number)@example.edu", address: "192.0.2.1")
            try await throttle.failed(email: "\(number)@example.edu", address: "192.0.2.1")
        }
        #expect(try await throttle.begin(email: "bob@example.edu", address: "192.0.2.1") == .doubtful)
        #expect(try await throttle.begin(email: "ada@example.edu", address: "192.0.2.1") == .signIn)
        #expect(try await throttle.begin(email: "bob@example.edu", address: "192.0.2.2") == .signIn)
        clock.advance(by: 700)
        #expect(try await throttle.begin(email: "cleo@example.edu", address: "192.0.2.1") == .signIn)
    }

    @Test
    func aFewGuessesDoNotLockAPersonOutWhereTheySignedInBefore() async throws {
        let clock = TestClock()
        let throttle = SignInThrottle(counts: OwnCounts { clock.now }) { clock.now }
        try await throttle.succeeded(email: "ada@example.edu", address: "192.0.2.1")
        for _ in 1...50 { #expect(try await throttle.begin(email: "ada@example.edu", address: "192.0.2.1") == .signIn) }
        await #expect(throws: DomainError.tooMany("Too many failed sign-ins. Try again in 30 seconds.", retryAfter: 30)) {
            try await throttle.begin(email: "ada@example.edu", address: "192.0.2.1")
        }
        for _ in 1...5 { try await throttle.begin(email: "ada@example.edu", address: "192.0.2.2") }
        await #expect(throws: DomainError.self) { try await throttle.begin(email: "ada@example.edu", address: "192.0.2.2") }
    }

    @Test
    func guessingAtOneEmailFromManyAddressesIsSlowedDown() async throws {
        let clock = TestClock()
        let throttle = SignInThrottle(counts: OwnCounts { clock.now }) { clock.now }
        for number in 1...200 {
            try await throttle.begin(email: "ada@example.edu", address: "2001:db8:0:\(number)::1")
            try await throttle.failed(email: "ada@example.edu", address: "2001:db8:0:\(number)::1")
        }
        #expect(try await throttle.begin(email: "ada@example.edu", address: "192.0.2.2") == .doubtful)
    }

    @Test
    func anAddressTriesFewResetsForAllEmailsTogether() async throws {
        let clock = TestClock()
        let throttle = SignInThrottle(counts: OwnCounts { clock.now }) { clock.now }
        for number in 1...100 { try await throttle.beginReset(email: "\(number)@example.edu", address: "192.0.2.1") }
        await #expect(throws: DomainError.tooMany("Too many resets from your address. Try again in 6 s.", retryAfter: 6)) {
            try await throttle.beginReset(email: "ada@example.edu", address: "192.0.2.1")
        }
        try await throttle.beginReset(email: "ada@example.edu", address: "192.0.2.2")
        clock.advance(by: 6)
        try await throttle.beginReset(email: "ada@example.edu", address: "192.0.2.1")
    }

    @Test
    func anAddressBlockRegistersManyButProbesFewEmails() async throws {
        let clock = TestClock()
        let throttle = RegistrationThrottle(counts: OwnCounts { clock.now }) { clock.now }
        let block = AddressBlock("2001:db8::1")
        for _ in 1...25 {
            try await throttle.begin(from: block)
            try await throttle.wasTaken(from: block)
        }
        for _ in 1...125 { try await throttle.begin(from: AddressBlock("2001:db8::2")) }
        for _ in 1...25 { try await throttle.wasTaken(from: block) }
        await #expect(throws: DomainError.self) { try await throttle.begin(from: AddressBlock("2001:db8::3")) }
        try await throttle.begin(from: AddressBlock("2001:db8:0:1::1"))
        clock.advance(by: 300)
        try await throttle.begin(from: block)
    }
}

private func weakHash(_ password: String) -> String {
    var output = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    let made = crypto_pwhash_str(&output, password, UInt64(password.utf8.count), 1, 8 << 20)
    return made == 0 ? String(decoding: output.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : ""
}
