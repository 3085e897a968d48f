import Foundation
import GRDB
import NoteItCore

extension SQLiteStore {
    public func plannable(_ names: [(field: String, name: String)], in term: Term.ID) async throws -> [PlannableCourse] {
        try await read { db in
            guard try db.first("SELECT 1 FROM term WHERE id = ?", term) != nil else {
                throw DomainError.notFound("term \(term)")
            }
            let ids = try CourseNames(term: term).resolve(names, db)
            let courses = Dictionary(try CourseRow.load(ids, db).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            let primaries = try primaries(of: ids, db)
            let scores = try scores(of: ids, term: term, db)
            return ids.compactMap { id in
                courses[id].map {
                    PlannableCourse(course: $0, primaries: primaries[id] ?? $0.sections.map(\.id), scores: scores)
                }
            }
        }
    }
}

/// Of courses with links, the sections that lead one. Of others each section is taken by itself.
private func primaries(of courses: [Course.ID], _ db: Database) throws -> [Course.ID: [Section.ID]] {
    let rows = try db.all(
        """
        SELECT DISTINCT s.course_id, s.id, s.code, s.crn FROM section_link l JOIN section s ON s.id = l.primary_id
        WHERE s.withdrawn = 0 AND s.course_id IN (SELECT value FROM json_each(?)) ORDER BY s.code, s.crn
        """, try jsonArray(courses))
    return Dictionary(grouping: rows) { $0["course_id"] as Course.ID }.mapValues { $0.map { $0["id"] } }
}

/// Of each section with a score: its own; else the mean of its instructors' averages in the course, else the course's.
private func scores(of courses: [Course.ID], term: Term.ID, _ db: Database) throws -> [Section.ID: SectionScore] {
    let wanted = try jsonArray(courses)
    var scores: [Section.ID: SectionScore] = [:]
    var averages: [Course.ID: [String: Int]] = [:]
    for row in try db.all(
        """
        SELECT c.id, g.instructor, g.average FROM course_grade g JOIN course c ON c.subject = g.subject AND c.number = g.number
        WHERE c.id IN (SELECT value FROM json_each(?))
        """, wanted)
    {
        averages[row["id"], default: [:]][PersonName.key(row["instructor"])] = row["average"]
    }
    for row in try db.all(
        "SELECT id, course_id, instructors FROM section WHERE course_id IN (SELECT value FROM json_each(?))", wanted)
    {
        guard let known = averages[row["course_id"]] else { continue }
        let own = try row.texts("instructors").compactMap { known[PersonName.key($0)] }
        let average = own.isEmpty ? known[""] : own.reduce(0, +) / own.count
        if let average { scores[row["id"]] = SectionScore(rating: nil, grade: average) }
    }
    for row in try db.all(
        """
        SELECT p.section_id, p.rating, p.grade FROM section_score p JOIN section s ON s.id = p.section_id
        WHERE s.course_id IN (SELECT value FROM json_each(?))
        """, wanted)
    {
        let id: Section.ID = row["section_id"]
        scores[id] = SectionScore(rating: row["rating"], grade: row["grade"] ?? scores[id]?.grade)
    }
    return scores
}

/// What people write for a course, and which of a term's courses they mean.
private struct CourseNames {
    let term: Term.ID

    private struct Known {
        let id: Course.ID
        let subject, number, title: String

        var code: String { subject + number }
        var written: String { "\(subject) \(number)" }
    }

    func resolve(_ names: [(field: String, name: String)], _ db: Database) throws -> [Course.ID] {
        let known = try db.all("SELECT id, subject, number, title FROM course WHERE term_id = ? AND withdrawn = 0", term).map {
            Known(id: $0["id"], subject: $0["subject"], number: $0["number"], title: $0["title"])
        }
        let byCode = Dictionary(known.map { (Self.key($0.code), $0) }, uniquingKeysWith: { first, _ in first })
        var (found, faults) = ([Course.ID](), [FieldError]())
        for (field, name) in names {
            let key = Self.key(name.hasPrefix(term + ".") ? String(name.dropFirst(term.count + 1)) : name)
            guard let course = byCode[key] else {
                faults.append(FieldError(field: field, detail: fault(name, key, known)))
                continue
            }
            if found.contains(course.id) {
                faults.append(FieldError(field: field, detail: "names \(course.written) a second time; leave one out"))
            }
            found.append(course.id)
        }
        if !faults.isEmpty { throw DomainError.invalid(faults) }
        return found
    }

    private static func key(_ text: String) -> String { text.uppercased().filter { !$0.isWhitespace && $0 != "-" } }

    private func fault(_ name: String, _ key: String, _ known: [Known]) -> String {
        let meant = known.filter { Self.key($0.number) == key }
        if meant.count > 1 {
            return "may mean \(Self.list(meant.prefix(5).map(\.written))): name the subject too"
        }
        let words = CourseSearch.words(name)
        let near = known.map { course in
            let distance = Self.distance(Array(key.utf8), Array(Self.key(course.code).utf8))
            let isTitled =
                !words.isEmpty && CourseSearch.words(course.title).joined(separator: " ").contains(words.joined(separator: " "))
            return (course, isTitled ? 0 : distance)
        }.filter { $0.1 <= 2 }.sorted { ($0.1, $0.0.code) < ($1.1, $1.0.code) }.prefix(4).map(\.0.written)
        let refusal = "is not offered in \(term): \(name.prefix(64))"
        return near.isEmpty ? refusal : refusal + "; did you mean \(Self.list(near))?"
    }

    private static func list(_ names: [String]) -> String {
        names.dropLast().joined(separator: ", ") + (names.count > 1 ? " or " : "") + (names.last ?? "")
    }

    /// Edits of one letter between two words (Levenshtein, 1965).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        guard abs(left.count - right.count) <= 2 else { return 3 }
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (place, other) in right.enumerated() {
                let replaced = diagonal + (letter == other ? 0 : 1)
                diagonal = row[place + 1]
                row[place + 1] = min(replaced, row[place] + 1, row[place + 1] + 1)
            }
        }
        return row[right.count]
    }
}
