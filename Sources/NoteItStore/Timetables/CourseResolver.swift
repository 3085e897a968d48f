import NoteItCore

/// Resolves the names that people write for the courses of a term, with suggestions for mistyped ones.
struct CourseResolver {
    let term: Term.ID

    private struct Known {
        let id: Course.ID
        let subject, number, title: String

        var code: String { subject + number }
        var written: String { "\(subject) \(number)" }
    }

    func resolve(_ names: [(field: String, name: String)], _ db: SQLConnection) throws -> [Course.ID] {
        let known = try db.all("SELECT id, subject, number, title FROM course WHERE term_id = ? AND withdrawn = 0", term).map {
            Known(id: $0["id"], subject: $0["subject"], number: $0["number"], title: $0["title"])
        }
        let byCode = known.keyed { Self.key($0.code) }
        var (found, faults) = ([Course.ID](), [FieldError]())
        for (field, name) in names {
            let key = Self.key(Course.ID(name).term == term ? Course.ID(name).code : name)
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
            return "may mean \(meant.prefix(5).map(\.written).choice): name the subject too"
        }
        let words = CourseSearch.words(name)
        let near = known.map { course in
            let distance = Suggestion.editDistance(Array(key.utf8), Array(Self.key(course.code).utf8), atMost: 2)
            let isTitled =
                !words.isEmpty && CourseSearch.words(course.title).joined(separator: " ").contains(words.joined(separator: " "))
            return (course, isTitled ? 0 : distance ?? .max)
        }.filter { $0.1 <= 2 }.sorted { ($0.1, $0.0.code) < ($1.1, $1.0.code) }.prefix(4).map(\.0.written)
        let refusal = "is not offered in \(term): \(name.prefix(64))"
        return near.isEmpty ? refusal : refusal + "; did you mean \(near.choice)?"
    }
}
