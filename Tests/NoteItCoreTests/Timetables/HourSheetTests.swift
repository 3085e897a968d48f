import Foundation
import NoteItCore
import Testing

/// Names in pictures stay in their boxes, in whatever script they are written.
struct HourSheetTests {
    @Test(arguments: [
        ("Data Structures", "Data Structures"), ("Introduction to Algorithms", "Introduction to …"),
        ("離散数学とデータ構造", "離散数学とデータ…"), ("자료구조와 알고리즘 입문", "자료구조와 알고…"),
        ("자료구조와 알고리즘".decomposedStringWithCanonicalMapping, "자료구조와 알고…".decomposedStringWithCanonicalMapping),
        ("ＣＭＰＴ２２５研究", "ＣＭＰＴ２２５研…"), ("📚📖✏️🧪🔬🎓", "📚📖✏️🧪🔬…"), ("👩‍🔬👨‍👩‍👧‍👦🇨🇦🏳️‍🌈1️⃣🎓", "👩‍🔬👨‍👩‍👧‍👦🇨🇦🏳️‍🌈1️⃣…"),
        ("E\u{301}le\u{300}ves et e\u{302}tre", "E\u{301}le\u{300}ves et e\u{302}tre"),
        ("Дискретная математика", "Дискретная матем…"),
        ("आँकड़े और एल्गोरिदम", "आँकड़े और एल्गोरिदम"), ("วิทยาการคอมพิวเตอร์", "วิทยาการคอมพิวเตอร์"),
    ])
    func aNameHasTheRoomOfItsBox(name: String, shown: String) {
        #expect(name.cut(to: 17) == shown, "\(name.cut(to: 17))")
    }

    @Test func linesAreCutToTheirLaneAndTitlesToTheirPicture() {
        let name = "離散数学とデータ構造とアルゴリズム入門"
        func block(_ lane: Int, of lanes: Int) -> HourSheet.Block {
            HourSheet.Block(column: 0, start: 480, end: 540, fill: "silver", lines: [name], lane: lane, lanes: lanes)
        }
        func svg(_ blocks: [HourSheet.Block]) -> String {
            HourSheet(title: String(repeating: name, count: 4), heads: ["Mon"], blocks: blocks, first: 480, last: 540).svg
        }
        #expect(svg([block(0, of: 1)]).contains(">離散数学とデータ…</text>"))
        #expect(svg([block(0, of: 2), block(1, of: 2)]).contains(">離散数…</text>"))
        #expect(svg([block(0, of: 9)]).contains(">…</text>"), "a name that has no room")
        #expect(svg([]).contains(#"font-size="16">離散数学とデータ…</text>"#))
    }
}
