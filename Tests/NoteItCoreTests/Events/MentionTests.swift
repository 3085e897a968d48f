import TestTime
import Testing

@testable import NoteItCore

struct MentionTests {
    static let texts: [(String, Set<String>)] = [
        ("@ada", ["ada"]), ("ask @ada.lovelace, or @bob2.", ["ada.lovelace", "bob2"]), ("(@ada)", ["ada"]),
        ("@Ada.Lovelace", ["ada.lovelace"]), ("@ada's notes; @bob-", ["ada", "bob"]), ("你好@ada再见", ["ada"]),
        ("ada@example.edu", []), ("https://host/@ada", []), (#"\@ada"#, []), ("@@ada", []), ("@ada@host", []), ("@ada_x", []),
        ("@", []), ("@.", []), ("@.ada", []), ("no one", []), ("@" + String(repeating: "a", count: 51), []),
        ("`@ada` and @bob", ["bob"]), ("``a ` @ada`` @bob", ["bob"]), ("` @ada", ["ada"]), ("`` @ada ` @bob", ["ada", "bob"]),
        ("`a\n\nb` @ada", ["ada"]), ("```\n@ada\n```\n@bob", ["bob"]), ("~~~~\n@ada\n~~~\n@bob\n~~~~\n@cyd", ["cyd"]),
        ("```swift\n@ada", []), ("    ```\n@ada", ["ada"]), ("``` a ` @ada", ["ada"]),
        ("line\n@ada\n\n- @bob", ["ada", "bob"]),
        ("@ada/@ben", ["ada", "ben"]), ("@ada+@ben", ["ada", "ben"]), ("@ada.@ben", ["ada", "ben"]),
        ("@ada-@ben(@cyd)", ["ada", "ben", "cyd"]), ("a/@ada and x+@ben", []), ("@ada@ben", []),
        ("_@ada_ __@ben__ *@cyd*", ["ada", "ben", "cyd"]), ("_see @ada_, not @ben_", ["ada"]), ("x_@ada_", []),
        ("_@ada_x", []), ("@ada_", []), ("~~@ada~~", ["ada"]),
        ("    @ada\n\n@ben", ["ben"]), ("\t@ada", []), ("text\n    @ada", ["ada"]), ("- a\n\n    @ada", ["ada"]),
        ("- a\n\n      @ada", []), ("1. a\n2. b\n\n   @ada", ["ada"]), (">     @ada\n> @ben", ["ben"]),
        ("> ```\n> @ada\n@ben", ["ben"]), ("- ```\n  @ada\n- @ben", ["ben"]), ("# @ada\n    @ben", ["ada"]),
        ("[@ada](https://host/@ben) [x](@cyd)", ["ada"]), ("https://host?to=@ada @ben", ["ben"]),
        (#"\\@ada \`@ben`"#, ["ben"]),
    ]

    @Test(arguments: texts)
    func mentionsAreFoundOutsideOfCodeAndAddresses(text: String, handles: Set<String>) {
        #expect(Mention.handles(in: text) == handles)
    }

    @Test(arguments: [
        ("ada", "ada.lovelace", true), ("lov", "lovelace", true), ("bo", "bo.li", true), ("bo", "bob", false),
        ("a", "ada", false),
        ("ada", "ada", false), ("ada", "ada2", false), ("ben", "ada", false),
    ])
    func aBeginningIsNoAccident(name: String, handle: String, isOne: Bool) {
        #expect(Mention.isBeginning(name, of: handle) == isOne)
    }

    @Test func aTextMentionsAtMostFiftyPeople() {
        let names = (1...51).map { "@person\($0)" }
        #expect(Mention.fault(names.dropLast().joined(separator: " ")) == nil)
        #expect(Mention.fault(names.joined(separator: " ")) == "must mention at most 50 people, not 51")
        #expect(Mention.fault(Array(repeating: "@ada", count: 200).joined(separator: " ")) == nil)
        #expect(throws: DomainError.self) { try NewReply(body: names.joined(separator: " ")).validated() }
        #expect(throws: DomainError.self) { try NewEvent(title: "x", body: names.joined(separator: " ")).validated() }
        #expect(throws: DomainError.self) { try EventPatch(body: names.joined(separator: " ")).validated() }
    }

    /// Each text is ten times as long as the one before it.
    @Test(arguments: ["[](", "- ", "> ", "_@", "\n- ", "\n    "]) func deepMarksAreReadQuickly(mark: String) {
        let times = [2_000, 20_000].map { count in
            let text = String(repeating: mark, count: count) + "@ada"
            return processorTime { _ = Mention.handles(in: text) }
        }
        #expect(times[1] < 60 * max(times[0], 0.001))
    }

    /// The second text is 56 times as long. By n √n it takes 420 times as long, by n² 3,100 times.
    @Test func unmatchedBackticksAreReadQuickly() {
        let texts = [24, 190].map { longest in
            (1...longest).map { String(repeating: "`", count: $0) }.joined(separator: " ") + " @ada"
        }
        for text in texts { #expect(Mention.handles(in: text) == ["ada"]) }
        let times = texts.map { text in processorTime { _ = Mention.handles(in: text) } }
        #expect(times[1] < 1_000 * times[0])
        #expect(Mention.handles(in: String(repeating: "` `` ", count: 4_000) + "@ada").count <= 1)
    }
}
