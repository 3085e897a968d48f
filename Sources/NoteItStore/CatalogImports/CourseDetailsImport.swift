import NoteItCore

/// The writes and the report of an import of course details. Empty values of a file leave the stored ones.
struct DetailsPlan {
    struct Write {
        var id: Course.ID
        var title: String
        var credits: String?
        var attributes: [String]
        var prerequisites: String
        var description: String
    }

    private(set) var writes: [Write] = []
    private(set) var report: ImportReport

    /// Throws `.notFound` if the term is absent.
    init(_ details: [CourseDetails], term: Term.ID, _ db: SQLConnection) throws {
        report = ImportReport(term: term)
        try TermRow.require(term, db)
        var stored: [Course.ID: Row] = [:]
        for row in try db.all("SELECT * FROM course WHERE term_id = ?", term) { stored[row["id"]] = row }
        for detail in details {
            guard let row = stored[Course.ID(term: term, subject: detail.subject, number: detail.number)] else { continue }
            try compare(detail, row)
        }
    }

    private mutating func compare(_ detail: CourseDetails, _ row: Row) throws {
        let attributes = try row.texts("attributes")
        let kept = { (new: String, column: String) -> String in new.isEmpty ? row[column] : new }
        let write = Write(
            id: row["id"], title: kept(detail.title, "title"), credits: detail.credits?.description ?? row["credits"],
            attributes: detail.attributes.isEmpty ? attributes : detail.attributes,
            prerequisites: kept(detail.prerequisites, "prerequisites"), description: kept(detail.description, "description"))
        let difference = CatalogLine.join([
            CatalogLine.change("title", row["title"], write.title),
            CatalogLine.change("credits", row["credits"] ?? "", write.credits ?? ""),
            CatalogLine.change("attributes", attributes.joined(separator: ", "), write.attributes.joined(separator: ", ")),
            write.prerequisites == row["prerequisites"] ? nil : "prerequisites",
            write.description == row["description"] ? nil : "description",
        ])
        if difference.isEmpty {
            report.courses.unchanged += 1
        } else {
            report.courses.changed += 1
            report.lines.append("~ \(detail.subject)\(detail.number): \(difference)")
            writes.append(write)
        }
    }

    func write(_ db: SQLConnection) throws {
        for write in writes {
            try db.send(
                "UPDATE course SET title = ?, credits = ?, attributes = ?, prerequisites = ?, description = ? WHERE id = ?",
                write.title, write.credits, try jsonArray(write.attributes), write.prerequisites, write.description, write.id)
        }
    }
}
