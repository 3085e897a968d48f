import ArgumentParser
import NoteItCore
import NoteItStore

/// `--term`, the same for all commands that change one stored term.
struct TermOption: ParsableArguments {
    @Option(help: ArgumentHelp("The term; default: the current one.", valueName: "id")) var term: Term.ID?

    /// The chosen term, or the current one. Throws a `Failure` if the database has no term.
    func id(in store: SQLStore) async throws -> Term.ID {
        if let term { return term }
        return try await store.requireCurrentTerm()
    }
}

extension SQLStore {
    /// Throws a `Failure` if the database has no term.
    func requireCurrentTerm() async throws -> Term.ID {
        guard let term = try await currentTerm() else {
            throw Failure("The database has no term yet. Import a catalog first: noteitd catalog import FILE")
        }
        return term.id
    }
}

extension CatalogID: ExpressibleByArgument {}
