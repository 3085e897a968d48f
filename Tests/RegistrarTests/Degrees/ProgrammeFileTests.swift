import NoteItCore
import Testing

@testable import Registrar

@Suite("A file of programmes")
struct ProgrammeFileTests {
    private func programme(_ requirements: String, more: String = "") -> String {
        """
        {"id": "cs", "name": "Computing", "catalogYear": 2026, "credits": 120\(more),
         "requirements": [
          \(requirements)
         ]}
        """
    }

    private let first = #"{"id": "first", "name": "First year", "courses": 1, "from": [{"course": "CMPT 120"}]}"#

    @Test func oneProgrammeOrAListOfThemIsRead() throws {
        #expect(try programmes(programme(first)).programmes.map(\.id.text) == ["cs"])
        let second = programme(first).replacing("\"cs\"", with: "\"math\"")
        let list = try programmes("[\(programme(first)), \(second)]")
        #expect(list.programmes.map(\.id.text) == ["cs", "math"])
        #expect(list.oddities.isEmpty)
        #expect(list.tracks == 0)
    }

    @Test func patternsSharingAndGradesAreKept() throws {
        let requirements = """
            {"id": "a", "name": "A", "courses": 2, "from": [{"subject": "CMPT", "from": 300, "except": [{"course": "CMPT 320"}]}],
              "minimumGrade": "C-", "mayShareWith": ["b"]},
            {"id": "b", "name": "B", "credits": 6, "from": [{"attribute": "Writing"}, {"any": true}]}
            """
        let read = try #require(try programmes(programme(requirements, more: #", "residencyCredits": 60"#)).programmes.first)
        #expect(read.residencyCredits == CreditAmount(60))
        #expect(read.requirements.map(\.need) == [.courses(2), .credits(CreditAmount(6))])
        #expect(read.requirements[0].minimumGrade == Grade("C-"))
        #expect(read.requirements[0].mayShareWith == ["b"])
        #expect(read.requirements[1].from.map(\.base) == [.attribute("Writing"), .any])
    }

    @Test(arguments: [
        (
            #"{"id": "a", "courses": 1, "from": [{"course": "HELLO"}]}"#,
            "line 3: requirements.0.from.0.course must be a course code such as CMPT 225"
        ),
        (
            #"{"id": "a", "from": []}"#,
            "line 3: requirements.0 must have exactly one of courses and credits, above 0 and at most 10000"
        ),
        (#"{"id": "a", "courses": "two", "from": []}"#, "line 3: requirements.0.courses has the wrong JSON type"),
        (#"{"courses": 1, "from": []}"#, "line 3: requirements.0.id is required"),
        (
            #"{"id": "a", "courses": 1, "from": [{"any": true}], "mayShareWith": ["b"]}"#,
            "line 3: Computing, requirements.0.mayShareWith must name requirements of the programme; \"b\" is not one"
        ),
        (
            #"{"id": "a", "courses": 1, "from": [{"any": true}], "minimumGrade": "G"}"#,
            "line 3: requirements.0.minimumGrade must be a grade such as B+, 72%, P or W"
        ),
        (#"{"id": "a", "id": "b", "courses": 1, "from": []}"#, "line 3: the key 'id' stands twice in one object"),
        (#"{"id": "a", "courses": 1, "from": [}"#, "line 3: '' is not a JSON value"),
        (#"{"id": "a"#, "line 3: a string contains a line break or another control character; escape it, or close the string"),
    ])
    func aFaultNamesItsLineAndField(requirement: String, why: String) throws {
        #expect(try refusedProgrammes(programme(requirement)) == why)
    }

    @Test(arguments: [
        ("", "The file is empty."), ("[]", "line 1: the list is empty"),
        ("[1, 2", "line 1: ']' is missing at the end of a list"),
        (
            "{\"a\": 1}",
            "line 1: this is not a programme; it must have id, name and requirements, or, as RPI's list, major and required"
        ),
        ("subject,number\nCMPT,225\n", "line 1: 'subject' is not a JSON value"),
        ("{} x", "line 1: there is text after the end of the JSON value"),
    ])
    func otherFilesAreRefused(text: String, why: String) throws {
        #expect(try refusedProgrammes(text) == why)
    }

    @Test func deepNestingIsRefused() throws {
        let deep = String(repeating: "[", count: 100_000)
        #expect(try refusedProgrammes(deep) == "line 1: the JSON is nested more than 64 deep")
    }

    @Test func anIdThatStandsTwiceIsRefused() throws {
        let why = try refusedProgrammes("[\(programme(first)), \(programme(first))]")
        #expect(why == "line 1: the id cs stands twice, for 'Computing' and 'Computing'; change one")
    }

    @Test func requirementsThatCanNeverBeMetAreNamed() throws {
        let requirements = """
            {"id": "a", "name": "A", "courses": 2, "from": [{"course": "CMPT 120"}]},
            {"id": "b", "name": "B", "courses": 1, "from": []},
            {"id": "c", "name": "C", "courses": 1, "from": [{"course": "CMPT 225"}, {"course": "CMPT225"}]},
            {"id": "d", "name": "D", "courses": 1, "from": [{"course": "CMPT 225"}]},
            {"id": "e", "name": "E", "courses": 5, "from": [{"course": "CMPT 225"}, {"any": true}]}
            """
        #expect(
            try programmes(programme(requirements, more: #", "credit": 3"#)).oddities.map(\.description) == [
                "line 1, Computing: the key 'credit' is unknown, and ignored; did you mean 'credits'?",
                "line 3, Computing, A: it needs 2 courses and lists 1, so it can never be met",
                "line 4, Computing, B: it lists no courses, so it can never be met",
                "line 5, Computing, C: it lists CMPT 225 twice; it counts once",
                "line 5, Computing, C: 'C' and 'D' need 2 courses and list 1 between them, so they can never all be met",
            ])
    }

    @Test func requirementsThatMayShareCanBeMetTogether() throws {
        let requirements = """
            {"id": "c", "name": "C", "courses": 1, "from": [{"course": "CMPT 225"}]},
            {"id": "d", "name": "D", "courses": 1, "from": [{"course": "CMPT 225"}], "mayShareWith": ["c"]}
            """
        #expect(try programmes(programme(requirements)).oddities.isEmpty)
    }

    @Test(arguments: [
        (#""caf\u00e9 \ud83d\ude00 \n""#, "café 😀 \n"), (#""\"\\\/""#, "\"\\/"), ("\"ü\"", "ü"),
    ])
    func stringsAreReadAsTheyAreMeant(json: String, text: String) throws {
        #expect(try LinedJSON(Array(json.utf8)).text == text)
    }

    @Test(arguments: [#""\ud83d""#, #""\x""#, #""\u12"#, "01a", "tru", "{1: 2}", "{\"a\" 1}", "[1,]", "nul", "-", "\"a"])
    func malformedJSONIsRefused(text: String) {
        #expect(throws: BadRow.self) { try LinedJSON(Array(text.utf8)) }
    }
}
