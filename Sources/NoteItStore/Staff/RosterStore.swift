import Foundation
import NoteItCore

extension SQLStore {
    /// The sections of a term that are offered. Throws `.notFound` if the term is absent.
    public func rosterSections(of term: Term.ID) async throws -> [RosterSection] {
        try await read { db in
            try TermRow.require(term, db)
            return try db.decoded(
                """
                SELECT s.id, s.course_id, s.crn, s.code FROM section s JOIN course c ON c.id = s.course_id
                WHERE c.term_id = ? AND s.withdrawn = 0 AND c.withdrawn = 0 ORDER BY s.id
                """, [term]
            ) { RosterSection(id: $0[0], course: $0[1], crn: $0[2], code: $0[3]) }
        }
    }

    public func importRoster(_ list: [RosterEntry], _ options: RosterOptions) async throws -> RosterReport {
        if options.dryRun { return try await read { try RosterPlan(list, options, $0).report } }
        return try await commit { tx in
            let plan = try RosterPlan(list, options, tx.db)
            try plan.requireFewRemovals()
            try RosterWriter(plan: plan, tx: tx).write()
            return plan.report
        }
    }
}

/// Compares a list with the stored one. O(n) for n entries of both, in a fixed number of statements.
struct RosterPlan {
    struct Key: Hashable {
        var section: Section.ID
        var role: Enrollment.Role
        var person: String
    }

    /// An entry as it is stored, or will be.
    struct Stored {
        var course: Course.ID
        var number, name: String
        var account: Account.ID?
        /// Whether only the list gives the place.
        var isGiven = false
    }

    struct Place: Hashable {
        var account: Account.ID
        var section: Section.ID
        var role: Enrollment.Role
    }

    /// Entries to write, and those of them that are stored already.
    private(set) var added: [(key: Key, entry: Stored)] = []
    private(set) var changed: [(key: Key, entry: Stored)] = []
    private(set) var removed: [(key: Key, entry: Stored)] = []
    /// Places to give, and to take away.
    private(set) var given: [(place: Place, course: Course.ID)] = []
    private(set) var taken: [(place: Place, course: Course.ID)] = []
    private(set) var report = RosterReport()
    private let options: RosterOptions
    private var stored: [Key: Stored]
    private let holders: [String: (account: Account.ID, isVerified: Bool)]
    /// The accounts of people of the platform whose list it is.
    private let known: [String: Account.ID]
    private let standing: Standing

    init(_ list: [RosterEntry], _ options: RosterOptions, _ db: SQLConnection) throws {
        self.options = options
        let scope = try jsonArray(options.courses)
        stored = try Self.stored(scope, options.sections, db)
        holders = try Self.holders(list, db)
        known = try options.issuer.map { try PlatformPersonRow.accounts(of: list.compactMap(\.subject), from: $0, db) } ?? [:]
        standing = try Standing(scope, db)
        compare(list)
        settlePlaces()
        summarize(stored.count)
    }

    private static func stored(_ courses: String, _ sections: Set<Section.ID>?, _ db: SQLConnection) throws -> [Key: Stored] {
        let rows: [(Key, Stored)] = try db.decoded(
            """
            SELECT section_id, role, person, course_id, number, name, account_id, given FROM roster_entry
            WHERE course_id IN (SELECT value FROM json_each(?))
            """, [courses]
        ) { row in
            let role = try NoteItStore.stored(Enrollment.Role(rawValue: row[1]))
            return (
                Key(section: row[0], role: role, person: row[2]),
                Stored(course: row[3], number: row[4], name: row[5], account: row[6], isGiven: row[7])
            )
        }
        let inScope = sections.map { sections in rows.filter { sections.contains($0.0.section) } } ?? rows
        return Dictionary(inScope) { first, _ in first }
    }

    private static func holders(
        _ list: [RosterEntry], _ db: SQLConnection
    ) throws -> [String: (account: Account.ID, isVerified: Bool)] {
        let keys = try jsonArray(Set(list.lazy.filter { !$0.email.isEmpty }.map(\.person)))
        let rows: [(String, (Account.ID, Bool))] = try db.decoded(
            """
            SELECT a.email_key, a.id, v.account_id IS NOT NULL FROM account a
            LEFT JOIN verified_email v ON v.account_id = a.id
            WHERE a.email_key IN (SELECT value FROM json_each(?))
            """, [keys]
        ) { ($0[0], ($0[1], $0[2])) }
        return Dictionary(rows) { first, _ in first }
    }

    /// The places that people hold in some courses, and those from which staff removed them.
    private struct Standing {
        let held: Set<Place>
        private let barred: Set<[String]>

        init(_ courses: String, _ db: SQLConnection) throws {
            held = Set(
                try db.decoded(
                    """
                    SELECT account_id, section_id, role FROM enrollment
                    WHERE course_id IN (SELECT value FROM json_each(?)) AND section_id IS NOT NULL
                    """, [courses]
                ) {
                    Place(account: $0[0], section: $0[1], role: try NoteItStore.stored(Enrollment.Role(rawValue: $0[2])))
                })
            barred = Set(
                try db.decoded(
                    "SELECT account_id, scope FROM removed_member WHERE course_id IN (SELECT value FROM json_each(?))",
                    [courses]
                ) { [$0[0], $0[1]] })
        }

        func isBarred(_ place: Place, from course: Course.ID) -> Bool {
            let account = place.account.description
            return place.role == .student && !barred.isEmpty
                && (barred.contains([account, place.section.text]) || barred.contains([account, course.text]))
        }
    }

    /// Sorts the entries into new, changed and removed ones.
    private mutating func compare(_ list: [RosterEntry]) {
        var seen = Set<Key>(minimumCapacity: list.count)
        for entry in list {
            let key = Key(section: entry.section, role: entry.role, person: entry.person)
            guard seen.insert(key).inserted else { continue }
            let holder = entry.email.isEmpty ? nil : holders[key.person]
            let account = entry.subject.flatMap { known[$0] } ?? holder.flatMap { $0.isVerified ? $0.account : nil }
            if account == nil, holder != nil { report.unverified.append(key.person) }
            var new = Stored(course: entry.course, number: entry.number, name: entry.name, account: account)
            guard let old = stored[key] else {
                added.append((key, new))
                continue
            }
            (new.account, new.isGiven) = (old.account ?? account, old.isGiven)
            if (new.number, new.name, new.account) != (old.number, old.name, old.account) {
                changed.append((key, new))
            } else {
                report.unchanged += 1
            }
            if new.account == nil { report.expected += 1 }
        }
        let absent = stored.lazy.filter { !seen.contains($0.key) }.map { (key: $0.key, entry: $0.value) }
        if options.keepsAbsent {
            report.kept = absent.count
        } else {
            removed = Array(absent)
        }
        removed.sort { inOrder($0.key, $1.key) }
        report.expected += added.count { $0.entry.account == nil }
        report.unverified = Set(report.unverified).sorted()
    }

    /// Decides which places begin and end. A place that an old entry gave passes to another entry of the same person, who may have
    /// had two addresses.
    private mutating func settlePlaces() {
        var passing: Set<Place> = []
        for (key, entry) in removed where entry.isGiven {
            if let place = place(key, entry) { passing.insert(place) }
        }
        func settle(_ key: Key, _ entry: inout Stored) {
            guard let place = place(key, entry) else { return }
            if passing.remove(place) != nil {
                entry.isGiven = true
            } else if standing.held.contains(place) {
                report.held += 1
            } else if standing.isBarred(place, from: entry.course) {
                report.barred += 1
            } else {
                entry.isGiven = true
                given.append((place, entry.course))
            }
        }
        var (new, old) = (added, changed)
        for index in new.indices { settle(new[index].key, &new[index].entry) }
        for index in old.indices {
            let (key, entry) = old[index]
            let passes = place(key, entry).map(passing.contains) ?? false
            if passes || stored[key]?.account == nil { settle(key, &old[index].entry) }
        }
        (added, changed) = (new, old)
        let decided = Set(removed.map(\.key) + changed.map(\.key))
        for (key, entry) in stored where !passing.isEmpty && !decided.contains(key) {
            guard let place = place(key, entry), passing.remove(place) != nil else { continue }
            var kept = entry
            kept.isGiven = true
            changed.append((key, kept))
            report.unchanged -= 1
        }
        for (key, entry) in removed where entry.isGiven {
            guard let place = place(key, entry), passing.contains(place), standing.held.contains(place) else { continue }
            taken.append((place, entry.course))
        }
    }

    private func place(_ key: Key, _ entry: Stored) -> Place? {
        entry.account.map { Place(account: $0, section: key.section, role: key.role) }
    }

    private mutating func summarize(_ before: Int) {
        (report.added, report.changed, report.removed) = (added.count, changed.count, removed.count)
        report.students = given.count { $0.place.role == .student }
        report.staff = given.count - report.students
        report.ended = taken.count
        report.removesMany = removed.count * 10 > before
        let lines = [("-", removed), ("+", added), ("~", changed)].lazy.flatMap { mark, entries in
            entries.lazy.map { "\(mark) \($0.key.section) \($0.key.role.rawValue) \($0.key.person)" }
        }
        report.lines = Array(lines.prefix(RosterReport.most))
    }

    /// Throws `.conflict` if more than a tenth of the entries would be removed, and that is not allowed.
    func requireFewRemovals() throws {
        guard !options.allowsRemovals, report.removesMany else { return }
        throw DomainError.conflict(
            """
            The list lacks \(removed.count) of the \(stored.count) entries of its courses, more than a tenth. Nothing was \
            imported. If they are to go: --allow-removals
            """)
    }
}

private func inOrder(_ left: RosterPlan.Key, _ right: RosterPlan.Key) -> Bool {
    (left.section.text, left.role.rawValue, left.person) < (right.section.text, right.role.rawValue, right.person)
}
