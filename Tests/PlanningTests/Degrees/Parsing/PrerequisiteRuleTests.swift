import NoteItCore
import Planning
import Testing

/// The rules of parsing, one by one. `TreeNotation` explains the trees.
struct PrerequisiteRuleTests {
    private func check(_ cases: [(String, String)], subject: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
        for (text, tree) in cases {
            let parsed = TreeNotation.canonical(PrerequisiteParser.parse(text, subject: subject))
            #expect(parsed == TreeNotation.canonical(tree), "\(text)", sourceLocation: sourceLocation)
        }
    }

    @Test func codesInAnyForm() {
        check([
            ("CMPT 125.", "CMPT125"), ("CMPT125", "CMPT125"), ("CMPT-125", "CMPT125"), ("cmpt_125", "CMPT125"),
            ("MANE-2960 or ENGR 2530", "(| MANE2960 ENGR2530)"), ("FAN X99", "FANX99"), ("CM12", "CM12"), ("FALL2020", "?"),
            ("CMPT 105W.", "CMPT105W"),
            ("HS/HIST 277", "(| HS277 HIST277)"), ("CA (or FPA) 322", "(| CA322 FPA322)"),
        ])
    }

    @Test func numbersTakeTheSubjectBeforeThem() {
        check([
            ("MATH 150, 151, 154 or 157.", "(| MATH150 MATH151 MATH154 MATH157)"),
            ("ACMA 201 (or 210)", "(| ACMA201 ACMA210)"),
            ("PSYC 201, 210, 60 units", "(& PSYC201 PSYC210 60u)"),
            ("INDG (or FNST) 101 or 201W", "(| INDG101 FNST101 INDG201W FNST201W)"),
        ])
        check([("225 and MACM 101", "(& CMPT225 MACM101)")], subject: "CMPT")
        check([("225 and MACM 101", "(& ? MACM101)")])
    }

    @Test func orBetweenCoursesTiesTightest() {
        check([
            ("CMPT 225 and MATH 150 or MATH 151", "(& CMPT225 (| MATH150 MATH151))"),
            ("MATH 150 or MATH 151 and CMPT 225", "(& CMPT225 (| MATH150 MATH151))"),
            ("MATH 1020 and PHYS 1200 or PHYS 1250", "(& MATH1020 (| PHYS1200 PHYS1250))"),
            ("MATH 150 or MATH 151, CMPT 225", "(& CMPT225 (| MATH150 MATH151))"),
            ("CMPT 225/CMPT 226 and MATH 150", "(& MATH150 (| CMPT225 CMPT226))"),
            ("PSYC 201 and 250 or acceptance into the diploma program", "(| (& PSYC201 PSYC250) ?)"),
            ("45 units and CMPT 225 or experience with databases", "(& 45u (| CMPT225 ?))"),
        ])
    }

    @Test func orAfterACommaIsWider() {
        check([
            ("CMPT 225 and MATH 150, or MATH 151", "(| (& CMPT225 MATH150) MATH151)"),
            ("CMPT 225 and MATH 150, or MATH 151 and STAT 270", "(| (& CMPT225 MATH150) (& MATH151 STAT270))"),
            ("MATH 150 or MATH 151, and CMPT 225", "(& (| MATH150 MATH151) CMPT225)"),
            ("BPK 201 and 205, or BPK 208", "(| (& BPK201 BPK205) BPK208)"),
            ("PLCY 801 and 802 or, MPP 801 and 802, or equivalent", "(| (& PLCY801 PLCY802) (& MPP801 MPP802))"),
        ])
    }

    @Test func listsTakeTheirLastConjunction() {
        check([
            ("CMPT 225, MATH 150 or MATH 151", "(| CMPT225 MATH150 MATH151)"),
            ("CMPT 225, MATH 150, or MATH 151", "(| CMPT225 MATH150 MATH151)"),
            ("CMPT 225, MATH 150 and MATH 151", "(& CMPT225 MATH150 MATH151)"),
            ("CMPT 225, MATH 150, and MATH 151", "(& CMPT225 MATH150 MATH151)"),
            ("CMPT 225, MATH 150", "(& CMPT225 MATH150)"),
            ("EASC 201, EASC 209W or GEOG 213, and EASC 308", "(& EASC201 (| EASC209W GEOG213) EASC308)"),
        ])
    }

    @Test func parenthesesBindFirst() {
        check([
            ("(CMPT 225 and MATH 150) or MATH 151", "(| (& CMPT225 MATH150) MATH151)"),
            ("MATH 2400 and (MATH 2010 or (MATH 2011 and MATH 2012))", "(& MATH2400 (| MATH2010 (& MATH2011 MATH2012)))"),
            ("CHEM 282 or 283 or (284 and 286)", "(| CHEM282 CHEM283 (& CHEM284 CHEM286))"),
        ])
    }

    @Test func semicolonsAreAnd() {
        check([
            ("MATH 150 or 151; CMPT 225; 45 units", "(& (| MATH150 MATH151) CMPT225 45u)"),
            ("CMPT 225; MATH 150; or MATH 151", "(& CMPT225 (| MATH150 MATH151))"),
            ("MATH 152 with C; or MATH 155 and 158", "(| MATH152:C (& MATH155 MATH158))"),
        ])
    }

    @Test func permissionAtTheEndCoversTheSentence() {
        check([
            ("CMPT 225 and MATH 150 or permission of the instructor.", "(| (& CMPT225 MATH150) P)"),
            ("CMPT 225; MATH 150; or permission of the department", "(| (& CMPT225 MATH150) P)"),
            ("ARTS 1030, IHSS 1030, or by instructor permission", "(| ARTS1030 IHSS1030 P)"),
            ("CA 140, 144, 146 or permission of instructor.", "(| (& CA140 CA144 CA146) P)"),
            ("CMPT 225 or permission of the instructor; MATH 150", "(& (| CMPT225 P) MATH150)"),
            ("CMPT 225 and consent of the School and the instructor.", "(& CMPT225 P)"),
            ("CMPT 225. Or permission of the instructor.", "(| CMPT225 P)"),
            ("Permission of the department.", "P"), ("Students need permission from the academic unit.", "P"),
            ("Permission from the Department of Statistics and Actuarial Science curriculum committee.", "P"),
            ("Permission of the Department of Physics and MATH 151", "(& P MATH151)"),
            ("45 units. Corequisite: CMPT 225 or permission of instructor.", "45u ~ (| CMPT225 P)"),
            ("Registration is by faculty permission.", "P"),
            ("Registration in BISC 300 is by permission of the instructor.", "?"),
            ("Admission is granted by permission of the instructor and the School.", "P"),
            ("A background in geology, plus permission from the instructor.", "(& ? P)"),
        ])
    }

    @Test func gradesReachBackToAndSemicolonOrGrade() {
        check([
            ("CMPT 225 or 226 with a minimum grade of C-", "(| CMPT225:C- CMPT226:C-)"),
            ("CMPT 225 and MATH 150 with at least C", "(& CMPT225 MATH150:C)"),
            ("CMPT 225; MATH 150 with at least a B+", "(& CMPT225 MATH150:B+)"),
            ("CMPT 225 with a minimum of C or MATH 150 with a B or better", "(| CMPT225:C MATH150:B)"),
            ("BPK 142 and BPK 105 (with a grade of C or higher) or BPK 205", "(& BPK142 (| BPK105:C BPK205))"),
            ("BPK 491 (minimum grade of B)", "BPK491:B"),
        ])
    }

    @Test func gradesAfterACommaCoverTheirPart() {
        check([
            ("CMPT 225 and MATH 150, with a minimum grade of C-", "(& CMPT225:C- MATH150:C-)"),
            ("STAT 270; CMPT 225 and MATH 150, with a minimum grade of C-", "(& STAT270 CMPT225:C- MATH150:C-)"),
            ("CMPT 225 and MATH 150, both with a grade of B or better; STAT 270", "(& CMPT225:B MATH150:B STAT270)"),
            ("CMPT 225 and MATH 150 each with a grade of C", "(& CMPT225:C MATH150:C)"),
            ("BUS 312 and (BUS 207 or ECON 201), all with at least C; 45 units", "(& BUS312:C (| BUS207:C ECON201:C) 45u)"),
            ("PHYS 121 or 126, with C-, or PHYS 101 with a minimum grade of B", "(| PHYS121:C- PHYS126:C- PHYS101:B)"),
        ])
    }

    @Test func gradesOfTheirOwnCoverEverything() {
        check([
            ("PHYS 321; PHYS 255 or ENSC 380; both with a minimum grade of C-.", "(& PHYS321:C- (| PHYS255:C- ENSC380:C-))"),
            ("EASC 101 and CHEM 121. All with a grade of C- or better.", "(& EASC101:C- CHEM121:C-)"),
            ("PHYS 385; MATH 314. All prerequisite courses require a minimum grade of C-.", "(& PHYS385:C- MATH314:C-)"),
        ])
    }

    @Test func aGradeThatIsThereStays() {
        check([
            ("CMPT 225 with at least B and MATH 150, both with at least C", "(& CMPT225:B MATH150:C)"),
            ("A minimum grade of C- is required. CMPT 225 and MATH 150 with at least B.", "(& CMPT225:C- MATH150:B)"),
            (
                "CMPT 225 with at least B; MATH 150. All prerequisite courses require a minimum grade of C-, unless specified.",
                "(& CMPT225:B MATH150:C-)"
            ),
        ])
    }

    @Test func gradesMayStandBeforeTheirCourse() {
        check([
            ("B or higher in CA 146 or permission of instructor", "(| CA146:B P)"),
            ("Requires a C- or higher in CSCI 1100", "CSCI1100:C-"),
            ("FREN 221 or, with a grade of A, FREN 211", "(| FREN221 FREN211:A)"),
            ("Minimum grade of B+ in IS 490.", "IS490:B+"),
        ])
    }

    @Test func percentagesAndAPassAreGrades() {
        check([
            ("MATH 150 with a minimum grade of 60%", "MATH150:60%"), ("MATH 150, minimum 65%", "MATH150:65%"),
            ("ENSC 498 with a minimum grade of P.", "ENSC498"),
        ])
    }

    @Test func listsOfWhichSomeSuffice() {
        check([
            ("One of CMPT 225, MATH 150 or STAT 270", "(| CMPT225 MATH150 STAT270)"),
            ("one of CMPT 225, MATH 150, and STAT 270", "(| CMPT225 MATH150 STAT270)"),
            ("Two of CMPT 225, MATH 150, STAT 270", "(2 CMPT225 MATH150 STAT270)"),
            ("At least two of the following: CMPT 225, MATH 150 or STAT 270", "(2 CMPT225 MATH150 STAT270)"),
            ("any one of: CMPT 225, 226 or 227; and 45 units", "(& (| CMPT225 CMPT226 CMPT227) 45u)"),
            ("MATH 251 and one of MATH 232 or MATH 240", "(& MATH251 (| MATH232 MATH240))"),
            ("One of CMPT 102 or 120 and one of MATH 150 or 151", "(& (| CMPT102 CMPT120) (| MATH150 MATH151))"),
            ("STAT 330, or all of: STAT 285, MATH 208W, and MATH 251", "(| STAT330 (& STAT285 MATH208W MATH251))"),
            ("GEOG 213, or both EASC 209W and EASC 304", "(| GEOG213 (& EASC209W EASC304))"),
            ("CMPT 130 and either MSE 251 or ENSC 226", "(& CMPT130 (| MSE251 ENSC226))"),
        ])
    }

    @Test func credits() {
        check([
            ("60 units", "60u"), ("Completion of a minimum of 22.5 credits.", "22.5u"),
            ("At least 45 units, including GEOG 100", "(& 45u GEOG100)"),
            ("12 credits of CMPT", "12u/CMPT"), ("15 upper division PHIL units", "15u/PHIL/300-"),
            ("12 units of upper-division CMPT courses", "12u/CMPT/300-"), ("six units of lower division HIST", "6u/HIST/-299"),
            ("12 units of upper division courses", "12u//300-"), ("45 units including six units in GSWS", "(& 45u 6u/GSWS)"),
            ("12 units of 300-level CMPT courses", "12u/CMPT/300-399"),
            ("12 units of CMPT at the 300-level or above", "12u/CMPT/300-"),
            ("25 units of engineering science (ENSC) courses", "25u/ENSC"), ("12 units of engineering (any kind) courses", "?"),
            ("fewer than 60 units", "?"), ("18 units of upper division MATH or MACM courses", "?"),
            ("12 units in underwater basket weaving", "?"), ("26 CMNS units with a minimum grade of C-", "?"),
            ("a minimum of 3 credits of CHEM 2930, CHEM 2940 or CHEM 2950", "?"),
            ("60 units, including eight of upper division GEOG", "(& 60u 8u/GEOG/300-)"),
            ("CHEM 306 and completion of 42 units toward a BSc degree.", "(& CHEM306 42u)"),
            ("42 units toward MATH 150 degree", "?"),
        ])
        check([("nine units of lower division history", "9u/HIST/-299"), ("six units in science", "?")], subject: "HIST")
    }

    @Test func standing() {
        check([
            ("third-year standing", "L3"), ("Junior standing or permission of instructor", "(| L3 P)"), ("senior status", "L4"),
            ("ENGR 2050 and fourth year standing", "(& ENGR2050 L4)"), ("junior/senior standing", "(| L3 L4)"),
            ("Junior or senior standing", "(| L3 L4)"), ("sophomore standing or higher", "L2"), ("graduate standing", "?"),
            ("CSCI 1200 or graduate standing", "(| CSCI1200 ?)"), ("Senior BME status and ENGR 2050", "(& L4 ? ENGR2050)"),
        ])
    }

    @Test func corequisites() {
        check([
            ("CMPT 225. Corequisite: MATH 251.", "CMPT225 ~ MATH251"),
            ("Corequisite: MATH 150 or 151", "0 ~ (| MATH150 MATH151)"),
            ("Prerequisites: MATH 2010 Corequisites: PHYS 1200", "MATH2010 ~ PHYS1200"),
            ("Prerequisites/Corequisites: MATH 2010", "MATH2010"),
            ("Prerequisites/Corequisites: Corequisite: ARCH 2520", "0 ~ ARCH2520"),
            ("Prerequisite or Corequisite: MATH 1010 or MATH 1500", "(| MATH1010* MATH1500*)"),
            ("Pre- or corequisite: CHEM 2250", "CHEM2250*"), ("EDUC 401 or corequisite EDUC 403", "(| EDUC401 EDUC403*)"),
            ("CA 124. Corequisite: CA 129 must be taken concurrently.", "CA124 ~ CA129"),
        ])
    }

    @Test func coursesInTheSameTerm() {
        check([
            ("Prerequisite: MANE 4500 *.(*can also be taken simultaneously)Attributes Data Intensive 2", "MANE4500*"),
            ("CMPT 225, MATH 251 (may be taken concurrently)", "(& CMPT225 MATH251*)"),
            ("CMPT 225 and MATH 251, which may be taken concurrently", "(& CMPT225 MATH251*)"),
            ("CMPT 225 and MATH 251. MATH 251 may be taken concurrently.", "(& CMPT225 MATH251*)"),
            ("MANE 2720, MANE 4500 *(* Can also be taken simultaneously)", "(& MANE2720 MANE4500*)"),
            (
                "ENGR 1100 and MATH 2400 *. (* indicates that specific courses may also be taken concurrently)",
                "(& ENGR1100 MATH2400*)"
            ),
        ])
    }

    @Test func equivalentsRecommendationsAndCreditNotesAreDropped() {
        check([
            ("PHYS 421 or equivalent.", "PHYS421"),
            ("BPK 241 and STAT 201 or an equivalent statistics course.", "(& BPK241 STAT201)"),
            ("MATH 1020 or equivalent, or permission of the instructor.", "(| MATH1020 P)"),
            ("CMPT 225. Recommended: MATH 251.", "CMPT225"), ("CMPT 225. CMPT 307 and 308 are recommended.", "CMPT225"),
            ("ECSE 2050 and ECSE 2610; ECSE 2210 recommended", "(& ECSE2050 ECSE2610)"),
            ("CHME 1100 (preferred) or ENGR 1100", "(| CHME1100 ENGR1100)"),
            ("CMPT 225. Strongly Recommended: MATH 251. 45 units.", "(& CMPT225 45u)"),
            ("MATH 151. Students with credit for MATH 150 may not take this course for further credit.", "MATH151"),
            ("ERTH 1100 recommended, not required.", "0"),
        ])
    }

    @Test func theOrOfADroppedEquivalentMakesAList() {
        check([
            ("PHYS 1100, PHYS 1110, PHYS 1150 or equivalent or permission of instructor", "(| PHYS1100 PHYS1110 PHYS1150 P)"),
            ("MATH 1020, BIOL 4620, CSCI 1200 or equivalent, or permission.", "(| MATH1020 BIOL4620 CSCI1200 P)"),
            ("SPAN 100 (or SPAN 102), SPAN 103, or equivalent", "(| SPAN100 SPAN102 SPAN103)"),
            ("MATH 1020, CSCI 1200 or equivalent; PHYS 1200", "(& PHYS1200 (| MATH1020 CSCI1200))"),
            ("BCBP 4760, MATH 1020, and PHYS 1200 or equivalents", "(& BCBP4760 MATH1020 PHYS1200)"),
            ("STAT 201 or equivalent, BPK 340", "(& STAT201 BPK340)"),
        ])
    }

    @Test func substitutesStandBesideTheirCourses() {
        let substitutes = "MATH 154 or MATH 157 with a grade of at least B+ may be substituted for"
        check([
            (
                "CMPT 225 and (MATH 151 or MATH 150), with a minimum grade of C-. \(substitutes) MATH 151 (MATH 150).",
                "(& CMPT225:C- (| MATH151:C- MATH150:C- MATH154:B+ MATH157:B+))"
            ),
            ("MATH 151. MATH 154 with at least a B+ may be substituted for MATH 151.", "(| MATH151 MATH154:B+)"),
            ("MATH 251. \(substitutes) MATH 151.", "(| MATH251 ?)"),
            ("MATH 151. A course in calculus may be substituted for MATH 151.", "(| MATH151 ?)"),
        ])
    }

    @Test func adviceIsDropped() {
        check([
            ("MATH 152. Students wishing an appreciation of statistics may wish to take STAT 100 first.", "MATH152"),
            ("MATH 152, students may wish to take STAT 100 first", "MATH152"),
            ("Those with MATH 152 may wish to take STAT 100 first", "?"),
            ("CHEM 122. Students who expect to take further courses should take CHEM 230.", "CHEM122"),
        ])
    }

    @Test func nothingIsDemanded() {
        check([
            ("", "0"), ("None.", "0"), ("none", "0"), ("Prerequisite: None.", "0"), ("   \n", "0"),
            ("Recommended: CMPT 225", "0"), ("A grade of B in this course is needed to register in BPK 495.", "0"),
            ("CMPT 225 (no substitutions), with C-", "CMPT225:C-"), ("CMPT 225 (no exceptions)", "(& CMPT225 ?)"),
            ("A minimum of 80 units is required to enroll in this course.", "?"),
            ("MBB 741 or equivalent course (undergraduate or graduate)", "MBB741"),
            ("MBB 741 or equivalent course (majors only)", "(& MBB741 ?)"),
            ("ECON 798. Offered once a year.", "ECON798"),
        ])
    }

    @Test func schoolCourses() {
        check([
            ("BC Math 12", "<BC Math 12>"),
            ("Pre-Calculus 12 (or equivalent) with a minimum grade of 60%, or MATH 100", "(| <Pre-Calculus 12>:60% MATH100)"),
            ("Foundations of Mathematics 11 with a grade of at least B", "<Foundations of Mathematics 11>:B"),
            ("BC Math 11 or 12", "(| <BC Math 11> <BC Math 12>)"),
            ("Grade 12 French or FREN 102", "(| <Grade 12 French> FREN102)"),
            ("Grade 12 Biology or Physics, Grade 12 Math", "(& (| <Grade 12 Biology> <Grade 12 Physics>) <Grade 12 Math>)"),
            ("Grade 12 Biology or one of", "(| <Grade 12 Biology> ?)"),
            ("Grade 12 Biology or Biology 101", "(| <Grade 12 Biology> ?)"),
        ])
    }

    @Test func theRestIsUnknownWhereItStands() {
        check([
            ("Two HIST courses", "?"), ("any 100-level MATH course", "?"),
            ("CMPT 225 and a course in statistics", "(& CMPT225 ?)"),
            ("CMPT 225, knowledge of MATLAB and Python, and MATH 251", "(& CMPT225 ? MATH251)"),
            ("Admission to the program or CMPT 225", "(| ? CMPT225)"), ("CMPT 225 (not including CMPT 226)", "(& CMPT225 ?)"),
            ("BUS 251. Open only to students in the minor.", "(& BUS251 ?)"),
        ])
        #expect(
            PrerequisiteParser.parse("CMPT 225 and a course\n in statistics.").prerequisites
                == .all([.course(CourseCode(subject: "CMPT", number: "225")), .unknown("a course in statistics")]))
    }

    @Test func titlesAreNotRequirements() {
        check([
            ("MGMT 1100 Introduction to Management or permission of the instructor", "(| MGMT1100 P)"),
            ("STSO 2610 - Design and Innovation Studio II", "STSO2610"),
            ("PHYS 365 (Semiconductor Devices) or PHYS 465", "(| PHYS365 PHYS465)"),
        ])
    }

    @Test func otherFieldsOfThePageAreDropped() {
        check([
            ("Prerequisite or Corequisite:PHYS 2210 Attributes Data Intensive 2", "PHYS2210*"),
            ("Prerequisite:PHYS 2210 Attributes", "PHYS2210"), ("None.Attributes HASS Inquiry", "0"),
            ("BIOL 4200 or permission of instructor Attributes Data Intensive 2", "(| BIOL4200 P)"),
            ("PHYS 2210 and attributes of matter", "(& PHYS2210 ?)"),
        ])
    }

    @Test func notesKeepTheCoursesBesideThem() {
        check([
            ("ECON 201 with a minimum grade of C-, minimum 30 units and no more than 80 units.", "(& ECON201:C- 30u ?)"),
            ("MATH 150 and students with credit for MATH 151 may not take this course for further credit.", "MATH150"),
            ("MATH 150, experience with MATLAB recommended.", "MATH150"),
            ("Corequisite: PSYC 201W, but prior completion recommended.", "0 ~ PSYC201W"),
            ("MATH 150, MATH 151 recommended, and STAT 270.", "?"), ("MATH 150, strongly recommended.", "0"),
            ("No prerequisites except CMPT 225.", "?"), ("CMPT 225 may be waived by the instructor.", "?"),
            ("CMPT 225. CMPT 225 may be waived by the instructor.", "(| CMPT225 P)"),
        ])
    }

    @Test func wordsKeepTheCoursesThatTheyName() {
        check([
            ("CMPT 225 or permission of the CMPT 226 instructor", "(| CMPT225 ?)"),
            ("CMPT 225 or equivalent to CMPT 226", "(| CMPT225 ?)"),
            ("Must be taken concurrently with CMPT 226.", "?"),
            ("CMPT 225 may be taken concurrently with CMPT 226 and MATH 151.", "(& CMPT225* MATH151)"),
            ("CMPT 225. MATH 251 may be taken concurrently.", "(& CMPT225 ?)"),
            ("CMPT 225. MATH 251 may be taken concurrently with CMPT 300.", "CMPT225"),
            ("not CMPT 225 courses: MATH 151", "?"),
        ])
    }
}
