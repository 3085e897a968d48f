/// A person on a registrar's list: a student or one of the staff of a section.
public struct RosterEntry: Sendable, Hashable, Memberwise {
    public var section: Section.ID
    public var course: Course.ID
    public var role: Enrollment.Role
    /// Empty if the list has none; then there is a number.
    public var email: String
    /// The registrar's number or login of the person; may be empty.
    public var number: String = ""
    public var name: String = ""
    /// The person's id at the platform whose list this is (see `RosterOptions.issuer`); nil for a registrar's.
    public var subject: String? = nil

    /// The longest number and name that are stored, in code points. Longer ones are cut.
    public static let longest = 200

    /// The form in which people of a section are compared.
    public var person: String { email.isEmpty ? "#" + number : EmailAddress.key(email) }
}

/// How a list is imported.
public struct RosterOptions: Sendable, Memberwise {
    /// The courses whose lists the file replaces.
    public var courses: [Course.ID]
    /// The only sections that it replaces; nil for all sections of the courses.
    public var sections: Set<Section.ID>? = nil
    /// Whether entries that the file lacks are kept, because rows of the file cannot be read.
    public var keepsAbsent: Bool = false
    /// Whether more than a tenth of the entries may be removed.
    public var allowsRemovals: Bool = false
    public var dryRun: Bool = false
    /// The issuer of the platform whose list it is; nil for a registrar's.
    public var issuer: String? = nil
}

/// The result of importing a list.
public struct RosterReport: Sendable, Equatable {
    /// Entries by what became of them.
    public var (added, changed, removed, unchanged): (Int, Int, Int, Int) = (0, 0, 0, 0)
    /// Entries that the file lacks, kept because rows of it cannot be read.
    public var kept = 0
    /// Whether more than a tenth of the entries are removed.
    public var removesMany = false
    /// Places that the import gave, and took.
    public var (students, staff, ended): (Int, Int, Int) = (0, 0, 0)
    /// Entries of people who held the place already, by hand or by invitation.
    public var held = 0
    /// Entries of people whom the staff removed from the course. They stay out.
    public var barred = 0
    /// Entries of people without an account.
    public var expected = 0
    /// The emails of accounts that are not verified, in order. They get their places once they are.
    public var unverified: [String] = []
    /// The first differences, one line each: `+ 202530.2359 student ada@example.edu`.
    public var lines: [String] = []

    /// The most `lines`.
    public static let most = 20

    public init() {}
}

/// A section of a term, as a list may name it.
public struct RosterSection: Sendable, Hashable, Memberwise {
    public var id: Section.ID
    public var course: Course.ID
    public var crn: String
    public var code: String
}

public protocol RosterStore: Sendable {
    /// Replaces the lists of some courses, in one transaction. People with a verified email get the places of new entries. The
    /// places that an earlier list gave end with their entries. Those that were given by hand or by invitation stay.
    /// Throws `.conflict` if more than a tenth of the entries would be removed, and that is not allowed.
    func importRoster(_ list: [RosterEntry], _ options: RosterOptions) async throws -> RosterReport
}
