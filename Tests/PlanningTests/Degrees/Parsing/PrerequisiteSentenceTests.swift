import NoteItCore
import Planning
import Testing

/// Sentences that are understood in part, or not at all. What they name is never demanded, and a text with one of them is not
/// complete. `TreeNotation` explains the trees.
struct PrerequisiteSentenceTests {
    private func check(_ cases: [(String, String)], subject: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
        for (text, tree) in cases {
            let parsed = PrerequisiteParser.parse(text, subject: subject)
            let canonical = TreeNotation.canonical(parsed)
            #expect(canonical == TreeNotation.canonical(tree), "\(text)", sourceLocation: sourceLocation)
            #expect(parsed.complete == !canonical.contains("?"), "\(text)", sourceLocation: sourceLocation)
        }
    }

    @Test func aSentenceThatOffersAnotherWayIsOneMoreBranch() {
        check([
            (
                "MATH 152 with a minimum grade of C-; or MATH 158 with a grade of at least B. Also, for students in the life "
                    + "sciences, MATH 154 with a minimum grade of C- and MATH 155 with a minimum grade of A-.",
                "(| MATH152:C- MATH158:B ?)"
            ),
            (
                "PHYS 384 or permission of the department. Non-physics majors may enter with MATH 252; MATH 260 or MATH 310; "
                    + "PHYS 211. All prerequisite courses require a minimum grade of C-.", "(| PHYS384:C- P ?)"
            ),
            ("CMPT 225. Students who have completed both MATH 232 and 251 may substitute these courses.", "(| CMPT225 ?)"),
            ("CMPT 225. Students with STAT 270 may use it instead of CMPT 225.", "(| CMPT225 ?)"),
            ("CMPT 225. An alternative to the above is both of MATH 251 and MATH 260.", "(| CMPT225 ?)"),
            ("CMPT 225. MATH 251 will also be accepted.", "(| CMPT225 ?)"),
            ("CMPT 225. Alternatively, MATH 150 and MATH 151.", "(| CMPT225 ?)"),
            ("BPK 142 and 201. Neuroscience students require BPK 142 and PSYC 280.", "(| (& BPK142 BPK201) ?)"),
            ("CMPT 225. Honours students: CMPT 226.", "(| CMPT225 ?)"),
            ("CMPT 225; except M.Arch. students.", "(| CMPT225 ?)"),
            ("CMPT 225 (STAT 270 may be substituted)", "(| CMPT225 ?)"),
            ("Corequisite: CMPT 225; students with MATH 150 may enroll.", "0 ~ (| CMPT225 ?)"),
            ("Students with MATH 150 may enroll.", "?"),
            ("SEE 224. Corequisite: SEE 324. Students with MSE 321 can take this course.", "(| SEE224 ?) ~ (| SEE324 ?)"),
        ])
    }

    @Test func aSentenceThatRestrictsIsOneMoreDemand() {
        check([
            ("CMPT 225. Students may only register for CMPT 226 in their last term.", "(& CMPT225 ?)"),
            ("CMPT 225. Only students in the program may enroll in CMPT 226.", "(& CMPT225 ?)"),
            ("CMPT 225. Students with MATH 150 may not enroll.", "(& CMPT225 ?)"),
        ])
    }

    @Test func aListWithARecommendationIsOnlyRecommended() {
        check([
            ("PUB 231. IAT 102, CMNS 253, and CMNS 354 highly recommended.", "PUB231"),
            ("IAT 102, CMNS 253 or CMNS 354 recommended", "IAT102"), ("CMPT 225, and CMPT 226 recommended", "CMPT225"),
            ("Experience with probability or statistics preferrable", "0"),
            ("MATH 152, CMPT 225, and STAT 270 is strongly recommended", "(& MATH152 CMPT225)"),
        ])
    }

    @Test func aPermissionIsOneHoweverItIsPut() {
        check([
            ("By permission of instructor only.", "P"), ("BUS 881 or Academic Director approval.", "(| BUS881 P)"),
            ("Approval of Senior Supervisor is needed.", "P"),
            ("Students need permission from the program before entering the research stream.", "P"),
            ("Permission of the instructor before taking CMPT 225", "(& P ?)"),
            ("Consent of both the member of faculty willing to supervise, and the chair of the department", "P"),
            ("Permission of the department, plus normally 90 units", "(& P ?)"),
            ("Permission of the department (see regulations listed in the section).", "P"),
            ("Permission of the department (see CMPT 225).", "(& P ?)"),
            ("CMPT 225. Please consult the advisor.", "CMPT225"), ("CMPT 225. Please ask for permission.", "(& CMPT225 ? P)"),
            ("CMPT 225. Please complete a criminal record check.", "(& CMPT225 ?)"),
            ("CMPT 225. Please note that this prerequisite may be waived by the instructor.", "(| CMPT225 P)"),
            ("CMPT 225. Please note that data science majors may also enroll.", "(| CMPT225 ?)"),
            ("CMPT 225 (see department for the required audition)", "(& CMPT225 ?)"),
        ])
    }

    @Test func aPermissionForAGroupIsNoDemandOfAll() {
        check([
            ("CMPT 225. Enrollment of non-majors requires permission of the instructor.", "(& CMPT225 ?)"),
            ("CMPT 225. Honours students require permission of the instructor.", "(& CMPT225 ?)"),
            ("CMPT 225. Students require permission of the instructor.", "(& CMPT225 P)"),
            ("CMPT 225 and MATH 152 are needed for engineering students.", "?"),
            ("Content to be determined by the instructor subject to approval by the chair.", "?"),
        ])
    }

    @Test func aNoteDropsNoRestriction() {
        check([
            ("CMPT 225. This course may be used only once for credit and is reserved for majors.", "(& CMPT225 ?)"),
            ("CMPT 225. This course may be used only once for credit.", "CMPT225"),
        ])
    }

    @Test func studentsMaySubstitute() {
        check([
            (
                "ECON 302 and 331, with a minimum grade of C-. Students who have completed both MATH 232 and 251 may substitute "
                    + "them for ECON 331.", "(& ECON302:C- (| ECON331:C- (& MATH232 MATH251)))"
            ),
            ("CMPT 225. Students who have completed MATH 232 may substitute it for CMPT 226.", "(| CMPT225 ?)"),
        ])
    }

    @Test func codesBesideWordsAreNotDemanded() {
        check([
            ("CMPT 225. Students are required to complete two co-ops before enrolling in ENSC 440.", "(& CMPT225 ?)"),
            ("CMPT 225 and a co-op before ENSC 440 or ENSC 441", "(& CMPT225 ?)"),
            ("CMPT 225; experience with MATH 150, MATH 151, and MATH 152", "(& CMPT225 ?)"),
            ("Enrollment in a technique course. These courses include CA 220, CA 320, and CA 421.", "?"),
            ("MATH 150 is a prerequisite for CMPT 225.", "?"), ("CMPT 225 for majors, CMPT 226 for non-majors", "?"),
            ("CMPT 225 unless the student has taken CMPT 226.", "?"),
            ("CMPT 225. Data science majors with BUS 360W", "(& CMPT225 ? BUS360W)"),
        ])
        #expect(
            PrerequisiteParser.parse("two co-ops before enrolling in ENSC 440, with a grade of B").prerequisites
                == .unknown("two co-ops before enrolling in ENSC 440, with a grade of B"))
    }

    @Test func aSentenceAboutSeveralGroupsIsUnknownToItsEnd() {
        check([
            (
                "This course is only open to students of the minor who have 45 units, OR to students admitted later, and "
                    + "corequisite: BUS 200.", "?"
            ),
            (
                "BUS 336, with a minimum grade of C-; 60 units; OR Data Science majors with BUS 360W and 60 units.",
                "(| (& BUS336:C- 60u) (& ? BUS360W 60u))"
            ),
        ])
    }

    @Test func codesAfterALabelOfTheirOwnAreNotDemanded() {
        check([
            ("Exclusion: BIOX 235. Prerequisite: BIOX 142.", "BIOX142"),
            ("Prerequisite: BIOX 142. Exclusion: BIOX 235.", "BIOX142"),
            ("Mutually exclusive with BIOX 235.", "0"), ("Antirequisites: CS 135, CS 145. Prereq: CS 115.", "CS115"),
            ("CMPT 225. Cross-listed with MATH 308.", "CMPT225"), ("CMPT 225. Formerly CMPT 201.", "CMPT225"),
            ("CMPT 225. Equivalent: MATH 308.", "CMPT225"), ("CMPT 225; Equivalent to MATH 308", "CMPT225"),
            ("CMPT 225. Exclusion: BIOX 235 for students of the minor.", "(| CMPT225 ?)"),
            ("CMPT 225. Note: CMPT 226 is offered in the fall.", "(& CMPT225 ?)"),
            ("CMPT 225. Note: CMPT 226 is recommended.", "CMPT225"),
        ])
    }

    @Test func aTextThatWasCutOffIsNotComplete() {
        check([
            ("CMPT 225 or", "(| CMPT225 ?)"), ("CMPT 225 and", "(& CMPT225 ?)"), ("CMPT 225 or...", "(| CMPT225 ?)"),
            ("(BIOX 231 or BIOX 237) and BIOX 343 and BIOX 233 or", "(| (& (| BIOX231 BIOX237) BIOX343 BIOX233) ?)"),
            ("CMPT 225 with a minimum grade of", "?"), ("CMPT 225. Or permission of the instructor.", "(| CMPT225 P)"),
            ("CMPT 225 and Corequisite: MATH 150", "CMPT225 ~ MATH150"),
        ])
    }

    @Test func prerequisitesOrCorequisitesMayBeTakenInTheSameTerm() {
        check([
            ("BISC 101; CHEM 281 as prerequisite or corequisite.", "(& BISC101 CHEM281*)"),
            ("BISC 101. CHEM 281 as a prerequisite or corequisite.", "(& BISC101 CHEM281*)"),
            ("BUS 341, and corequisite BUS 340, all with a minimum grade of C-; 60 units", "(& BUS341:C- BUS340:C-* 60u)"),
            ("CMPT 225 and corequisite MATH 251", "(& CMPT225 MATH251*)"), ("CMPT 225 (or corequisite)", "CMPT225*"),
            ("CMPT 225 (prerequisite or corequisite) and MATH 150", "(& CMPT225* MATH150)"),
            ("CMPT 225 or concurrent enrollment in MATH 251", "(| CMPT225 MATH251*)"),
            ("ERTH 1100 corequisite (preferred) or prerequisite.", "ERTH1100*"),
            ("Prerequisite/Corequisite: EASC 201 and 204.", "(& EASC201* EASC204*)"),
            ("BPK 310 and 343 (one of which may be taken as a corequisite).", "(& BPK310* BPK343* ?)"),
        ])
    }

    @Test func adviceInsideADemandDoesNotDropIt() {
        check([
            ("Students must apply to and receive permission at least one, preferably two, terms in advance.", "?"),
            ("Students must apply and receive permission at least one but preferably two terms in advance.", "?"),
            ("CMPT 225, preferably with a B", "CMPT225"), ("third-year standing, no previous experience required", "(& L3 ?)"),
            ("Students must have no more than 80 units.", "?"),
            ("No more than six units of Directed Studies may be taken.", "0"),
        ])
    }

    @Test func subjectsThatAreWordsAreSubjectsBeforeANumber() {
        check([
            ("CMPT 225 and OR 201", "(& CMPT225 OR201)"), ("OR 201 and CMPT 225", "(& CMPT225 OR201)"),
            ("CMPT 225 OR 201", "(| CMPT225 CMPT201)"),
            ("BC 301 and CMPT 225", "(& BC301 CMPT225)"), ("BC Math 12", "<BC Math 12>"),
            ("Math 232 or MATH 240", "(| MATH232 MATH240)"), ("Fall 2020", "?"), ("May 2010", "?"),
        ])
    }

    @Test func gradesAreKept() {
        check([
            ("A in MATH 137", "MATH137:A"), ("An A in MATH 137, or at least B+ in MATH 135.", "(| MATH137:A MATH135:B+)"),
            ("A B in MATH 137", "MATH137:B"),
            ("CA 140, and achieving a B (or higher) in CA 145 and CA 146.", "(& CA140 CA145:B CA146:B)"),
            ("Min. grade of B in CMPT 225", "CMPT225:B"), ("HSCI 326 with a minimum grade or C-", "HSCI326:C-"),
            (
                "CHEM 109 with a minimum grade of C- or CHEM 110 and 115, both with a minimum grade of C-.",
                "(| CHEM109:C- (& CHEM110:C- CHEM115:C-))"
            ),
        ])
    }

    @Test func aPermissionInExceptionalCasesIsAnotherWay() {
        check([
            ("CMPT 225 or, in exceptional cases, permission of the instructor.", "(| CMPT225 P)"),
            ("CMPT 225 or, after an interview, permission of the instructor.", "(| CMPT225 (& ? P))"),
            ("CMPT 225 or CMPT 226 permission of the instructor.", "(| CMPT225 CMPT226 P)"),
        ])
    }

    @Test func creditsAreNoAlternativeToTheCoursesAfterThem() {
        check([
            ("75 units, PSYC 301 or BPK 304W", "(& 75u (| PSYC301 BPK304W))"),
            ("ARCH 350, ENV 302 or GEOG 302 and readmission to the program", "(& (| ARCH350 ENV302 GEOG302) ?)"),
            ("BC Math 12 (or equivalent, or any of MATH 100, 150 or 151)", "(| <BC Math 12> MATH100 MATH150 MATH151)"),
        ])
    }
}
