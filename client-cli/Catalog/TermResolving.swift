import NoteItClient
import NoteItCore
import NoteItTerminal

/// Turns what people type into terms of the catalog.
extension CommandContext {
    /// The term that `text` means, from the server; without a text the current one, or what `standard` chooses, which is then
    /// said if there are others. Throws a complaint that lists the terms.
    func term(_ text: String?, standard: ([Term]) -> Term? = { $0.first(where: \.current) }) async throws -> Term {
        let terms = try await client.terms()
        guard let text else {
            if let term = standard(terms) {
                if terms.count > 1 { say(taken: term) }
                return term
            }
            throw Complaint("The server has no catalog yet.", advice: ["Its admin imports one: noteitd catalog import"])
        }
        return try pickTerm(terms.named(text), named: text, of: terms)
    }

    /// The id of the term that `text` means; nil without a text. Needs no server for a term that the copy knows.
    func termID(_ text: String?) async throws -> Term.ID? {
        guard let text else { return nil }
        let known = try await copy.terms(at: now).named(text)
        return known.count == 1 ? known[0].id : try await term(text).id
    }

    /// Says which term a command took without being told.
    func say(taken term: Term) {
        if form == .pretty { say(Styled("In \(term.nameAndID). Another term: --term NAME", .faint)) }
    }

    private func pickTerm(_ found: [Term], named text: String, of terms: [Term]) throws -> Term {
        if let only = found.first, found.count == 1 { return only }
        if found.isEmpty {
            throw Complaint("No term '\(text)'.", advice: terms.map { "\($0.id)  \($0.name)" }, status: ExitStatus.usage)
        }
        guard canAsk else {
            throw Complaint(
                "'\(text)' matches several terms; say which:", advice: found.map { "\($0.id)  \($0.name)" },
                status: ExitStatus.usage)
        }
        let choices = found.map { Chooser.Choice(key: $0.id.text, cells: [Styled($0.id.text, .strong), Styled($0.name)]) }
        return found[try Chooser("Which term", choices).ask(console)]
    }
}
