import NoteItCore
import NoteItStore
import RealData
import Registrar
import Testing

@Suite("Reading the catalog")
struct CatalogStoreTests {
    private func codes(_ store: SQLStore, _ query: CourseQuery) async throws -> [String] {
        try await store.courses(of: "202530", matching: query, page: PageRequest()).items.map(\.code)
    }

    @Test(arguments: [
        (CourseQuery(), ["CMPT225", "MATH150"]), (CourseQuery(subject: "cmpt"), ["CMPT225"]),
        (CourseQuery(number: "150"), ["MATH150"]), (CourseQuery(text: "data STRUCT"), ["CMPT225"]),
        (CourseQuery(text: "cmpt 225"), ["CMPT225"]), (CourseQuery(text: "Cmpt225"), ["CMPT225"]),
        (CourseQuery(text: "zoe"), ["CMPT225"]), (CourseQuery(text: "ZOÉ exemple"), ["CMPT225"]),
        (CourseQuery(text: "data calculus"), []), (CourseQuery(text: "%"), []), (CourseQuery(text: "_"), []),
        (CourseQuery(attribute: "quantitative"), ["CMPT225"]), (CourseQuery(attribute: "Quant"), []),
        (CourseQuery(open: true), []), (CourseQuery(open: false), ["CMPT225", "MATH150"]),
    ])
    func coursesAreFound(query: CourseQuery, found: [String]) async throws {
        try await withStore { store in
            try await store.load(try smallTerm())
            #expect(try await codes(store, query) == found)
        }
    }

    @Test func aCourseIsOpenWithAFreeSeatOrAnUnknownCount() async throws {
        try await withStore { store in
            var term = try smallTerm()
            term.courses[0].sections[1].enrolled = 19
            try await store.load(term)
            #expect(try await codes(store, CourseQuery(open: true)) == ["CMPT225"])
            term.courses[0].sections[1].enrolled = 20
            term.courses[1].sections[0].capacity = nil
            try await store.load(term)
            #expect(try await codes(store, CourseQuery(open: true)) == ["MATH150"])
        }
    }

    @Test func theSearchFollowsTheInstructorsOfACourse() async throws {
        try await withStore { store in
            var term = try smallTerm()
            try await store.load(term)
            term.courses[0].sections[0].instructors = ["Ada Example"]
            try await store.load(term)
            #expect(try await codes(store, CourseQuery(text: "exemple")) == [])
            #expect(try await codes(store, CourseQuery(text: "example")) == ["CMPT225"])
        }
    }

    @Test(arguments: try RealData.all, [7, 97])
    func pagesOfCoursesFollowEachOther(data: RealData, limit: Int) async throws {
        try await withStore { store in
            let term = try data.term("sfu/term_2025fa.csv")
            try await store.load(term)
            var (ids, page) = ([Course.ID](), PageRequest(limit: limit))
            repeat {
                let list = try await store.courses(of: term.id, matching: CourseQuery(), page: page)
                ids += list.items.map(\.id)
                page.after = list.next
            } while page.after != nil
            #expect(ids.count == term.courses.count)
            #expect(Set(ids).count == ids.count)
            #expect(try await store.subjects(of: term.id).reduce(0) { $0 + $1.courses } == term.courses.count)
        }
    }

    @Test(arguments: try RealData.all)
    func aRealCourseShowsItsLecturesWithTheirLabs(data: RealData) async throws {
        try await withStore { store in
            try await store.load(try data.term("sfu/term_2025fa.csv"))
            let course = try await store.course("202530.CMPT225")
            #expect(course.title == "Data Structures and Programming")
            let lecture = try #require(course.sections.first { $0.code == "D100" })
            let labs = course.sections.filter { $0.kind == "LAB" && $0.code.hasPrefix("D1") }.map(\.id)
            #expect(lecture.components == [Section.Component(kind: "LAB", sections: labs)])
            #expect(!labs.isEmpty)
        }
    }

    @Test func theTermOfTodayIsCurrent() async throws {
        try await withStore { store in
            var term = try smallTerm()
            try await store.load(term)
            term.id = "202610"
            term.startsOn = Day("2026-01-05")
            term.endsOn = Day("2026-04-10")
            try await store.load(term)
            let terms = try await store.terms()
            #expect(terms.map(\.id) == ["202610", "202530"])
            #expect(terms.filter(\.current).map(\.id) == ["202530"])
            #expect(try await store.currentTerm()?.id == "202530")
            #expect(try await store.term("202610") == terms.first)
        }
    }

    @Test func absentTermsAndCoursesAreNotFound() async throws {
        try await withStore { store in
            await #expect(throws: DomainError.notFound("term 1")) { try await store.term("1") }
            await #expect(throws: DomainError.notFound("term 1")) { try await store.subjects(of: "1") }
            await #expect(throws: DomainError.notFound("term 1")) {
                try await store.courses(of: "1", matching: CourseQuery(), page: PageRequest())
            }
            await #expect(throws: DomainError.notFound("course 1.A1")) { try await store.course("1.A1") }
        }
    }
}
