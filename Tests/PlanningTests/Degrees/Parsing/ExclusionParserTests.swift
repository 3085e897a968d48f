import NoteItCore
import Planning
import Testing

struct ExclusionParserTests {
    @Test(arguments: [
        ("Students with credit for ACMA 210 cannot take ACMA 201 for further credit.", "ACMA 201", ["ACMA 210"]),
        (
            "Students with credit for either MATH 150, 154 or 157 may not take MATH 151 for further credit.", "MATH 151",
            ["MATH 150", "MATH 154", "MATH 157"]
        ),
        (
            "Students with credit for HS/HIST 307 may not take this course for further credit.", "HS 312",
            ["HS 307", "HIST 307"]
        ),
        ("Students who have taken GERO 300 may not take this course for further credit.", "GERO 301", ["GERO 300"]),
        (
            "Students with credit for FREN 421 and/or 422 may not take this course for further credit.", "FREN 423",
            ["FREN 421", "FREN 422"]
        ),
        (
            "Students with credit for DATA (or MSSC) 480 cannot receive credit for DATA (or MSSC) 180.", "DATA 180",
            ["DATA 480", "MSSC 480"]
        ),
        ("Equivalent Courses: CMPT880", "CMPT 980", ["CMPT 880"]),
        (
            "Students with credit for POL 349 under the title \"Terrorism\" may not take this course for further credit.",
            "POL 350", []
        ),
        (
            "Students with credit for IS 808 under the title \"Inside Diplomacy\" may not take this course for further credit. "
                + "Students with credit for IS 444 may not take this course for further credit.", "IS 445", ["IS 444"]
        ),
        ("This course may not be taken for credit by students with credit for BISC 101.", "BISC 100", ["BISC 101"]),
        (
            "Students who have taken ECON 282 Selected Topics - Intro Game Theory in Fall 2011 may not take this course for further credit.",
            "ECON 222", []
        ), ("This course is identical to CMPT 505 and students cannot take both courses for credit.", "MBB 505", ["CMPT 505"]),
        (
            "Students cannot obtain credit for STAT 201 if they already have credit for STAT 101 or 203.", "STAT 201",
            ["STAT 101", "STAT 203"]
        ), ("MATH 150 is a course with an extra hour.", "MATH 151", []), ("", "MATH 151", []),
        ("Exclusion: BIOX 235. Prerequisite: BIOX 142.", "BIOX 236", ["BIOX 235"]),
        ("BIOX 142. Mutually exclusive with BIOX 235 and 237.", "BIOX 236", ["BIOX 235", "BIOX 237"]),
    ])
    func coursesThatGiveNoCreditBesideIt(note: String, course: String, expected: [String]) throws {
        let code = try #require(CourseCode(course))
        #expect(ExclusionParser.parse(note, of: code).map(\.description) == expected)
    }

    @Test func exclusionsMayStandAmongThePrerequisites() {
        let read = CourseRequirements(
            prerequisites: "BIOX 142. Exclusion: BIOX 235.", corequisites: "",
            notes: "Students with credit for BIOX 235 or 237 may not take BIOX 236 for further credit.",
            of: "BIOX 236")
        #expect(read.exclusions.map(\.description) == ["BIOX 235", "BIOX 237"])
        #expect(read.prerequisites.courses.map(\.description) == ["BIOX 142"])
    }
}
