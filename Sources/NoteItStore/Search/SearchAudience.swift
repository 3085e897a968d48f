import NoteItCore

/// A topic of an `Audience` in a course. Holders of the topic who are in the course may see the document.
struct SearchAudience: Hashable {
    let topic: Topic
    let course: Course.ID

    var name: String { "\(topic) \(course)" }

    /// All that a person holds. For courses that the person left, the tables then refuse all but private events.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> Set<SearchAudience> {
        let held = try Membership.all(of: account, db).flatMap { membership in
            ([.account(account)] + membership.topics).map { SearchAudience(topic: $0, course: membership.course) }
        }
        return Set(held)
    }

    static func all(of event: StoredEvent) -> [SearchAudience] {
        event.audience.topics.map { SearchAudience(topic: $0, course: event.course) }
    }

    /// The audiences of documents of which a member of the staff is in charge.
    static func charged(to membership: Membership) -> [SearchAudience] {
        guard membership.isStaff else { return [] }
        let course = membership.course
        let sections = membership.staffSections.flatMap { [Topic.section($0), .sectionStaff($0)] }
        return ([.course(course), .staff(course)] + sections + (membership.isWholeStaff ? [.wholeStaff(course)] : [])).map {
            SearchAudience(topic: $0, course: course)
        }
    }
}
