import NoteItCore
import Testing

@testable import NoteItStore

struct SimilarQuestionsTests {
    @Test func aQuestionThatWasAskedIsFoundInOtherWords() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let asked = try await campus.post("Is the midterm open book?", kind: .question, by: ada)
            for title in [
                "When is lab 4 due?", "Which room is the final in?", "How do I install the compiler?", "Lab 5: null pointer",
            ] {
                _ = try await campus.post(title, kind: .question, by: ada)
            }
            _ = try await campus.post("Midterm: open book", by: ada)
            for title in ["midterm open book", "Can we bring a book to the midterms?", "Open-book midterm??"] {
                #expect(
                    try await campus.store.questions(like: title, in: Campus.course, limit: 5, by: ada).map(\.event.id) == [
                        asked.id
                    ], "\(title)")
            }
            for title in ["Is the office open on Sunday afternoon for groups?", "?!", "is it the", "Heaps"] {
                #expect(try await campus.store.questions(like: title, in: Campus.course, limit: 5, by: ada) == [], "\(title)")
            }
        }
    }

    @Test func questionsThatTheReaderMayNotSeeAreNotOffered() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let ben = try await campus.student("ben", in: [Campus.sections[1]])
            _ = try await campus.post("Exam conflict with chemistry", kind: .question, visibility: .staff, by: ada)
            _ = try await campus.post("Exam conflict with physics", kind: .question, visibility: .private, by: ada)
            #expect(try await campus.store.questions(like: "Exam conflict", in: Campus.course, limit: 5, by: ada).count == 2)
            #expect(try await campus.store.questions(like: "Exam conflict", in: Campus.course, limit: 5, by: ben) == [])
            await #expect(throws: DomainError.self) {
                try await campus.store.questions(like: "Exam", in: Campus.other, limit: 5, by: ada)
            }
        }
    }

    @Test func theImportantWordsOfATitleAreMarked() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            _ = try await campus.post("Is the midterm open book?", kind: .question, by: ada)
            let hit = try #require(
                try await campus.store.questions(like: "midterm book", in: Campus.course, limit: 5, by: ada).first)
            #expect(hit.title.marks == [.init(from: 7, to: 14), .init(from: 20, to: 24)])
        }
    }
}
