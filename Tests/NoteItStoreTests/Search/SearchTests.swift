import Foundation
import NoteItCore
import TestDatabase
import Testing

@testable import NoteItStore

/// What a search finds, in which order, and what it never finds.
struct SearchTests {
    @Test func aMatchHasAllWordsInAnyFormAndOrder() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let heap = try await campus.post("Binary heaps", body: "They sort, at the café.", by: ada)
            _ = try await campus.post("Hash tables", body: "No heap here, but a binary number.", by: ada)
            for query in ["heap binary cafe", "\"binary heap\"", "BINARY heaps sorting", "binary -tables", "\"a\" sort"] {
                let found = try await campus.found(query, by: ada)
                #expect(query == "\"a\" sort" ? found.isEmpty : found == [heap.id.description], "\(query)")
            }
            #expect(try await campus.found("heap", by: ada).count == 2)
            #expect(try await campus.found("\"heap binary\"", by: ada) == [])
        }
    }

    @Test func anyPartOfASentenceWithoutSpacesIsFound() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let notes = try await campus.post("第3回講義の資料 📚", body: "C言語で書く。한국어는 어렵다", by: ada)
            for query in ["講義", "資料", "第3回", "の資料", "言語", "C言語", "書く", "한국", "\"講義の\" 資料", "講義 -試験"] {
                #expect(try await campus.found(query, by: ada) == [notes.id.description], "\(query)")
            }
            for query in ["義講", "講資", "講義 -資料"] { #expect(try await campus.found(query, by: ada) == [], "\(query)") }
            let hit = try #require(try await campus.hits("講義", by: ada).first)
            #expect(hit.title == MarkedText("第3回講義の資料 📚", marks: [.init(from: 3, to: 5)]))
            #expect(try await campus.store.check() == [])
        }
    }

    @Test func aReplyIsFoundWithItsEvent() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let event = try await campus.post("Where?", by: ada)
            let reply = try await campus.store.reply(NewReply(body: "In the old auditorium"), to: event.id, by: ada).reply
            let hit = try #require(try await campus.hits("auditorium", by: ada).first)
            #expect(hit.reply?.id == reply.id && hit.event.id == event.id && hit.event.replyCount == 1)
            #expect(hit.excerpt == MarkedText("In the old auditorium", marks: [.init(from: 11, to: 21)]))
            _ = try await campus.store.editReply(reply.id, with: ReplyPatch(body: "Online"), ifRev: nil, by: ada)
            #expect(try await campus.found("auditorium", by: ada) == [])
            #expect(try await campus.found("online", by: ada) == [reply.id.description])
            try await campus.store.delete(event.id, reason: nil, ifRev: nil, by: ada)
            #expect(try await campus.found("online", by: ada) == [])
            #expect(try await campus.store.check() == [])
        }
    }

    @Test func titlesComeBeforeTagsBeforeBodiesAndOfEqualsTheNewerFirst() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            var posted: [Event] = []
            for new in [
                NewEvent(title: "midterm"), NewEvent(title: "Rooms", body: "of the midterm"),
                NewEvent(title: "Rooms", tags: ["midterm"]), NewEvent(title: "midterm"),
            ] {
                posted.append(try await campus.store.post(new, in: Campus.course, by: ada).event)
                campus.clock.advance(1)
            }
            #expect(try await campus.found("midterm", by: ada) == [3, 0, 2, 1].map { posted[$0].id.description })
        }
    }

    static let filters: [(String, [Int])] = [
        ("kind:exam", [1]), ("-kind:exam", [3, 2, 0]), ("tag:\"Week 3\"", [0]), ("tag:week", []), ("is:open", [2]),
        ("in:CMPT225", [2, 1, 0]),
        ("in:math-150", [3]), ("in:202530.MATH150 lab", []), ("in:PHYS101", []), ("by:@ada", [1, 0]), ("-by:ada", [3, 2]),
        ("by:nobody", []), ("is:mine", [3, 2]), ("-is:mine kind:note", [0]), ("due:2025-11-20", [1]), ("due:..2025-11-19", []),
        ("due:2025-11-20..2025-12-01", [1]), ("due:none", [3, 2, 0]), ("due:any", [1]), ("before:2025-11-21 kind:exam", [1]),
        ("after:2025-11-20 kind:exam", []), ("after:2025-11-20 kind:note", []), ("after:2025-11-19 kind:note", [3, 0]),
        ("before:2025-11-20 kind:note", []), ("has:attachment", []),
        ("is:unread", [1, 0]), ("-is:unread", [3, 2]),
    ]

    @Test(arguments: filters)
    func filtersNarrow(query: String, numbers: [Int]) async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let ben = try await campus.student("ben", in: [Campus.sections[0], Campus.otherSections[0]])
            // 20 November 2025, 20:40 in Vancouver; the exam is due an hour later.
            let due = campus.clock.now + 3_600
            let posts = [
                (NewEvent(title: "Lab", tags: ["week 3"]), Campus.course, ada),
                (NewEvent(title: "Midterm", kind: .exam, due: due), Campus.course, ada),
                (NewEvent(title: "Why?", kind: .question), Campus.course, ben), (NewEvent(title: "Limits"), Campus.other, ben),
            ]
            var ids: [String] = []
            for (new, course, author) in posts {
                ids.append(try await campus.store.post(new, in: course, by: author).event.id.description)
                campus.clock.advance(1)
            }
            #expect(try await campus.found(query, by: ben) == numbers.map { ids[$0] })
        }
    }

    @Test func aSearchFindsNothingThatItsReaderMayNotSee() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[1]])
            let ben = try await campus.student("ben", in: [Campus.sections[2]])
            let eve = try await campus.student("eve", in: Campus.otherSections)
            let secret = try await campus.post("secret", visibility: .private, by: ada)
            let staff = try await campus.post("secret", visibility: .staff, by: ada)
            let lab = try await campus.post("secret", sections: [Campus.sections[1]], by: ada)
            let reply = try await campus.store.reply(NewReply(body: "secret"), to: lab.id, by: ada).reply
            #expect(
                Set(try await campus.found("secret", by: ada))
                    == [secret, staff, lab].map(\.id.description).union([reply.id.description]))
            for person in [ben, eve] { #expect(try await campus.found("secret", by: person) == []) }
            _ = try await campus.store.grantStaff(
                to: .email("ben@example.edu"), in: Campus.course, sections: [Campus.sections[2]], by: nil)
            #expect(try await campus.found("secret", by: ben) == [staff.id.description])
            _ = try await campus.store.grantStaff(to: .email("ben@example.edu"), in: Campus.course, sections: [], by: nil)
            #expect(
                Set(try await campus.found("secret", by: ben))
                    == [staff, lab].map(\.id.description).union([reply.id.description]))
            try await campus.store.revokeStaff(of: .email("ben@example.edu"), in: Campus.course, sections: [], by: nil)
            #expect(try await campus.found("secret", by: ben) == [])
            _ = try await campus.store.edit(lab.id, with: EventPatch(visibility: .private), ifRev: nil, by: ada)
            #expect(Set(try await campus.found("secret", by: ada)).count == 4)
            try await campus.store.drop(ada, section: Campus.sections[1])
            // Private posts stay visible to their author.
            #expect(
                Set(try await campus.found("secret", by: ada))
                    == [secret, lab].map(\.id.description).union([reply.id.description]))
        }
    }

    @Test func noFilterRevealsAnonymousAuthors() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let ben = try await campus.student("ben", in: [Campus.sections[0]])
            let event = try await campus.post("Am I lost?", kind: .question, by: ada)
            let reply = try await campus.store.reply(NewReply(body: "Very lost"), to: event.id, by: ada).reply
            let alias = UUID().uuidString.lowercased()
            try await campus.execute("UPDATE event SET alias = '\(alias)'; UPDATE reply SET alias = '\(alias)'")
            let both: Set = [event.id.description, reply.id.description]
            #expect(Set(try await campus.found("lost", by: ben)) == both)
            for query in ["lost by:@ada", "lost is:mine", "-by:nobody by:ada"] {
                #expect(try await campus.found(query, by: ben) == [])
            }
            #expect(Set(try await campus.found("lost -by:@ada", by: ben)) == both)
            #expect(Set(try await campus.found("lost is:mine", by: ada)) == both)
            #expect(try await campus.found("lost by:ada", by: ada) == [])
            let page = try await campus.store.events(
                in: Campus.course, matching: EventQuery(author: ada), page: PageRequest(), by: ben)
            #expect(page.sections.isEmpty)
            let hit = try #require(try await campus.hits("lost", by: ben).first)
            let said = try JSONCoding.string(hit)
            #expect(!said.contains(ada.description) && !said.contains("ada"))
            _ = try await campus.store.grantStaff(to: .email("ben@example.edu"), in: Campus.course, sections: [], by: nil)
            #expect(Set(try await campus.found("lost by:@ada", by: ben)) == both)
        }
    }

    @Test func pagesHaveEachHitOnceAcrossBlocks() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            var ids: Set<String> = []
            for number in 0..<430 {
                let title = number % 3 == 0 ? "midterm \(number)" : "Rooms \(number)"
                ids.insert(try await campus.post(title, body: "midterm", by: ada).id.description)
                if number % 7 == 0 { campus.clock.advance(1) }
            }
            for limit in [7, 50, 200] {
                let found = try await campus.found("midterm", limit: limit, by: ada)
                #expect(found.count == 430 && Set(found) == ids, "\(limit)")
            }
            await #expect(throws: DomainError.self) {
                try await campus.store.search(SearchQuery("x"), page: PageRequest(after: "WyIxIl0"), by: ada)
            }
        }
    }

    /// Between two pages, some hits become read, posted or deleted. No other hit is skipped or found twice.
    @Test func pagesHaveEachHitOnceWhateverHappensBetweenThem() async throws {
        try await Campus.with { campus in
            let (ada, ben) = (
                try await campus.student("ada", in: [Campus.sections[0]]),
                try await campus.student("ben", in: [Campus.sections[0]])
            )
            var ids: [String] = []
            for number in 0..<150 {
                // The best of all stand where the second block begins, and at its end.
                let title = (30..<51).contains(number) || number < 3 ? "midterm" : "Rooms"
                ids.append(try await campus.post(title, body: "midterm", by: ben).id.description)
                campus.clock.advance(1)
            }
            var (found, page) = ([String](), PageRequest(limit: 20))
            repeat {
                let list = try await campus.store.search(SearchQuery("is:unread midterm"), page: page, by: ada)
                found += list.items.map(\.event.id.description)
                try await campus.store.markSeen(list.items.map { .init(event: $0.event.id, seen: 1) }, by: ada)
                _ = try await campus.post("midterm, again", by: ben)
                if let gone = ids.last(where: { !found.contains($0) }) {
                    try await campus.store.delete(try #require(Event.ID(gone)), reason: nil, ifRev: nil, by: ben)
                    ids.removeAll { $0 == gone }
                }
                campus.clock.advance(1)
                page.after = list.next
            } while page.after != nil
            #expect(found.count == Set(found).count)
            #expect(Set(ids).isSubset(of: found))
        }
    }

    static let odd = [
        "\"", "\"\"\"", "facets:x", "title:lab", "{title} : lab", "lab)", "(lab", "lab*", "NEAR(lab 4)", "lab AND", "NOT lab",
        "^lab",
        "lab + 4", "a:b:c", "-", "--lab", "é\u{301}", "\u{0}lab", "lab\\", "l'ab", "%", "試験", "🎓 lab",
        "x" + String(repeating: "y", count: 900),
    ]

    @Test(arguments: odd)
    func whateverIsTypedIsTextToSQLite(text: String) async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            _ = try await campus.post("lab 4 試験", by: ada)
            guard let query = try? SearchQuery(text) else { return }
            _ = try await campus.store.search(query, page: PageRequest(), by: ada)
        }
    }

    @Test func facetsCannotBeSearchedAsWords() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            _ = try await campus.post("Lab", kind: .question, by: ada)
            #expect(try await campus.found(SearchFacet.kind(.question).word, by: ada) == [])
            #expect(try await campus.found("is:open", by: ada).count == 1)
        }
    }

    @Test func textsThatChangedAfterTheIndexAreSkipped() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            _ = try await campus.post("password", by: ada)
            #expect(try await campus.found("password", by: ada).count == 1)
            try await campus.execute("UPDATE event SET title = 'nothing', rev = 2")
            #expect(try await campus.found("password", by: ada) == [])
        }
    }

    @Test func textsWhoseLogRowsWerePrunedAreFound() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let old = try await campus.post("ancient", by: ada)
            _ = try await campus.store.reply(NewReply(body: "ancient too"), to: old.id, by: ada)
            campus.clock.advance(100)
            #expect(try await campus.store.pruneLog(before: campus.clock.now) > 0)
            #expect(try await campus.store.textsToIndex() > 0)
            #expect(try await campus.found("ancient", by: ada).count == 2)
            #expect(try await campus.store.textsToIndex() == 0)
            #expect(try await campus.store.check() == [])
        }
    }

    /// FTS5 writes a segment for each transaction.
    @Test func aTidyIndexHasFewerSegmentsAndFindsTheSame() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            for number in 1...3 {
                _ = try await campus.post("piece \(number)", by: ada)
                try await campus.store.indexTexts()
            }
            let (found, pieces) = (try await campus.found("piece", by: ada), try await campus.segments())
            while try await campus.store.tidyTexts() {}
            #expect(try await campus.segments() < pieces)
            #expect(try await !campus.store.tidyTexts())
            #expect(try await campus.found("piece", by: ada) == found)
            #expect(try await campus.store.check() == [])
        }
    }

    /// An index beside the database removes them when it follows the log.
    @Test(.enabled(if: !TestDatabase.isPostgreSQL)) func privateTextsAreGoneAtOnceWhenTheirAuthorLeaves() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let secret = try await campus.post("my secret", visibility: .private, by: ada)
            _ = try await campus.store.reply(NewReply(body: "more of the secret"), to: secret.id, by: ada)
            _ = try await campus.post("for all", by: ada)
            try await campus.store.indexTexts()
            try await campus.store.leave(ada)
            let texts: Int? = try await campus.store.read { try $0.native.value("SELECT COUNT(*) FROM search_text") }
            #expect(texts == 1)
            try await campus.store.indexTexts()
            #expect(try await campus.store.check() == [])
        }
    }

    static let damages = [
        "DELETE FROM search_text", "DELETE FROM search_document", "UPDATE search_text SET body = 'x'",
        "UPDATE search_document SET rev = 9",
        "UPDATE search_text SET facets = ''", "UPDATE search_text SET files = 'x'", "UPDATE search_state SET \"offset\" = 99",
    ]

    @Test(arguments: damages)
    func theCheckFindsADamagedIndex(damage: String) async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            _ = try await campus.post("Lab", by: ada)
            try await campus.store.indexTexts()
            #expect(try await campus.store.check() == [])
            try await campus.store.indexing { try $0.index.send(damage) }
            #expect(try await campus.store.check() != [])
        }
    }
}

extension [String] {
    fileprivate func union(_ others: [String]) -> Set<String> { Set(self).union(others) }
}

extension Campus {
    /// The number of segments of the FTS5 index.
    fileprivate func segments() async throws -> Int {
        try await store.searching { try $0.index.value("SELECT COUNT(DISTINCT segid) FROM search_text_idx") } ?? 0
    }

    func post(
        _ title: String, body: String? = nil, kind: Event.Kind? = nil, visibility: Event.Visibility? = nil,
        sections: [Section.ID]? = nil, by author: Account.ID
    ) async throws -> Event {
        try await store.post(
            NewEvent(title: title, body: body, kind: kind, visibility: visibility, sections: sections), in: Self.course,
            by: author
        ).event
    }

    /// The hits of a search on all its pages.
    func hits(_ text: String, limit: Int = 50, by account: Account.ID) async throws -> [SearchHit] {
        var (hits, page) = ([SearchHit](), PageRequest(limit: limit))
        repeat {
            let found = try await store.search(try SearchQuery(text), page: page, by: account)
            hits += found.items
            page.after = found.next
        } while page.after != nil
        return hits
    }

    /// Ids of the events and replies, in the order in which they are found.
    func found(_ text: String, limit: Int = 50, by account: Account.ID) async throws -> [String] {
        try await hits(text, limit: limit, by: account).map { $0.reply?.id.description ?? $0.event.id.description }
    }
}
