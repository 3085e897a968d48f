import NoteItCore

extension CourseFinder {
    /// Searches timetables of courses that are named as people type them. A full code, such as `cmpt 225`, costs no request:
    /// the search resolves it. If the server rejects names, each is resolved by `resolve` and the search is sent again, once.
    /// - Parameters:
    ///   - tell: how far the search is, a few times a second.
    ///   - resolve: finds the course for a name such as `225`, or throws.
    /// - Returns: the answer, and the search as it was sent.
    public func search(
        _ search: TimetableSearch, in term: Term.ID, tell: (TimetableProgress) -> Void = { _ in },
        resolve: (String) async throws -> Course.ID
    ) async throws -> (answer: TimetableAnswer, sent: TimetableSearch) {
        do {
            return (try await client.search(search, in: term, tell: tell), search)
        } catch ClientError.problem(let problem) where problem.status == 422 {
            let resolved = try await search.resolving(Set((problem.errors ?? []).map(\.field)), resolve)
            guard resolved != search else { throw ClientError.problem(problem) }
            return (try await client.search(resolved, in: term, tell: tell), resolved)
        }
    }
}

extension TimetableSearch {
    /// This search with other names in these fields, such as `courses.0` and `anyOf.1.courses.2`.
    fileprivate func resolving(_ fields: Set<String>, _ resolve: (String) async throws -> Course.ID) async throws -> Self {
        var search = self
        for (index, name) in courses.enumerated() where fields.contains("courses.\(index)") {
            search.courses[index] = try await resolve(name).text
        }
        for (position, group) in (anyOf ?? []).enumerated() {
            for (index, name) in group.courses.enumerated() where fields.contains("anyOf.\(position).courses.\(index)") {
                search.anyOf?[position].courses[index] = try await resolve(name).text
            }
        }
        return search
    }
}
