/// The words of registrars, in lower case.
enum Vocabulary {
    static let numbers: [String: Int] = [
        "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
        "eleven": 11, "twelve": 12, "fifteen": 15, "eighteen": 18, "twenty": 20, "thirty": 30, "forty": 40, "sixty": 60,
    ]

    /// Words that add nothing to the phrases that they introduce.
    static let fillers: Set<String> = [
        "completion", "complete", "completed", "completing", "successful", "successfully", "of", "a", "an", "the", "course",
        "courses", "credit", "for", "have", "has", "had", "having", "must", "students", "student", "require", "requires",
        "required", "needed", "necessary", "prerequisite", "prerequisites", "is", "are", "taken", "passed", "following", "sfu",
        "also", "by", "with",
        "on", "upon", "in", "be", "should", "undergraduates", "then", "any",
    ]

    static let recommending: Set<String> = [
        "recommended", "recommend", "recommends", "recommendation", "recommendations", "recommeded", "encouraged", "encourages",
        "suggested", "advised", "advisable", "preferred", "preferable", "preferrable", "preferably", "helpful", "desirable",
        "desired",
        "beneficial", "useful", "asset",
    ]

    /// Words of sentences that tell something instead of naming courses.
    static let prose: Set<String> = [
        "may", "can", "cannot", "could", "will", "would", "should", "who", "whom", "whose", "if", "normally", "usually", "need",
        "needs", "only", "open", "restricted", "reserved", "limited", "intended", "designed", "not",
        "was", "were", "does",
        "do",
        "been", "this", "these", "their", "they", "before", "after", "prior", "when", "while",
    ]

    /// Words that begin an exception: the text after them is not understood.
    static let excepting: Set<String> = [
        "not", "excluding", "except", "excepting", "without", "unless", "fewer", "less", "similar", "combined", "e.g",
        "instead", "otherwise", "before", "until", "towards", "toward", "lieu", "exempt", "exempted", "enrolling", "entering",
        "registering", "replaces", "replacing",
    ]

    static let permissions: Set<String> = ["permission", "consent", "approval", "permissions"]

    /// Words that may stand before "permission".
    static let beforePermission: Set<String> = [
        "with", "by", "on", "upon", "the", "written", "prior", "special", "instructor", "instructor's", "instructors",
        "instructor\u{2019}s", "departmental", "department", "department's", "school", "program", "programme", "faculty",
        "advisor", "adviser", "academic", "director", "chair", "dean", "supervisor", "explicit", "a", "express", "formal", "of",
        "in",
    ]

    static let permitting: Set<String> = [
        "instructor", "instructors", "department", "school", "chair", "director", "dean", "supervisor", "faculty", "advisor",
        "adviser", "coordinator", "co-ordinator", "program", "programme", "committee", "professor",
    ]

    /// What people do once they are permitted to.
    static let beginnings: Set<String> = [
        "entering", "enrolling", "registering", "beginning", "starting", "taking", "enrollment", "enrolment", "registration",
    ]

    /// What a permission opens, and the words between that and the permission: "Registration is by permission".
    static let entries: Set<String> = ["registration", "enrollment", "enrolment", "admission", "entry"]
    static let granting: Set<String> = ["only", "granted", "given", "subject", "to"]

    static let schoolSubjects: Set<String> = [
        "math", "maths", "mathematics", "pre-calculus", "precalculus", "calculus", "physics", "chemistry", "biology", "english",
        "french", "spanish", "japanese", "german", "mandarin", "punjabi", "italian", "principles", "foundations", "of",
        "geography", "history", "geology", "computer", "computing", "science", "sciences", "studies", "literature", "economics",
        "immersion", "social", "statistics", "algebra", "geometry", "core",
    ]

    static let levels: [String: Int] = [
        "freshman": 1, "sophomore": 2, "junior": 3, "senior": 4, "first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1,
        "2nd": 2, "3rd": 3, "4th": 4, "first-year": 1, "second-year": 2, "third-year": 3, "fourth-year": 4, "fifth-year": 5,
        "1st-year": 1, "2nd-year": 2, "3rd-year": 3, "4th-year": 4, "fifth": 5, "freshmen": 1, "juniors": 3, "seniors": 4,
        "sophomores": 2,
    ]

    static let units: Set<String> = ["units", "unit", "credits", "credit", "hours", "credit-hours", "cr"]

    /// Capital words that are not a course's subject.
    static let notSubjects: Set<String> = ["SFU", "CGPA", "GPA", "UDGPA", "AP", "IB", "FALL", "SPRING", "SUMMER"]

    /// Words that are subjects too where a number follows: `CMPT 225 and OR 201`, `BC 301`.
    static let alsoSubjects: Set<String> = [
        "OR", "AND", "BC", "OF", "IN", "TO", "THE", "ALL", "ONE", "ANY", "FOR", "WITH", "NOT", "NO", "AT",
    ]

    /// Words with one capital, before a number, that are not a subject such as `Math 232`.
    static let notMixedSubjects: Set<String> = [
        "fall", "year", "term", "room", "from", "with", "than", "over", "both", "then", "plus", "only", "also", "each", "into",
        "need", "have", "must", "take", "page", "unit", "lab", "part", "week", "code", "form", "the", "any", "all", "one",
        "two",
        "for", "and", "min", "max", "jan", "feb", "mar", "apr", "may", "june", "july", "jun", "jul", "aug", "sep", "sept",
        "oct",
        "nov", "dec", "step", "tier", "some", "type", "not", "near", "exam", "sec",
    ]

    static let people: Set<String> = [
        "students", "student", "majors", "applicants", "candidates", "those", "minors", "undergraduates",
        "graduates",
    ]

    /// Words that say of a course or a title for whom it is. With one of them, a text in capitals is no title.
    static let conditions: Set<String> = [
        "honours", "honors", "major", "majors", "minor", "minors", "students", "student", "only", "admission", "enrollment",
        "enrolment", "program", "programme", "restricted", "open", "reserved", "waiver", "exempt", "formerly", "exclusion",
        "exclusions", "antirequisite", "antirequisites", "corequisite", "corequisites", "standing", "none", "not", "except",
    ]

    /// Labels of the courses that a course excludes, or that are the course itself. They demand nothing.
    static let excludingLabels: [[String]] = [
        ["exclusion"], ["exclusions"], ["antirequisite"], ["antirequisites"], ["antireq"], ["antireqs"], ["anti-req"],
        ["anti-requisite"], ["anti-requisites"],
        ["mutually", "exclusive", "with"], ["mutually", "exclusive"], ["equivalent"], ["equivalents"], ["equivalency"],
        ["equivalencies"], ["equivalent", "to"], ["equivalent", "course"], ["equivalent", "courses"], ["equivalent", "with"],
        ["cross-listed", "with"], ["cross-listed", "as"], ["cross-listed"], ["crosslisted", "with"], ["crosslisted", "as"],
        ["crosslisted"], ["cross-list"], ["cross", "listed", "with"], ["cross", "listed", "as"], ["cross", "listed"],
        ["formerly"], ["previously"], ["same", "as"], ["identical", "to"], ["also", "listed", "as"], ["also", "offered", "as"],
    ]
    static let startsOfExcludingLabels = Set(excludingLabels.compactMap(\.first))
}
