import Testing

@testable import NoteItClient

struct CourseTextTests {
    private let choices = ["CMPT225", "CMPT225W", "MATH225", "MATH151", "STAT270"].map {
        CourseChoice(id: "202530.\($0)", term: "202530", code: $0, title: "")
    }

    private func codes(_ text: String) -> [String] {
        switch CourseText(text).match(in: choices) {
        case .one(let choice): [choice.code]
        case .several(let choices): choices.map(\.code)
        case .none: []
        }
    }

    @Test(arguments: ["CMPT225", "cmpt 225", " Cmpt-225 ", "202530.CMPT225", "202530.cmpt 225"])
    func anExactCodeMeansOneCourse(text: String) { #expect(codes(text) == ["CMPT225"]) }

    @Test func aNumberMeansTheCoursesThatHaveIt() {
        #expect(codes("270") == ["STAT270"])
        #expect(codes("225") == ["CMPT225", "MATH225"])
    }

    @Test func aBeginningMeansTheCoursesThatBeginSo() {
        #expect(codes("stat") == ["STAT270"])
        #expect(codes("MATH") == ["MATH225", "MATH151"])
    }

    @Test(arguments: ["", "  ", "BISC101", "202440.CMPT225"])
    func anUnknownNameMeansNoCourse(text: String) { #expect(codes(text).isEmpty) }

    @Test func theCatalogIsSearchedBySubjectAndNumber() {
        #expect(CourseText("cmpt 225w").query == .init(subject: "CMPT", number: "225W"))
        #expect(CourseText("225").query == .init(number: "225"))
    }
}
