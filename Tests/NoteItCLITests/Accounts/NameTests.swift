import Foundation
import NoteItCore
import Testing

@testable import NoteItTerminal

/// Names that pass for others, or for nothing.
struct NameTests {
    private func person(_ name: String, _ handle: String? = nil) -> Author {
        Author(id: .make(at: Date(timeIntervalSince1970: 0)), displayName: name, role: .student, handle: handle)
    }

    static let alike = [
        ("Ada Example", "Аdа Ехаmрlе"), ("Ada", "ADA"), ("Bill", "BiII"), ("Bill", "Bi11"), ("Paul", "Ρаul"), ("Ada", "Ádà"),
        ("Warner", "Wamer"), ("Bob", "B0b"), ("Ada", "Ａｄａ"), ("Ada", "A\u{200B}da"), ("Ada Example", "Ada  Example."),
        ("Ada", "𝐀𝐝𝐚"),
    ]

    @Test(arguments: alike)
    func lookAlikesHaveOneSkeleton(left: String, right: String) { #expect(NameSkeleton.of(left) == NameSkeleton.of(right)) }

    @Test(arguments: [("Ada", "Ava"), ("Ann", "Anna"), ("Li Wei", "Li Mei"), ("李明", "李朋"), ("Иван", "Игорь")])
    func differentNamesHaveDifferentSkeletons(left: String, right: String) {
        #expect(NameSkeleton.of(left) != NameSkeleton.of(right))
    }

    @Test func aLookAlikeIsShownWithTheHandle() {
        let (ada, fake, ben) = (
            person("Ada Example", "ada.example"), person("Аda Example", "ada.example2"), person("Ben", "ben")
        )
        let names = NameBook([ada, fake, ben, ada])
        #expect(names.name(of: ada) == "Ada Example (@ada.example)")
        #expect(names.name(of: fake) == "Аda Example (@ada.example2)")
        #expect(names.name(of: ben) == "Ben")
        #expect(NameBook([ada, ada]).name(of: ada) == "Ada Example")
    }

    @Test func nobodyCanImpersonateAnAnonymousAuthor() {
        let (alias, poser) = (person("Anonymous"), person("Anonymous", "anonymous"))
        let names = NameBook([alias, poser])
        #expect(names.name(of: alias) == "Anonymous")
        #expect(names.name(of: poser) == "Anonymous (@anonymous)")
    }

    @Test func invisibleCharactersAreWrittenOut() {
        let hidden = person("Ada\u{200B}\u{2060}", "ada2")
        #expect(NameBook([hidden]).name(of: hidden) == "Ada<U+200B><U+2060>")
        #expect(Styled(person("\u{202E}adA").displayName).text == "<U+202E>adA")
    }

    static let refused = [
        "\u{202E}adA", "A\u{200B}da", "Ada\u{200D}", "\u{200E}Ada", "\u{3164}", "Ada\u{2066}", "\u{FEFF}Ada", "A\u{200C}da",
        "Ada\nLine", "Ada\tTab",
        "A\u{301}\u{302}\u{303}\u{304}\u{305}", "\u{E0041}Ada", "\u{2800}", " ", "",
        "Grace (staff)", "Grace(Staff", "Grace （ѕtaff）", "Grace [ instructor ]", "Grace ✓ endorsed", "you",
    ]

    @Test(arguments: refused)
    func aDeceptiveNameIsRejected(name: String) { #expect(DisplayName.fault(name) != nil) }

    @Test(arguments: [
        "Ada", "Renée d'Ålesund-O'Neil", "李明", "محمد", "می\u{200C}خواهم", "ნინო", "Nguyễn Thị Ánh", "क्\u{200D}ष", "👩🏽‍🔬 Ada",
        "O’Brien", "Robert (Bob) Smith", "Grace (she/her)", "Staffan (Lund)",
    ])
    func aRealNameIsAccepted(name: String) { #expect(DisplayName.fault(name) == nil) }
}

/// What people type into a search.
struct SearchPieceTests {
    static let typed: [(String, [SearchPiece])] = [
        ("heap sort", [.init("heap"), .init("sort")]),
        ("\"binary heap\" -slow", [.init("binary heap", isQuoted: true), .init("slow", isExcluded: true)]),
        (
            "kind:exam -tag:\"week 3\"",
            [.init("exam", filter: .kind), .init("week 3", filter: .tag, isQuoted: true, isExcluded: true)]
        ),
        ("http://example.edu 3:30", [.init("http://example.edu"), .init("3:30")]),
        ("KIND:Exam", [.init("Exam", filter: .kind)]),
        ("\"open", [.init("open", isQuoted: true)]), ("- a", [.init("-"), .init("a")]), ("tag:", [.init("", filter: .tag)]),
        ("  ", []),
    ]

    @Test(arguments: typed)
    func aSearchIsSplitIntoPieces(text: String, pieces: [SearchPiece]) {
        #expect(SearchPiece.pieces(of: text) == pieces)
        #expect(SearchPiece.pieces(of: pieces.map(\.description).joined(separator: " ")) == pieces)
    }

    @Test func daysAreWrittenOut() throws {
        let day = try #require(Day("2026-11-27"))
        let written = SearchPiece.writingDays(in: "kind:exam before:fri after:\"next fri\" due:mon..fri due:..fri due:none a") {
            _, _ in day
        }
        let wanted = "kind:exam before:2026-11-27 after:2026-11-27 due:2026-11-27..2026-11-27 due:..2026-11-27 due:none a"
        #expect(written.replacing("\"", with: "") == wanted)
    }

    @Test func theSecondDayOfTheWeekIsReadFromTheFirstOn() throws {
        let wednesday = try #require(Day("2026-11-25"))
        func written(_ text: String) throws -> String {
            try SearchPiece.writingDays(in: text) { phrase, other in
                let zone = TimeZone.gmt
                return try #require(DuePhrase(now: (other ?? wednesday).start(in: zone), timeZone: zone).day(phrase))
            }
        }
        #expect(try written("due:mon..fri") == "due:2026-11-30..2026-12-04")
        #expect(try written("due:fri..mon") == "due:2026-11-27..2026-11-30")
        #expect(try written("due:2026-11-28..2026-11-21") == "due:2026-11-28..2026-11-21")
        #expect(try written("due:mon..today") == "due:2026-11-30..2026-11-25")
        #expect(try written("due:..fri tag:#mid") == "due:..2026-11-27 tag:mid")
    }

    @Test(arguments: [
        "due:2026-11-28..2026-11-21", "kind:x", "is:x", "has:x", "before:fri", "after:", "due:..", "due:x..2026-11-21",
        "-before:2026-11-21", "-due:any",
        "+ -", "tag:", "",
    ])
    func anInvalidFilterIsRejected(text: String) {
        #expect(throws: DomainError.self) { try SearchQuery(text) }
    }

    @Test func moreThanTwentyWordsAreRejected() {
        #expect(throws: DomainError.self) { try SearchQuery(Array(repeating: "a", count: 21).joined(separator: " ")) }
    }
}
