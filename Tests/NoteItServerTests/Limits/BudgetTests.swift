import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

/// Budgets, and how clients share them.
struct BudgetTests {
    private static let page = 5 << 18

    private func share(of budget: ByteBudget, _ number: Int) throws -> RequestShare {
        let share = RequestShare(of: budget, address: "192.0.2.1")
        share.belongs(to: try #require(Account.ID("00000000-0000-7000-8000-\(String(format: "%012d", number))")))
        return share
    }

    @Test func roomReturnsWithTheRequest() async throws {
        let budget = ByteBudget(total: 8 << 20, share: 2 * Self.page)
        var first: RequestShare? = try share(of: budget, 1)
        let second = try share(of: budget, 1)
        try await first?.reservePage()
        try await second.reservePage()
        let third = try share(of: budget, 1)
        await #expect(throws: DomainError.self) { try await third.reservePage() }
        withExtendedLifetime(first) {}
        first = nil
        try await third.reservePage()
        second.release()
        try await share(of: budget, 1).reservePage()
        #expect(first == nil)
    }

    @Test func aFewClientsNeverTakeEverything() throws {
        let budget = ByteBudget(total: 120 << 20, share: 24 << 20)
        var held: [ByteBudget.Charge] = []
        for number in 1...6 {
            let own = try share(of: budget, number)
            while held.count < 500 {
                let charge = own.charge()
                guard (try? charge.grow(by: 1 << 20)) != nil else { break }
                held.append(charge)
            }
        }
        #expect(held.count < 100, "six hold less than the whole: \(held.count) MiB")
        try share(of: budget, 7).charge().grow(by: 1 << 20)
        withExtendedLifetime(held) {}
    }

    @Test func aClientsOnlyBodyGrowsIntoTheReserve() throws {
        let budget = ByteBudget(total: 8 << 20, share: 8 << 20)
        let others = try share(of: budget, 1).charge()
        others.growUnbounded(by: 8 << 20)
        let only = try share(of: budget, 2).charge()
        try only.grow(by: 1 << 20)
        try only.grow(by: 1 << 20)
        let full = DomainError.unavailable("The server is handling too many bytes at this moment. Try again in a few seconds.")
        #expect(throws: full) { try only.grow(by: 1 << 20) }
        withExtendedLifetime(others) {}
    }

    @Test func anEmptyBucketWaitsAndOthersDoNot() {
        let clock = TestClock()
        let buckets = TokenBuckets<String> { clock.now }
        let size = TokenBuckets<String>.Size(perMinute: 60)
        #expect(buckets.spend(60, from: [("a", size)]) == nil)
        #expect(buckets.spend(5, from: [("a", size)]) == 5)
        #expect(buckets.spend(1, from: [("b", size)]) == nil)
        clock.advance(by: 5)
        #expect(buckets.spend(5, from: [("a", size)]) == nil)
        #expect(buckets.spend(100, from: [("c", size)]) == nil, "a full bucket suffices for more than it holds")
    }

    @Test func manyBucketsDoNotShedADebt() {
        let clock = TestClock()
        let buckets = TokenBuckets<String>(capacity: 100) { clock.now }
        let size = TokenBuckets<String>.Size(perMinute: 10)
        #expect(buckets.spend(20, from: [("debtor", size)]) == nil)
        for number in 1...500 { _ = buckets.spend(1, from: [("\(number)", size)]) }
        #expect(buckets.spend(1, from: [("debtor", size)]) != nil)
    }

    @Test(arguments: [
        ("\"\u{200D}<", "&quot;\u{200D}&lt;"), ("&\u{301}", "&amp;\u{301}"), ("a'\0b", "a&#39;\u{FFFD}b"), ("]]>", "]]&gt;"),
    ])
    func escapedTextStaysTextInXML(text: String, written: String) {
        #expect(Array(text.escapedForXML.unicodeScalars) == Array(written.unicodeScalars))
    }

    @Test func quotedTextStaysOneWordInAShell() {
        #expect(
            Array("'\u{301}; rm".quotedForShell.unicodeScalars) == Array(#"''\''"#.unicodeScalars)
                + Array("\u{301}; rm'".unicodeScalars))
    }
}
