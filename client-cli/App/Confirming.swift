import NoteItTerminal

extension CommandContext {
    /// Asks for confirmation. Throws `Cancelled` for a no, a usage complaint where it cannot ask.
    /// - Parameters: `act`: such as `delete`; `what`: what it would delete.
    func confirm(_ act: String, _ what: String) throws {
        guard console.canAsk else { throw Complaint.usage("This would \(act) \(what).", "Confirm with --yes.") }
        guard try console.confirm(Styled("\(act.capitalized) \(what)?"), standard: false) else { throw Cancelled() }
    }
}

/// The reason of an act, from `--reason` or from the words after the post. Nil without one. Throws a usage complaint for both.
func givenReason(_ option: String?, _ words: [String]) throws -> String? {
    guard let option else { return words.isEmpty ? nil : words.joined(separator: " ") }
    guard words.isEmpty else {
        throw Complaint.usage("'\(words.joined(separator: " "))' is a second reason.", "Give it once, as --reason TEXT.")
    }
    return option
}
