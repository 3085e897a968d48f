import GRDB
import NoteItCore

/// One of the topics of `Topic.audience`, in one course: who holds it and is in the course may see the document.
struct SearchAudience: Hashable {
    let topic: Topic
    let course: Course.ID

    var name: String { "\(topic) \(course)" }

    /// All that a person is in.
    static func all(of account: Account.ID, _ db: Database) throws -> Set<SearchAudience> {
        let held = try EnrollmentRow.all(of: account, db).flatMap { enrollment in
            ([.account(account)] + Interest.topics(of: enrollment)).map {
                SearchAudience(topic: $0, course: enrollment.course)
            }
        }
        return Set(held)
    }

    static func all(of event: StoredEvent) -> [SearchAudience] {
        event.audience.map { SearchAudience(topic: $0, course: event.event.course) }
    }
}
