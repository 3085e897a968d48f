import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-0", ByteRange.part(0...0)), ("bytes=0-", .part(0...99)), ("bytes=99-", .part(99...99)),
        ("bytes=-1", .part(99...99)),
        ("bytes=-100", .part(0...99)), ("bytes=-101", .part(0...99)), ("bytes=50-1000", .part(50...99)),
        ("Bytes=1-2", .part(1...2)),
        ("bytes=100-", .outside), ("bytes=-0", .outside), ("bytes=100-200", .outside),
        ("bytes=99999999999999999999-", .outside),
        ("bytes=2-1", .whole), ("bytes=-", .whole), ("bytes=", .whole), ("bytes", .whole), ("", .whole),
        ("bytes=1-2,4-5", .whole),
        ("bytes=1", .whole), ("items=1-2", .whole), ("bytes=a-", .whole), ("bytes=+1-2", .whole), ("bytes=1 - 2", .whole),
    ])
    func aRangeIsAPartOrTheWhole(text: String, range: ByteRange) { #expect(ByteRange.parsed(text, of: 100) == range) }
}

struct ContentDispositionTests {
    @Test(arguments: [
        ("a b.txt", #"attachment; filename="a b.txt""#),
        ("a\"b\\c%.txt", #"attachment; filename="a_b_c_.txt"; filename*=UTF-8''a%22b%5Cc%25.txt"#),
        ("é.pdf", #"attachment; filename="_.pdf"; filename*=UTF-8''%C3%A9.pdf"#),
    ])
    func aNameIsGivenInASCIIAndInFull(name: String, field: String) { #expect(ContentDisposition.attachment(name) == field) }
}

struct TarArchiveTests {
    private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }

    @Test func aPlainNameNeedsOneBlock() {
        let header = TarArchive.header("events-1.json", size: 1_234, modified: Date(timeIntervalSince1970: 1_763_700_000))
        #expect(header.count == 512)
        #expect(text(header[0..<100]) == "events-1.json" && text(header[124..<136]) == "00000002322")
        #expect(text(header[257..<263]) == "ustar" && header[156] == UInt8(ascii: "0"))
        var blank = header
        for offset in 148..<156 { blank[offset] = 32 }
        #expect(Int(text(header[148..<155]), radix: 8) == blank.reduce(0) { $0 + Int($1) })
    }

    @Test(arguments: [
        "ü.txt", String(repeating: "x", count: 101), String(repeating: "ü", count: 500),
        "attachments/" + String(repeating: "é", count: 41),
    ])
    func anyOtherNameHasAnExtendedHeader(name: String) throws {
        let header = TarArchive.header(name, size: 5, modified: .distantPast)
        #expect(header.count % 512 == 0 && header[156] == UInt8(ascii: "x"))
        let size = try #require(Int(text(header[124..<136]), radix: 8))
        let record = String(decoding: header[512..<512 + size], as: UTF8.self)
        #expect(record == "\(size) path=\(name)\n")
    }

    @Test(arguments: [(0, 0), (1, 511), (511, 1), (512, 0), (513, 511)])
    func contentIsPaddedToAWholeBlock(size: Int, padding: Int) { #expect(TarArchive.padding(after: size).count == padding) }
}

struct WriteThrottleTests {
    private let ada = Account.ID(UUID())
    private let bob = Account.ID(UUID())

    @Test func aMinutesAllowanceMayComeAtOnceAndRefillsWithTime() throws {
        let clock = TestClock()
        let throttle = WriteThrottle(WriteLimits(posts: 60)) { clock.now }
        for _ in 0..<60 { try throttle.count(.posts, ada, from: "") }
        for _ in 0..<3 {
            #expect { try throttle.count(.posts, ada, from: "") } throws: { error in
                if case DomainError.tooMany(_, 1) = error { true } else { false }
            }
        }
        try throttle.count(.posts, bob, from: "")
        try throttle.count(.replies, ada, from: "")
        clock.advance(by: 2)
        for _ in 0..<2 { try throttle.count(.posts, ada, from: "") }
        #expect(throws: DomainError.self) { try throttle.count(.posts, ada, from: "") }
        clock.advance(by: 3_600)
        for _ in 0..<60 { try throttle.count(.posts, ada, from: "") }
        #expect(throws: DomainError.self) { try throttle.count(.posts, ada, from: "") }
    }

    @Test func anAddressHasAHundredTimesTheAllowance() throws {
        let clock = TestClock()
        let throttle = WriteThrottle(WriteLimits(posts: 2)) { clock.now }
        for _ in 0..<100 {
            let person = Account.ID(UUID())
            for _ in 0..<2 { try throttle.count(.posts, person, from: "192.0.2.7") }
        }
        #expect(throws: DomainError.self) { try throttle.count(.posts, ada, from: "192.0.2.7") }
        try throttle.count(.posts, ada, from: "192.0.2.8")
    }
}
