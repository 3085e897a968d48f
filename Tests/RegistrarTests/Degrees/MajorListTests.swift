import NoteItCore
import RealData
import Testing

@testable import Registrar

@Suite("A list of majors")
struct MajorListTests {
    @Test func requiredCoursesAreRequirementsOfTheirOwn() throws {
        let read = try programmes(MajorSample.list(required: "\"PHYS-1100\", \"MATH-1010\""))
        let programme = try #require(read.programmes.first)
        #expect(programme.id.text == "rpi-2024-physics")
        #expect(programme.name == "Physics")
        #expect(programme.catalogYear == 2024)
        #expect(programme.credits == CreditAmount(128))
        #expect(programme.requirements.map(\.name) == ["PHYS 1100", "MATH 1010"])
        #expect(programme.requirements.map(\.id) == ["phys-1100", "math-1010"])
        #expect(programme.requirements.allSatisfy { $0.need == .courses(1) })
        #expect(read.oddities.isEmpty)
    }

    @Test func picksKeepTheOrderOfTheFileAndLevelsBecomeRanges() throws {
        let picks =
            #""Z first": {"pick": 2, "classes": ["MANE-4", "PHYS-1"]}, "A second": {"pick": 1, "classes": ["MATH-4100"]}"#
        let programme = try #require(try programmes(MajorSample.list(picks: picks)).programmes.first)
        #expect(programme.requirements.map(\.name) == ["PHYS 1100", "Z first", "A second"])
        #expect(programme.requirements[1].need == .courses(2))
        #expect(
            programme.requirements[1].from.map(\.base) == [
                .numbers(subject: "MANE", from: 4_000, to: nil), .numbers(subject: "PHYS", from: 1_000, to: nil),
            ])
    }

    @Test func tracksAreProgrammesWithTheMajorsRequirements() throws {
        let tracks = """
            "tracks": {
              "Optics": {"required": ["PHYS-4630", "PHYS-1100"]},
              "DIY (Do It Yourself)": {"Electives": {"pick": 1, "classes": ["PHYS-4"]}, "hours": 3},
              "Music": {"pick-multiple": {"pick-multiple": {"Lab": {"pick": 1, "classes": ["PHYS-2"]}}}}
            }
            """
        let read = try programmes(MajorSample.list(more: tracks))
        #expect(read.tracks == 3)
        #expect(
            read.programmes.map(\.id.text) == [
                "rpi-2024-physics", "rpi-2024-physics-optics", "rpi-2024-physics-diy-do-it-yourself", "rpi-2024-physics-music",
            ])
        #expect(read.programmes[1].name == "Physics: Optics")
        #expect(
            read.programmes.map { $0.requirements.map(\.name) } == [
                ["PHYS 1100"], ["PHYS 1100", "PHYS 4630"], ["PHYS 1100", "Electives"], ["PHYS 1100", "Lab"],
            ])
        #expect(
            read.oddities.map(\.description) == [
                "line 6, Physics: Optics, required: PHYS 1100 is required twice; it counts once",
                "line 7, Physics: DIY (Do It Yourself), Electives: it stands beside pick-multiple, not in it; "
                    + "it was read as if it stood in it",
                "line 7, Physics: DIY (Do It Yourself): the key 'hours' is unknown, and ignored",
                "line 8, Physics: Music, pick-multiple: it stands in another pick-multiple; it was read as if it stood beside it",
            ])
    }

    @Test(arguments: [
        ("-1", nil, "its credits are -1; they are taken as unknown"),
        ("\"1-6\"", 1, "its credits are '1-6'; the least is taken"),
    ])
    func oddCreditsAreTold(cell: String, credits: Int?, detail: String) throws {
        let read = try programmes(MajorSample.list(credits: cell))
        #expect(read.programmes.map(\.credits) == [credits.map { CreditAmount($0) }])
        #expect(read.oddities.map(\.description) == ["line 1, Physics: \(detail)"])
    }

    @Test(arguments: [
        ("\"\"", "it has an empty code, which was left out", [String]()),
        ("\"BIOL_4620\"", "'BIOL_4620' was read as BIOL 4620", ["BIOL 4620"]),
        ("\"biol 4620\"", "'biol 4620' was read as BIOL 4620", ["BIOL 4620"]),
        ("\"BIOL-4620\", \"BIOL-4620\"", "BIOL 4620 is required twice; it counts once", ["BIOL 4620"]),
        ("\"CSCI-4000\"", "CSCI 4000 is read as one course; did it mean the level, CSCI-4?", ["CSCI 4000"]),
    ])
    func oddCodesAreTold(required: String, detail: String, requirements: [String]) throws {
        let read = try programmes(MajorSample.list(required: "\"PHYS-1100\", \(required)"))
        #expect(read.oddities.map(\.description) == ["line 3, Physics, required: \(detail)"])
        #expect(read.programmes.map { $0.requirements.map(\.name) } == [["PHYS 1100"] + requirements])
    }

    @Test func listsThatCannotBeMetAreTold() throws {
        let picks =
            #""Lab": {"pick": 2, "classes": ["PHYS-2", "PHYS-1100"]}, "Few": {"pick": 2, "classes": ["MATH-1010", "MATH-1010"]}"#
        #expect(
            try programmes(MajorSample.list(picks: picks)).oddities.map(\.description) == [
                "line 4, Physics, Few: MATH 1010 stands twice; it counts once",
                "line 4, Physics, Lab: PHYS 1100 is also required; it counts once",
                "line 4, Physics, Few: it needs 2 courses and lists 1, so it can never be met",
            ])
    }

    @Test(arguments: [
        (
            MajorSample.list(required: "\"HELLO\""),
            "line 3: the code 'HELLO' in 'required' of 'Physics' must be as MATH-1010, "
                + "or MATH-1 for the 1000 level and above"
        ),
        (MajorSample.list(required: "7"), "line 3: a code in 'required' of 'Physics' must be a text such as MATH-1010"),
        (
            MajorSample.list(credits: "\"many\""),
            "line 1: the credits of 'Physics' must be a number of credits from 0 to 10000, "
                + "such as 3 or 1.5, or -1 if they are unknown"
        ),
        (
            MajorSample.list(picks: #""Lab": {"pick": 0, "classes": []}"#),
            "line 4: the pick of 'Lab' in 'Physics' must be a whole number from 1"
        ),
        (MajorSample.list(picks: #""Lab": {"pick": 1}"#), "line 4: 'Lab' in 'Physics' has no classes"),
        (MajorSample.list(" "), "line 1: the major has no name; give it one under 'major'"),
        (MajorSample.list(more: #""tracks": 3"#), "line 5: the tracks of 'Physics' must be an object"),
        (MajorSample.list().replacing("2024", with: "\"soon\""), "line 1: the year of 'Physics' must be a number such as 2024"),
    ])
    func unreadableValuesAreRefusedWithTheirLine(text: String, why: String) throws {
        #expect(try refusedProgrammes(text) == why)
    }
}

@Suite("The real list of majors")
struct RealMajorListTests {
    private func content() throws -> ProgrammeFile.Content? {
        try RealData.whole().map { try ProgrammeFile(path: $0.path("rpi/degrees_2024.json")).content() }
    }

    @Test func everyMajorAndTrackIsImported() throws {
        guard let content = try content() else { return }
        #expect(content.programmes.count == 77)
        #expect(content.tracks == 37)
        #expect(content.programmes.allSatisfy { $0.catalogYear == 2024 && !$0.requirements.isEmpty })
        let science = try #require(content.programmes.first { $0.id.text == "rpi-2024-computer-science" })
        #expect(science.requirements.count == 13)
        #expect(content.programmes.count { $0.id.text.hasPrefix("rpi-2024-computer-science-") } == 4)
        #expect(content.programmes.first { $0.id.text == "rpi-2024-mathematics" }?.credits == nil)
    }

    /// Every one, so that a change of the reader that loses one is seen.
    @Test func itsOdditiesAreTheseExactly() throws {
        guard let content = try content() else { return }
        #expect(content.oddities.map(\.description) == Self.oddities)
    }

    private static let oddities = [
        "line 162, Applied Physics: it has no school",
        "line 167, Applied Physics: the key 'links' is unknown, and ignored; did you mean 'link'?",
        "line 196, Applied Physics, Mathematics Elective: MATH 4600 is also required; it counts once",
        "line 238, Biochemistry and Biophysics, BIOL 4720: 'BIOL 4720' and 'BCBP 4710' and 'Advanced Laboratory "
            + "Option' need 3 courses and list 2 between them, so they can never all be met",
        "line 267, Biochemistry and Biophysics, Advanced Laboratory Option: BCBP 4710 is also required; it counts once",
        "line 267, Biochemistry and Biophysics, Advanced Laboratory Option: BIOL 4720 is also required; it counts once",
        "line 315, Biological Neuroscience: its credits are -1; they are taken as unknown",
        "line 333, Biological Neuroscience, required: 'BIOL_4620' was read as BIOL 4620",
        "line 405, Biology, required: 'BIOL_4620' was read as BIOL 4620",
        "line 495, Biotechnology and Health Economics: its credits are -1; they are taken as unknown",
        "line 653, Building Sciences, required: it has an empty code, which was left out",
        "line 672, Business Analytics: it has no school",
        "line 864, Chemical Engineering: its credits are -1; they are taken as unknown",
        "line 902, Chemical Engineering, required: CHME 4010 is required twice; it counts once",
        "line 1093, Chemistry - General, required: CHEM 2250 is required twice; it counts once",
        "line 1190, Civil Engineering, CIVL-2050 or replacement: CIVL 2050 is also required; it counts once",
        "line 1495, Computational Biology: Biomolecular Systems, Senior Research Thesis: BCBP 4550 is also required; "
            + "it counts once",
        "line 1495, Computational Biology: Biomolecular Systems, Senior Research Thesis: BIOL 4630 is also required; "
            + "it counts once",
        "line 1495, Computational Biology: Biomolecular Systems, Senior Research Thesis: 'Senior Research Thesis' "
            + "and 'BCBP 4550' and 'BIOL 4630' need 3 courses and list 2 between them, so they can never all be met",
        "line 1782, Computer Science: Theory and Algorithms, CSCI 4000-level Depth Electives: CSCI 4100 stands "
            + "twice; it counts once",
        "line 1842, Computer Science: Systems and Software, Breadth Electives: it needs 2 courses and lists 1, so it "
            + "can never be met",
        "line 1845, Computer Science: Systems and Software, Breadth Electives: CSCI 4000 is read as one course; did "
            + "it mean the level, CSCI-4?",
        "line 2002, Economics: its credits are -1; they are taken as unknown",
        "line 2068, Electrical Engineering: its credits are -1; they are taken as unknown",
        "line 2168, Electronic Arts: its credits are -1; they are taken as unknown",
        "line 2178, Electronic Arts, required: ARTS 4840 is required twice; it counts once",
        "line 2179, Electronic Arts, required: ARTS 4850 is required twice; it counts once",
        "line 2452, Environmental Engineering, CIVL 2050 or replacement: CIVL 2050 is also required; it counts once",
        "line 2461, Environmental Engineering, CIVL 1300 or replacement: CIVL 1300 is also required; it counts once",
        "line 2506, Games and Simulation Arts and Sciences: its credits are -1; they are taken as unknown",
        "line 2567, Games and Simulation Arts and Sciences: Cognitive Science, PSYC elective: PYSC 4330 is the only "
            + "course of PYSC in the file; did it mean PSYC?",
        "line 2754, Games and Simulation Arts and Sciences: Music, pick-multiple: it stands in another "
            + "pick-multiple; it was read as if it stood beside it",
        "line 2873, Hydrogeology: its credits are -1; they are taken as unknown",
        "line 2962, Industrial and Management Engineering, ENGR-1200 or replacement: ENGR 1200 is also required; it "
            + "counts once",
        "line 3228, Mathematics: its credits are -1; they are taken as unknown",
        "line 3256, Mathematics: Mathematics, Electives: it stands beside pick-multiple, not in it; it was read as "
            + "if it stood in it",
        "line 3272, Mathematics: Applied Mathematics, Electives: it stands beside pick-multiple, not in it; it was "
            + "read as if it stood in it",
        "line 3287, Mathematics: Mathematics of Computation, Electives: it stands beside pick-multiple, not in it; "
            + "it was read as if it stood in it",
        "line 3300, Mathematics: Mathematics of Operations Research, Electives: it stands beside pick-multiple, not "
            + "in it; it was read as if it stood in it",
        "line 3406, Music: its credits are -1; they are taken as unknown",
        "line 3476, Music, Culminating Experience: ARTS 4160 is also required; it counts once",
        "line 3476, Music, Culminating Experience: ARTS 4390 is also required; it counts once",
        "line 3492, Nuclear Engineering: its credits are -1; they are taken as unknown",
        "line 3563, Philosophy: its credits are -1; they are taken as unknown",
        "line 3694, Psychological Science: its credits are -1; they are taken as unknown",
    ]
}
