import NoteItCore

/// Stored JSON can be read, and plans, comments and people belong together.
func degreeFindings(_ db: SQLConnection) throws -> [String] {
    let findings: [String] = try db.column(
        """
        SELECT 'The plan ' || p.id || ' has a wrong count of comments.' FROM degree_plan p
        WHERE p.reply_count <> (SELECT COUNT(*) FROM plan_reply r WHERE r.plan_id = p.id AND r.deleted_at IS NULL)
            OR p.last_reply < COALESCE((SELECT max(r.number) FROM plan_reply r WHERE r.plan_id = p.id), 0)
        UNION ALL
        SELECT 'The comment ' || r.id || ' answers a comment on another plan.'
        FROM plan_reply r JOIN plan_reply o ON o.id = r.parent_id WHERE o.plan_id <> r.plan_id
        UNION ALL
        SELECT 'The account ' || f.account_id || ' follows its own plan ' || f.plan_id || '.'
        FROM plan_follower f JOIN degree_plan p ON p.id = f.plan_id WHERE f.account_id = p.account_id
        UNION ALL
        SELECT 'The account ' || r.author_id || ' commented on plan ' || r.plan_id || ', but does not follow it.'
        FROM plan_reply r JOIN degree_plan p ON p.id = r.plan_id JOIN account a ON a.id = r.author_id
        WHERE r.deleted_at IS NULL AND r.author_id <> p.account_id AND a.left_at IS NULL
            AND NOT EXISTS (SELECT 1 FROM plan_follower f WHERE f.plan_id = r.plan_id AND f.account_id = r.author_id)
        UNION ALL
        SELECT 'The account ' || p.account_id || ' has left, but has the plan ' || p.id || '.'
        FROM degree_plan p JOIN account a ON a.id = p.account_id WHERE p.deleted_at IS NULL AND a.left_at IS NOT NULL
        UNION ALL
        SELECT 'The account ' || a.id || ' has left, but follows or approved the plan ' || p.id || '.'
        FROM degree_plan p JOIN account a ON a.id IN (p.approved_by, p.lost_by)
            OR EXISTS (SELECT 1 FROM plan_follower f WHERE f.plan_id = p.id AND f.account_id = a.id)
        WHERE a.left_at IS NOT NULL
        UNION ALL
        SELECT 'The account ' || a.id || ' has left, but has an academic record.'
        FROM academic_record x JOIN account a ON a.id = x.account_id WHERE a.left_at IS NOT NULL
        UNION ALL
        SELECT 'The notification ' || n.id || ' is about a comment on another plan.'
        FROM notification n JOIN plan_reply r ON r.id = n.plan_reply_id WHERE n.plan_id IS NULL OR n.plan_id <> r.plan_id
        """)
    return findings + (try unreadableFindings(db))
}

/// JSON that cannot be read as what its column holds.
private func unreadableFindings(_ db: SQLConnection) throws -> [String] {
    try unreadable("course", "SELECT code, code FROM course_listing", as: CourseCode.self, isJSON: false, db)
        + unreadable("attributes of course", "SELECT code, attributes FROM course_listing", as: [String].self, db)
        + unreadable(
            "seasons of course", "SELECT code, offered FROM course_listing WHERE offered IS NOT NULL",
            as: [AcademicTerm.Season].self, db)
        + unreadable("prerequisites of course", "SELECT code, prerequisites FROM course_listing", as: RequirementTree.self, db)
        + unreadable("corequisites of course", "SELECT code, corequisites FROM course_listing", as: RequirementTree.self, db)
        + unreadable("exclusions of course", "SELECT code, exclusions FROM course_listing", as: [CourseCode].self, db)
        + unreadable(
            "corrected prerequisites of",
            "SELECT code, prerequisites FROM requirement_correction WHERE prerequisites IS NOT NULL",
            as: RequirementTree.self, db)
        + unreadable(
            "corrected corequisites of",
            "SELECT code, corequisites FROM requirement_correction WHERE corequisites IS NOT NULL",
            as: RequirementTree.self, db)
        + unreadable("programme", "SELECT id, definition FROM programme", as: Programme.self, db)
        + unreadable("record of account", "SELECT account_id, items FROM academic_record", as: [RecordItem].self, db)
        + unreadable("terms of plan", "SELECT id, terms FROM degree_plan", as: [PlanTerm].self, db)
        + unreadable("accepted problems of plan", "SELECT id, accepted FROM degree_plan", as: [AcceptedProblem].self, db)
        + unreadable(
            "credits of plan", "SELECT id, credits_per_term FROM degree_plan WHERE credits_per_term IS NOT NULL",
            as: CreditLimits.self, db)
}

/// - Parameters:
///   - select: a query for ids and texts.
///   - isJSON: whether the texts are JSON, not the contents of a JSON string.
func unreadable<Value: Decodable>(
    _ what: String, _ select: String, as type: Value.Type, isJSON: Bool = true, _ db: SQLConnection
) throws -> [String] {
    let rows: [(id: String, text: String)] = try db.decoded(select) { ($0[0], $0[1]) }
    return rows.filter { row in
        let json = isJSON ? row.text : "\"\(row.text)\""
        return (try? JSONCoding.decode(type, from: json)) == nil
    }.map { "The \(what) \($0.id) cannot be read." }
}
