import GRDB
import NoteItCore

/// One of the topics of an `Audience`, in one course: who holds it and is in the course may see the document.
struct SearchAudience: Hashable {
    let topic: Topic
    let course: Course.ID

    var name: String { "\(topic) \(course)" }

    /// All that a person holds. Own events in courses that were left are refused by the tables, but for private ones.
    static func all(of account: Account.ID, _ db: Database) throws -> Set<SearchAudience> {
        let held = try Membership.places(of: account, db).flatMap { place in
            ([.account(account)] + place.membership.topics).map { SearchAudience(topic: $0, course: place.course) }
        }
        return Set(held)
    }

    static func all(of event: StoredEvent) -> [SearchAudience] {
        event.audience.topics.map { SearchAudience(topic: $0, course: event.event.course) }
    }

    /// Those of documents of which a member of the staff is in charge.
    static func charged(to place: Membership.Place) -> [SearchAudience] {
        let (course, membership) = (place.course, place.membership)
        guard membership.isStaff else { return [] }
        let sections = membership.staffSections.flatMap { [Topic.section($0), .sectionStaff($0)] }
        return ([.course(course), .staff(course)] + sections + (membership.isWholeStaff ? [.wholeStaff(course)] : [])).map {
            SearchAudience(topic: $0, course: course)
        }
    }
}
