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
    ]

    @Test(arguments: texts)
    func mentionsAreFoundOutsideOfCodeAndAddresses(text: String, handles: Set<String>) {
        #expect(Mention.handles(in: text) == handles)
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

    @Test func unmatchedBackticksAreReadQuickly() {
        let runs = (1...190).map { String(repeating: "`", count: $0) }.joined(separator: " ")
        let started = ContinuousClock.now
        #expect(Mention.handles(in: runs + " @ada") == ["ada"])
        #expect(Mention.handles(in: String(repeating: "` `` ", count: 4_000) + "@ada").count <= 1)
        #expect(ContinuousClock.now - started < .seconds(5))
    }
}
