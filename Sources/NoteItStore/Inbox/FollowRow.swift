import NoteItCore

/// Who wants to hear of the new posts of a course.
enum FollowRow {
    /// In the order of courses, kinds and tags.
    static func all(of account: Account.ID, _ db: SQLConnection) throws -> [CourseFollow] {
        try db.decoded("SELECT course_id, kind, tag FROM follow WHERE account_id = ?", [account], by: decode).sorted()
    }

    static func replace(of account: Account.ID, by follows: [CourseFollow], _ db: SQLConnection) throws {
        try db.send("DELETE FROM follow WHERE account_id = ?", account)
        for follow in follows {
            try db.send(
                "INSERT INTO follow (account_id, course_id, kind, tag) VALUES (?, ?, ?, ?)", account, follow.course,
                follow.kind?.rawValue ?? "", follow.tag ?? "")
        }
    }

    /// The people who follow the course, the kind or a tag of an event, whether or not they may see it.
    /// O(n) for n who follow anything of the course.
    static func followers(of event: Event, _ db: SQLConnection) throws -> Set<Account.ID> {
        let found: [(Account.ID, CourseFollow)] = try db.decoded(
            "SELECT course_id, kind, tag, account_id FROM follow WHERE course_id = ?", [event.course]
        ) { ($0[3], try decode($0)) }
        return Set(found.lazy.filter { $0.1.matches(event) }.map(\.0))
    }

    private static func decode(_ row: Row) throws -> CourseFollow {
        let (kind, tag): (String, String) = (row[1], row[2])
        return CourseFollow(
            course: row[0], kind: kind.isEmpty ? nil : try stored(Event.Kind(rawValue: kind)), tag: tag.isEmpty ? nil : tag)
    }
}
