import NoteItCore

/// The report of a roster at the command line.
extension RosterReport {
    /// - Parameters: `count`: of the entries of the list; `home`: what it is about: `2 courses of term 202530`.
    func sayDifferences(of count: Int, in home: String) {
        for line in lines { announce(line.visible) }
        let differences = added + changed + removed
        if differences > lines.count { announce("and \(differences - lines.count) more") }
        announce(
            """
            \(counted(count, "entry", "entries")) of \(home): \(added) new, \(changed) changed, \(removed) removed, \
            \(unchanged) as before
            """)
        announce(
            """
            Places: \(students) students and \(staff) staff join, \(ended) end, \(held) were held already; \
            \(counted(expected, "person", "people")) expected
            """)
    }

    /// Who does not get a place yet, or any more.
    func sayWaiting() {
        if barred > 0 { announce("\(counted(barred, "person", "people")) stay out: the staff removed them") }
        guard let first = unverified.first else { return }
        announce(
            """
            \(counted(unverified.count, "account", "accounts")) with an email that is not verified wait for it. If it is theirs: \
            noteitd account verify \(first.quotedForShell)
            """)
    }

    /// - Parameter allowsRemovals: whether more than a tenth may go.
    func sayDryRun(allowsRemovals: Bool) {
        if removesMany, !allowsRemovals {
            announce("That removes more than a tenth of the entries, which needs --allow-removals.")
        }
        announce("Nothing was written. To import it, add --yes.")
    }
}

func counted(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }
