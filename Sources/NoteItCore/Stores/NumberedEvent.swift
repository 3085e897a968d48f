extension Store {
    /// The event that people call `CMPT225#42`, as a page; an empty page if `account` sees no event of that number.
    /// Throws `.notFound` if the course is absent.
    public func events(numbered number: Int, in course: Course.ID, by account: Account.ID) async throws -> DuePage {
        let term = try await term(try await self.course(course).term)
        do {
            let event = try await event(number: number, in: course, by: account)
            return DuePage(sections: [DueSection(due: event.due.map { Day($0, in: term.zone) }, events: [event])], next: nil)
        } catch DomainError.notFound {
            return DuePage(sections: [], next: nil)
        }
    }
}
