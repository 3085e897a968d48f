import Foundation
import NoteItCore
import Planning
import Testing

/// The rules of a path, one by one, on requests as clients send them.
@Suite struct PathRuleTests {
    /// - Parameter rest: further fields of the request.
    private func path(
        _ requirements: String, programme: String = "", from: String = "202630", credits: String = "15", rest: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> DegreePath {
        let text = """
            {"programme": {"id": "p", "name": "p", "catalogYear": 2026\(programme), "requirements": [\(requirements)]},
             "from": "\(from)", "creditsPerTerm": \(credits)\(rest)}
            """
        let request = try JSONDecoder().decode(PathRequest.self, from: Data(text.utf8)).validated()
        guard case .whole(let own) = request.programme else { throw CancellationError() }
        let problem = PathProblem(
            programme: own, record: request.record?.items ?? [], from: request.from, creditsPerTerm: request.creditsPerTerm,
            offered: request.offered?.values ?? [:], prerequisites: request.prerequisites?.values ?? [:],
            courses: request.courses?.values ?? [:])
        let answer = try DegreePathfinder.path(problem)
        #expect(PlainPathRules(problem).faults(answer) == [], sourceLocation: sourceLocation)
        return answer
    }

    private func need(_ id: String, _ courses: String..., count: Int? = nil, more: String = "") -> String {
        let patterns = courses.map { "{\"course\": \"\($0)\"}" }.joined(separator: ", ")
        return "{\"id\": \"\(id)\", \"courses\": \(count ?? courses.count), \"from\": [\(patterns)]\(more)}"
    }

    private func plan(_ answer: DegreePath) -> [String: [String]] {
        Dictionary(uniqueKeysWithValues: answer.terms.map { ($0.term.description, $0.courses.map(\.description)) })
    }

    private func electives(_ answer: DegreePath) -> [String] {
        answer.terms.flatMap { term in term.electives.map { "\(term.term) \($0.requirement ?? "-") \($0.credits)" } }
    }

    @Test func nothingRemains() throws {
        let answer = try path(
            need("a", "CMPT 120"), rest: #", "record": {"items": [{"course": "CMPT 120", "term": "202530", "grade": "C"}]}"#)
        #expect(answer.feasible && answer.optimal)
        #expect(answer.graduates == nil)
        #expect(answer.terms.isEmpty && answer.critical.isEmpty)
    }

    @Test func aPrerequisiteLiesInAnEarlierTerm() throws {
        let answer = try path(
            need("a", "CMPT 225"),
            rest: #", "prerequisites": {"CMPT225": {"course": "CMPT 125"}, "cmpt-125": {"course": "CMPT 120"}}"#)
        #expect(plan(answer) == ["202630": ["CMPT 120"], "202710": ["CMPT 125"], "202720": ["CMPT 225"]])
        #expect(answer.critical.map(\.description) == ["CMPT 120", "CMPT 125", "CMPT 225"])
        #expect(answer.graduates?.description == "202720")
    }

    @Test func aCourseThatIsTakenAgainForAGradeIsNoLinkOfTheChain() throws {
        let answer = try path(
            need("a", "C 1", more: #", "minimumGrade": "C""#) + ", " + need("b", "C 2"), credits: "3",
            rest: """
                , "record": {"items": [{"course": "C 1", "term": "202530", "grade": "D"}]}, "prerequisites": {"C 2": {"course": "C 1"}}
                """)
        #expect(plan(answer).count == 2 && answer.graduates?.description == "202710")
        #expect(answer.critical.isEmpty)
    }

    @Test func anAssumptionNamesItsCourse() throws {
        let answer = try path(
            need("a", "C 1", "C 2"), credits: "3",
            rest:
                #", "prerequisites": {"C 1": {"unknown": "One W course"}, "C 2": {"all": [{"permission": true}, {"unknown": "One W course"}]}}"#
        )
        #expect(answer.assumed == ["One W course", "permission"])
        #expect(
            answer.assumptions?.map { "\($0.course): \($0.text)" } == [
                "C 1: One W course", "C 2: permission", "C 2: One W course",
            ])
    }

    @Test func theBranchThatGraduatesEarliestIsChosen() throws {
        let answer = try path(
            need("a", "CMPT 225"),
            rest: """
                , "prerequisites": {"CMPT 225": {"any": [{"course": "CMPT 125"}, {"course": "CMPT 135"}]}, "CMPT 125": {"course": "CMPT 120"}}
                """)
        #expect(plan(answer) == ["202630": ["CMPT 135"], "202710": ["CMPT 225"]])
    }

    @Test func someOfAListAreEnough() throws {
        let answer = try path(
            need("a", "CMPT 400"), credits: "6",
            rest: """
                , "prerequisites": {"CMPT 400": {"atLeast": 2, "of": [{"course": "A 1"}, {"course": "A 2"}, {"course": "A 3"}]},
                 "A 2": {"course": "A 0"}}
                """)
        #expect(plan(answer) == ["202630": ["A 1", "A 3"], "202710": ["CMPT 400"]])
    }

    @Test func coursesThatNeedEachOtherAtTheSameTimeAreTakenTogether() throws {
        let answer = try path(
            need("a", "CHEM 121", "CHEM 126"),
            rest: """
                , "prerequisites": {"CHEM 121": {"course": "CHEM 126", "concurrent": true}, "CHEM 126": {"course": "CHEM 121", "concurrent": true}}
                """)
        #expect(plan(answer) == ["202630": ["CHEM 121", "CHEM 126"]])
    }

    @Test func aCourseWaitsForItsSeason() throws {
        let answer = try path(need("a", "CMPT 405"), rest: #", "offered": {"CMPT 405": ["summer"]}"#)
        #expect(plan(answer) == ["202720": ["CMPT 405"]])
        #expect(answer.critical.map(\.description) == ["CMPT 405"])
    }

    @Test func aSeasonWithoutCreditsHasNoCoursesNotEvenFreeOnes() throws {
        let answer = try path(
            need("a", "CMPT 1", "CMPT 2"), from: "202620", credits: #"{"fall": 3}"#,
            rest: #", "courses": {"CMPT 1": {"credits": 0}, "CMPT 2": {"credits": 3}}"#)
        #expect(plan(answer) == ["202630": ["CMPT 1", "CMPT 2"]])
    }

    @Test func coursesAreNotSplit() throws {
        let answer = try path(
            need("a", "CMPT 1", "CMPT 2", "CMPT 3"), credits: "7",
            rest: #", "courses": {"CMPT 1": {"credits": 4}, "CMPT 2": {"credits": 4}, "CMPT 3": {"credits": 4}}"#)
        #expect(answer.terms.map(\.courses.count) == [1, 1, 1])
    }

    @Test func electivesAreThreeCreditsACourseAndMayBeSplit() throws {
        let answer = try path(#"{"id": "e", "courses": 2, "from": [{"subject": "HIST"}]}"#, credits: "4")
        #expect(electives(answer) == ["202630 e 4", "202710 e 2"])
        #expect(answer.critical.isEmpty)
    }

    @Test func missingTotalsAreElectivesOfNoRequirement() throws {
        let answer = try path(
            need("a", "CMPT 1"), programme: #", "credits": 9, "residencyCredits": 8"#,
            rest: #", "record": {"items": [{"course": "HIST 1", "kind": "transfer", "credits": 2.5}]}"#)
        #expect(electives(answer) == ["202630 - 5"])
    }

    @Test func standingIsFilledWithElectives() throws {
        let answer = try path(
            need("a", "CMPT 300"), credits: "15", rest: #", "prerequisites": {"CMPT 300": {"level": 2}}"#)
        #expect(electives(answer) == ["202630 - 15", "202710 - 15"])
        #expect(plan(answer)["202720"] == ["CMPT 300"])
    }

    @Test func creditsOfASubjectAreCourses() throws {
        let answer = try path(
            need("a", "CMPT 300", "CMPT 100", "CMPT 200"), credits: "15",
            rest: #", "prerequisites": {"CMPT 300": {"credits": 6, "subject": "CMPT", "from": 100, "to": 200}}"#)
        #expect(plan(answer) == ["202630": ["CMPT 100", "CMPT 200"], "202710": ["CMPT 300"]])
    }

    @Test func aPassedCourseIsRepeatedOnlyForItsMinimum() throws {
        let record = #", "record": {"items": [{"course": "CMPT 120", "term": "202530", "grade": "D"}]}"#
        #expect(try path(need("a", "CMPT 120"), rest: record).terms.isEmpty)
        let strict = need("a", "CMPT 120", more: #", "minimumGrade": "C-""#)
        #expect(plan(try path(strict, rest: record)) == ["202630": ["CMPT 120"]])
        let tree = #", "prerequisites": {"CMPT 225": {"course": "CMPT 120", "minimumGrade": "C-"}}"#
        #expect(plan(try path(need("a", "CMPT 225"), rest: record + tree)) == ["202630": ["CMPT 120"], "202710": ["CMPT 225"]])
    }

    @Test func waiversTransfersWithoutGradesAndCoursesInProgressMeetMinimums() throws {
        for item in [#""kind": "waiver""#, #""kind": "transfer""#, #""inProgress": true, "term": "202620""#] {
            let answer = try path(
                need("a", "CMPT 225"),
                rest: """
                    , "record": {"items": [{"course": "CMPT 120", \(item)}]}, "prerequisites": {"CMPT 225": {"course": "CMPT 120", "minimumGrade": "B"}}
                    """)
            #expect(plan(answer) == ["202630": ["CMPT 225"]])
        }
    }

    @Test func permissionsAndUnknownTextsAreAssumed() throws {
        let answer = try path(
            need("a", "CMPT 400"),
            rest: """
                , "prerequisites": {"CMPT 400": {"all": [{"unknown": "An interview."}, {"any": [{"permission": true}, {"course": "CMPT 300"}]},
                 {"highSchool": "Pre-Calculus 12"}]}}
                """)
        #expect(plan(answer) == ["202630": ["CMPT 300"], "202710": ["CMPT 400"]])
        #expect(answer.assumed == ["An interview.", "permission"])
        let open = try path(need("a", "CMPT 400"), rest: #", "prerequisites": {"CMPT 400": {"any": [{"permission": true}]}}"#)
        #expect(plan(open) == ["202630": ["CMPT 400"]])
    }

    @Test func aCourseCountsForTwoRequirementsThatMayShareIt() throws {
        let apart = try path(need("a", "W 1", "W 2", count: 1) + "," + need("b", "W 1", "W 2", count: 1))
        #expect(apart.terms.flatMap(\.courses).count == 2)
        let shared = try path(
            need("a", "W 1", "W 2", count: 1) + "," + need("b", "W 1", "W 2", count: 1, more: #", "mayShareWith": ["a"]"#))
        #expect(shared.terms.flatMap(\.courses).count == 1)
    }

    @Test func whatIsDoneIsAssignedAsWellAsPossible() throws {
        let answer = try path(
            need("a", "X 1", "X 2", count: 1) + "," + need("b", "X 1"),
            rest: #", "record": {"items": [{"course": "X 1", "term": "202530", "grade": "A"}]}"#)
        #expect(plan(answer) == ["202630": ["X 2"]])
    }

    @Test func aCourseIsNotPlannedOnlyForTheCourseThatNamesIt() throws {
        let answer = try path(
            #"{"id": "a", "credits": 3, "from": [{"course": "A 2"}, {"course": "A 3"}]}"#, programme: #", "credits": 10.5"#,
            credits: "6",
            rest: """
                , "courses": {"A 1": {"credits": 1.5}, "A 2": {"credits": 0}, "A 3": {"credits": 3}}, "prerequisites": {"A 2": {"course": "A 1"}}
                """)
        #expect(plan(answer) == ["202630": ["A 3"], "202710": []])
        #expect(electives(answer) == ["202630 - 3", "202710 - 5"])
    }

    @Test func aCourseIsPlannedForTheCourseThatOnlyItNames() throws {
        let answer = try path(
            need("a", "B 3"),
            rest: """
                , "prerequisites": {"B 3": {"any": [{"credits": 3, "subject": "B"}, {"course": "B 2"}]}, "B 2": {"course": "B 1"}},
                 "courses": {"B 2": {"credits": 2}}
                """)
        #expect(plan(answer) == ["202630": ["B 1"], "202710": ["B 2", "B 3"]])
    }

    // MARK: - Causes

    private func because(_ answer: DegreePath) -> [String] {
        #expect(!answer.feasible && answer.graduates == nil && answer.terms.isEmpty)
        return (answer.because ?? []).map { "\($0.kind): \($0.courses.map(\.description).joined(separator: ", "))" }
    }

    @Test func aCycleIsTheCauseWithoutItsBystanders() throws {
        let answer = try path(
            need("a", "A 4"),
            rest: """
                , "prerequisites": {"A 4": {"all": [{"course": "A 3"}, {"course": "A 1"}]}, "A 3": {"course": "A 2"}, "A 2": {"course": "A 3"}}
                """)
        #expect(because(answer) == ["cycle: A 2, A 3"])
        #expect(because(try path(need("a", "A 1"), rest: #", "prerequisites": {"A 1": {"course": "A 1"}}"#)) == ["cycle: A 1"])
    }

    @Test func aCourseThatIsNeverOfferedIsTheCause() throws {
        let rest =
            #", "offered": {"A 1": [], "A 2": ["summer"]}, "prerequisites": {"A 3": {"any": [{"course": "A 1"}, {"course": "A 2"}]}}"#
        let answer = try path(need("a", "A 3") + "," + need("b", "A 1"), credits: #"{"fall": 15}"#, rest: rest)
        #expect(because(answer) == ["notOffered: A 1"])
        #expect(
            because(try path(need("a", "A 3"), credits: #"{"fall": 15}"#, rest: rest)) == [
                "notOffered: A 1", "notOffered: A 2",
            ])
    }

    @Test func aCourseWithTooManyCreditsIsTheCause() throws {
        let answer = try path(need("a", "A 1"), credits: "5", rest: #", "courses": {"A 1": {"credits": 6}}"#)
        #expect(because(answer) == ["credits: A 1"])
        #expect(because(try path(need("a", "A 1"), credits: "0")) == ["credits: "])
    }

    @Test func tooManyCreditsForTheHorizonAreTheCause() throws {
        #expect(
            because(
                try path(
                    need("a", "A 1"), programme: #", "credits": 37"#, credits: "1",
                    rest: #", "courses": {"A 1": {"credits": 1}}"#)) == ["credits: "])
        #expect(
            try path(
                need("a", "A 1"), programme: #", "credits": 36"#, credits: "1", rest: #", "courses": {"A 1": {"credits": 1}}"#
            ).feasible)
    }

    @Test func aTreeThatNothingMeetsIsTheCause() throws {
        let answer = try path(
            need("a", "A 2"), rest: #", "prerequisites": {"A 2": {"course": "A 1"}, "A 1": {"credits": 9, "subject": "B"}}"#)
        #expect(because(answer) == ["prerequisite: A 1"])
    }

    @Test func aRequirementThatAsksForTooMuchIsTheCause() throws {
        #expect(because(try path(need("a", "A 1") + "," + need("b", "B 1", "B 2", count: 3))) == ["programme: B 1, B 2"])
        #expect(because(try path(need("a", "A 1") + "," + need("b", "A 1"))) == ["programme: A 1"])
    }

    @Test func aChainThatIsLongerThanTheHorizonIsTheCause() throws {
        let trees = (1...36).map { "\"A \($0)\": {\"course\": \"A \($0 - 1)\"}" }.joined(separator: ", ")
        #expect(because(try path(need("a", "A 36"), rest: ", \"prerequisites\": {\(trees)}")).count == 1)
        #expect(try path(need("a", "A 35"), rest: ", \"prerequisites\": {\(trees)}").feasible)
    }
}
