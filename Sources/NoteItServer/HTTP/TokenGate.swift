import NoteItCore

/// The tokens of scripts that a route admits. A route that says nothing admits none.
enum TokenGate: Sendable {
    case closed
    /// Admits tokens that may read.
    case read(TokenPlace)
    /// Admits tokens that may post.
    case post(TokenPlace)

    /// Throws `.forbidden` for a token that the route does not admit, `.notFound` if it opens another course than that of the event,
    /// the reply or the file.
    func requireAdmitted(_ grant: TokenGrant, _ context: AppContext, _ store: any EventStore) async throws {
        let place: TokenPlace
        switch self {
        case .closed:
            throw DomainError.onlyPeople
        case .read(let read): place = read
        case .post(let post):
            guard grant.scope == .post else { throw DomainError.tokenMayOnlyRead }
            place = post
        }
        if let course = grant.course { try await place.require(course, context, store) }
    }
}

/// What a token of one course gets from a route.
enum TokenPlace: Sendable {
    /// Nothing: what the route shows or changes is not of one course.
    case everywhere
    /// All: it is of no course, or the handler keeps to the course of the caller's token.
    case anywhere
    /// What is of its course, which the path names: by itself, or by one of its events, replies or files.
    case course, event, reply, attachment

    fileprivate func require(_ course: Course.ID, _ context: AppContext, _ store: any EventStore) async throws {
        let found: Course.ID?
        switch self {
        case .anywhere: return
        case .everywhere: throw DomainError.tokenIsOf(course)
        case .course:
            guard try context.courseID() == course else { throw DomainError.tokenIsOf(course) }
            return
        case .event: found = try await store.course(ofEvent: context.eventID())
        case .reply: found = try await store.course(ofReply: context.replyID())
        case .attachment: found = try await store.course(ofAttachment: context.identifier("attachment"))
        }
        guard found == course else { throw DomainError.notFound(try shown(context)) }
    }

    private func shown(_ context: AppContext) throws -> String {
        switch self {
        case .event: "event \(try context.path("event").prefix(64))"
        case .reply: "reply \(try context.path("reply").prefix(64))"
        default: "attachment \(try context.path("attachment").prefix(64))"
        }
    }
}
