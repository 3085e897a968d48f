import NoteItCore

/// The columns of a list of people, found by the headings that registrars and learning systems write: Banner, PeopleSoft,
/// Canvas, Moodle and others. Case, spaces and signs do not count.
struct RosterColumns {
    enum Field: String, CaseIterable {
        case email, number, login, name, first, last, role, status, crn, course, subject, coursenumber, section, term
    }

    /// The headings of each field, best first.
    private static let headings: [Field: [String]] = [
        .email: [
            "email", "emailaddress", "mail", "studentemail", "studentemailaddress", "preferredemail", "campusemail",
            "universityemail", "useremail", "emailid", "primaryemail",
        ],
        .number: [
            "studentid", "studentnumber", "bannerid", "emplid", "sisuserid", "sisid", "idnumber", "orgdefinedid",
            "universityid",
            "campusid", "studentno", "userid", "personid", "id",
        ],
        .login: ["sisloginid", "loginid", "login", "username", "netid", "computingid", "ccid", "user"],
        .name: ["fullname", "studentname", "name", "displayname", "student", "sortablename", "participant"],
        .first: ["firstname", "givenname", "preferredfirstname", "first", "studentfirstname"],
        .last: ["lastname", "surname", "familyname", "last", "studentlastname"],
        .role: ["role", "roles", "courserole", "enrollmentrole", "enrollmenttype", "usertype", "roleid", "role1", "type"],
        .status: [
            "enrollmentstatus", "enrollstatus", "enrolmentstatus", "registrationstatus", "registrationstatuscode", "regstatus",
            "status", "workflowstate", "stat",
        ],
        .crn: ["crn", "coursereferencenumber", "classnbr", "classnumber", "classno", "classnum"],
        .course: ["coursecode", "course", "courseid", "sectionname", "courseshortname", "shortname", "course1", "coursename"],
        .subject: ["subject", "subj", "subjectcode", "subjectarea"],
        .coursenumber: ["catalognbr", "catalognumber", "catalog", "coursenumber", "coursenbr", "crse", "number"],
        .section: [
            "sectioncode", "classsection", "sectionnumber", "section", "sections", "sec", "sectionid", "group", "groups",
            "group1",
        ],
        .term: ["term", "termcode", "termid", "semester"],
    ]

    private let places: [Field: Int]
    let fields: Set<Field>

    /// - Parameter chosen: headings for fields, as the operator gave them. They stand over those that are known.
    init(header: [String], chosen: [String: String]) throws(BadCell) {
        let keys = header.map(Self.key)
        var places: [Field: Int] = [:]
        for (name, heading) in chosen.sorted(by: { $0.key < $1.key }) {
            guard let field = Field(rawValue: name) else {
                throw BadCell("--columns names the field '\(name)'; the fields are \(Self.names)")
            }
            guard let place = keys.firstIndex(of: Self.key(heading)) else {
                throw BadCell("the file has no column '\(heading)'; its columns are \(header.joined(separator: ", "))")
            }
            places[field] = place
        }
        var taken = Set(places.values)
        for field in Field.allCases where places[field] == nil {
            // `number` is a course's where a subject stands beside it.
            let wanted = Self.headings[field] ?? []
            guard let place = wanted.lazy.compactMap({ keys.firstIndex(of: $0) }).first(where: { !taken.contains($0) }) else {
                continue
            }
            places[field] = place
            taken.insert(place)
        }
        if places[.subject] == nil { places[.coursenumber] = nil }
        self.places = places
        fields = Set(places.keys)
        guard !fields.isDisjoint(with: [.email, .number, .login]) else {
            throw BadCell(
                """
                no column has an email, a number or a login; its columns are \(header.joined(separator: ", ").prefix(200)). \
                Name one: --columns "email=HEADING"
                """)
        }
    }

    static let names = Field.allCases.map(\.rawValue).joined(separator: ", ")

    func cell(_ field: Field, _ row: TableRow) -> String {
        guard let place = places[field], place < row.cells.count else { return "" }
        return row.cells[place].trimmed.onOneLine
    }

    private static func key(_ text: String) -> String {
        text.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}

/// What the words for roles and states in such lists mean.
enum RosterWords {
    enum Meaning { case role(Enrollment.Role), nobody }

    private static let students: Set = [
        "", "student", "learner", "s", "st", "studentenrollment", "undergraduate", "graduate", "5", "participant", "auditor",
    ]
    private static let staff: Set = [
        "teacher", "instructor", "ta", "teachingassistant", "teacherenrollment", "taenrollment", "editingteacher",
        "noneditingteacher", "faculty", "primaryinstructor", "secondaryinstructor", "lecturer", "professor", "grader", "aide",
        "tutor", "courseassistant", "coordinator", "designer", "designerenrollment", "i", "t", "3", "4",
    ]
    private static let others: Set = [
        "observer", "observerenrollment", "parent", "guardian", "relative", "guest", "proctor", "administrator", "manager",
        "studentviewenrollment", "teststudent",
    ]
    private static let enrolled: Set = [
        "", "enrolled", "active", "registered", "e", "r", "re", "rw", "rs", "au", "aw", "ok", "current", "accepted",
        "webregistered",
        "registeredweb", "audit", "completed", "invited", "creationpending", "yes", "true", "1",
    ]
    private static let gone: Set = [
        "dropped", "drop", "d", "dd", "dc", "dw", "dn", "w", "wd", "wl", "wait", "waiting", "waitlist", "waitlisted",
        "withdrawn",
        "withdrew", "withdraw", "inactive", "deleted", "tobedeleted", "cancelled", "canceled", "rejected", "suspended", "no",
        "false", "0", "webdrop", "webwithdrawn", "conclude", "concluded",
    ]

    /// The role in a section. A person with several roles has the highest.
    static func role(_ text: String) throws(BadCell) -> Meaning {
        var found: Meaning?
        for part in text.split(whereSeparator: { $0 == "," || $0 == ";" || $0 == "/" }).map(String.init)
            + (text.isEmpty ? [""] : [])
        {
            let word = key(part)
            if staff.contains(word) { return .role(.staff) }
            if students.contains(word) {
                found = .role(.student)
            } else if others.contains(word) {
                found = found ?? .nobody
            } else {
                throw BadCell("the role '\(text.prefix(40))' is not known; write student, instructor or ta")
            }
        }
        return found ?? .role(.student)
    }

    static func isEnrolled(_ text: String) throws(BadCell) -> Bool {
        let word = key(text)
        if enrolled.contains(word) { return true }
        guard gone.contains(word) else {
            throw BadCell("the status '\(text.prefix(40))' is not known; write enrolled or dropped")
        }
        return false
    }

    private static func key(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
}
