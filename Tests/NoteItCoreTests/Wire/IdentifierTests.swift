import Foundation
import Testing

@testable import NoteItCore

struct IdentifierTests {
    @Test func identifiersOfOneTimeSortByTheirCounter() {
        let now = Date(timeIntervalSince1970: 1_795_291_200)
        let counters: [Int64] = [0, 1, 63, 64, 0xFF_FFFF, 0x100_0000, 0x3FFF_FFFF, 0x4000_0000, 0x3FF_FFFF_FFFF]
        let ids = counters.map { Identifier<Event>.make(at: now, counter: $0).description }
        #expect(ids == ids.sorted())
        #expect(ids.allSatisfy { $0.hasPrefix(String(ids[0].prefix(13))) && $0.dropFirst(14).first == "7" })
        #expect(ids.allSatisfy { "89ab".contains($0.dropFirst(19).first ?? "x") })
        #expect(Identifier<Event>.make(at: now, counter: 1) != Identifier<Event>.make(at: now, counter: 1))
    }

    @Test func everyByteOfATextCounts() async {
        let good = Array("0123abCD-4567-89eF-fEdc-000000000000".utf8)
        for text in [[], Array(good.dropLast()), good + [0], good + good] {
            #expect(text.withUnsafeBufferPointer { Identifier<Event>(utf8: $0) } == nil)
        }
        for place in good.indices {
            await Task.yield()  // to tests that wait for answers
            for byte in UInt8.min ... .max {
                var text = good
                text[place] = byte
                let isHyphen = byte == UInt8(ascii: "-")
                let isDigit = "0123456789abcdefABCDEF".utf8.contains(byte)
                let read = text.withUnsafeBufferPointer { Identifier<Event>(utf8: $0) }
                #expect((read != nil) == (good[place] == UInt8(ascii: "-") ? isHyphen : isDigit), "\(place): \(byte)")
                #expect(read?.uuid == (read == nil ? nil : UUID(uuidString: String(decoding: text, as: UTF8.self))))
            }
        }
    }
}
