import NoteItCore

/// RPI's list of majors, as `degrees_2024.json`: each has `required`, a list of codes, and `pick-multiple`, lists from
/// which a number of courses is picked. `MANE-4` means a MANE course numbered 4000 or above. Notes are texts for people; they are left out.
enum MajorList {
    static func content(of entries: [LinedJSON]) throws(BadProgrammes) -> ProgrammeFile.Content {
        let subjects = SubjectCensus(of: entries)
        var content = ProgrammeFile.Content()
        for entry in entries {
            let major = try Major(entry, subjects)
            content.programmes.append(try major.programme(major.base, track: nil))
            content.programmes += try major.tracks.map { track throws(BadProgrammes) in
                try major.programme(track.draft, track: track.name)
            }
            content.tracks += major.tracks.count
            content.oddities += major.oddities
        }
        return content
    }
}

/// One major, and its tracks.
private struct Major {
    private static let keys = [
        "year", "major", "school", "credits", "focus-track", "link", "notes", "required", "pick-multiple", "tracks",
    ]

    let entry: LinedJSON
    let name: String
    let year: Int
    private var credits: CreditAmount?
    private(set) var base: Draft
    private(set) var tracks: [(name: String, draft: Draft)] = []
    private(set) var oddities: [ProgrammeFile.Oddity] = []

    init(_ entry: LinedJSON, _ subjects: SubjectCensus) throws(BadProgrammes) {
        self.entry = entry
        guard let name = entry["major"]?.text?.trimmed, !name.isEmpty else {
            throw BadProgrammes(line: entry.line, "the major has no name; give it one under 'major'")
        }
        guard let year = entry["year"]?.number, (1900...9999).contains(year) else {
            throw BadProgrammes(line: entry["year"]?.line ?? entry.line, "the year of '\(name)' must be a number such as 2024")
        }
        (self.name, self.year) = (name, Int(year))
        base = Draft(programme: name, subjects: subjects)
        try readCredits()
        oddities += entry.oddKeys(known: Self.keys, in: name)
        if entry["school"]?.text?.trimmed.isEmpty ?? true { note(entry["school"] ?? entry, "it has no school") }

        try base.read(entry)
        oddities += base.finished()
        try readTracks()
        oddities.sort { $0.line < $1.line }
    }

    private mutating func note(_ place: LinedJSON, _ detail: String) {
        oddities.append(ProgrammeFile.Oddity(line: place.line, programme: name, detail: detail))
    }

    private mutating func readCredits() throws(BadProgrammes) {
        let cell = entry["credits"] ?? entry
        let remark: String?
        (credits, remark) = try Self.credits(in: entry["credits"], of: name)
        if let remark { note(cell, remark) }
    }

    /// `-1` is not known; of a range such as `"1-6"` the least counts.
    private static func credits(
        in cell: LinedJSON?, of programme: String
    ) throws(BadProgrammes) -> (CreditAmount?, remark: String?) {
        guard let cell else { return (nil, "it has no credits; they are taken as unknown") }
        if cell.number == -1 { return (nil, "its credits are -1; they are taken as unknown") }
        if let text = cell.text, let least = leastCredits(of: text) {
            return (least, "its credits are '\(text.prefix(20))'; the least is taken")
        }
        guard let number = cell.number, let credits = CreditAmount(number) else {
            throw BadProgrammes(
                line: cell.line, "the credits of '\(programme)' must be \(CreditAmount.form), or -1 if they are unknown")
        }
        return (credits, nil)
    }

    private static func leastCredits(of range: String) -> CreditAmount? {
        guard let least = range.split(separator: "-").first, let number = Double(least) else { return nil }
        return CreditAmount(number)
    }

    private mutating func readTracks() throws(BadProgrammes) {
        let given = entry["tracks"]
        if case .boolean(let isTracked)? = entry["focus-track"]?.value, isTracked != (given != nil) {
            note(
                entry["focus-track"] ?? entry,
                isTracked ? "it says that it has tracks but lists none" : "it lists tracks but says that it has none")
        }
        guard let given else { return }
        guard let members = given.members else {
            throw BadProgrammes(line: given.line, "the tracks of '\(name)' must be an object")
        }
        for (track, value) in members {
            var draft = base
            draft.programme = "\(name): \(track)"
            try draft.read(value, isTrack: true)
            oddities += draft.finished()
            tracks.append((track, draft))
        }
    }

    func programme(_ draft: Draft, track: String?) throws(BadProgrammes) -> Programme {
        let id = "rpi-\(year)-" + ([name] + [track].compactMap(\.self)).map(\.slug).joined(separator: "-")
        let programme = Programme(
            id: Programme.ID(id), name: draft.programme, catalogYear: year, credits: credits, requirements: draft.requirements)
        do throws(DomainError) {
            return try programme.validated()
        } catch {
            guard case .invalid(let errors) = error else { throw BadProgrammes(line: entry.line, "\(error)") }
            throw BadProgrammes(
                rows: errors.map { BadRow(line: entry.line, why: "\(draft.programme.prefix(80)), \($0.field) \($0.detail)") })
        }
    }
}

/// The requirements of a major or of one of its tracks, as they are collected.
private struct Draft {
    var programme: String
    let subjects: SubjectCensus
    private(set) var requirements: [Programme.Requirement] = []
    /// The line of each requirement.
    private var lines: [Int] = []
    private var ids: Set<String> = []
    private var required: Set<CourseCode> = []
    private var found: [ProgrammeFile.Oddity] = []
    /// The oddities reported so far. The tracks of a major do not repeat them.
    private var told: Set<String> = []

    init(programme: String, subjects: SubjectCensus) { (self.programme, self.subjects) = (programme, subjects) }

    /// The oddities since the last call.
    mutating func finished() -> [ProgrammeFile.Oddity] {
        for (index, requirement) in requirements.enumerated() {
            // A requirement of one course is that course, required.
            for pattern in requirement.from where requirement.from.count > 1 {
                guard case .course(let code) = pattern.base, required.contains(code) else { continue }
                note(lines[index], requirement.name, "\(code) is also required; it counts once")
            }
        }
        for finding in ProgrammeReview(of: Programme(id: "", name: programme, catalogYear: nil, requirements: requirements))
            .findings
        {
            note(finding.requirement.map { lines[$0] } ?? 1, finding.requirement.map { requirements[$0].name }, finding.detail)
        }
        defer { found = [] }
        return found
    }

    private mutating func note(_ line: Int, _ place: String?, _ detail: String) {
        guard told.insert("\(place ?? "") \(detail)").inserted else { return }
        found.append(ProgrammeFile.Oddity(line: line, programme: programme, place: place, detail: detail))
    }

    /// - Parameter isTrack: whether other keys than those of a major are read too.
    mutating func read(_ tree: LinedJSON, isTrack: Bool = false) throws(BadProgrammes) {
        guard let members = tree.members else { throw BadProgrammes(line: tree.line, "'\(programme)' must be an object") }
        for (key, value) in members {
            switch key {
            case "required": try readRequired(value)
            case "pick-multiple": try readPicks(value)
            case _ where isTrack && value["pick"] != nil:
                note(value.line, key, "it stands beside pick-multiple, not in it; it was read as if it stood in it")
                try readPick(key, value)
            case _ where isTrack:
                found.append(value.oddKey(key, known: ["required", "pick-multiple"], in: programme))
            default: continue
            }
        }
    }

    /// Makes each required course a requirement of its own, so that the audit names each missing course. The objective also counts
    /// unsatisfied requirements: with a single requirement for all of them, a student who lacks one required course might have
    /// another counted as an elective.
    private mutating func readRequired(_ list: LinedJSON) throws(BadProgrammes) {
        for element in try elements(list, "required") {
            guard let pattern = try pattern(element, place: "required") else { continue }
            if case .course(let code) = pattern.base, !required.insert(code).inserted {
                note(element.line, "required", "\(code) is required twice; it counts once")
                continue
            }
            append(pattern.name, .courses(1), [pattern], line: element.line)
        }
    }

    private mutating func readPicks(_ picks: LinedJSON) throws(BadProgrammes) {
        guard let members = picks.members else {
            throw BadProgrammes(line: picks.line, "the pick-multiple of '\(programme)' must be an object")
        }
        for (name, value) in members {
            if name == "pick-multiple", value["pick"] == nil {
                note(value.line, name, "it stands in another pick-multiple; it was read as if it stood beside it")
                try readPicks(value)
            } else {
                try readPick(name, value)
            }
        }
    }

    private mutating func readPick(_ name: String, _ value: LinedJSON) throws(BadProgrammes) {
        guard let pick = value["pick"]?.number, pick >= 1, pick <= 1_000, pick == pick.rounded() else {
            throw BadProgrammes(
                line: value.line, "the pick of '\(name.prefix(80))' in '\(programme)' must be a whole number from 1")
        }
        guard let classes = value["classes"] else {
            throw BadProgrammes(line: value.line, "'\(name.prefix(80))' in '\(programme)' has no classes")
        }
        found += value.oddKeys(known: ["pick", "classes"], in: programme, place: name)
        var patterns: [CoursePattern] = []
        for element in try elements(classes, name) {
            guard let pattern = try pattern(element, place: name) else { continue }
            if patterns.contains(pattern) {
                note(element.line, name, "\(pattern.name) stands twice; it counts once")
            } else {
                patterns.append(pattern)
            }
        }
        append(name.trimmed, .courses(Int(pick)), patterns, line: value.line)
    }

    private func elements(_ list: LinedJSON, _ name: String) throws(BadProgrammes) -> [LinedJSON] {
        guard let elements = list.elements else {
            throw BadProgrammes(
                line: list.line, "'\(name.prefix(80))' of '\(programme)' must be a list of codes such as MATH-1010")
        }
        return elements
    }

    private mutating func append(_ name: String, _ need: Programme.Requirement.Need, _ from: [CoursePattern], line: Int) {
        let slug = name.slug
        let id = ids.contains(slug) ? (2...).lazy.map { "\(slug)-\($0)" }.first { !ids.contains($0) } ?? slug : slug
        ids.insert(id)
        requirements.append(Programme.Requirement(id: id, name: name, need: need, from: from))
        lines.append(line)
    }

    /// The pattern of a code or a range of them; nil for an empty code.
    private mutating func pattern(_ element: LinedJSON, place: String) throws(BadProgrammes) -> CoursePattern? {
        guard let text = element.text else {
            throw BadProgrammes(
                line: element.line, "a code in '\(place.prefix(80))' of '\(programme)' must be a text such as MATH-1010")
        }
        if text.trimmed.isEmpty {
            note(element.line, place, "it has an empty code, which was left out")
            return nil
        }
        guard let code = CourseCode(text.trimmed), let digits = code.leadingDigits else {
            throw BadProgrammes(
                line: element.line,
                "the code '\(text.prefix(40))' in '\(place.prefix(80))' of '\(programme)' must be as MATH-1010, or MATH-1 for the "
                    + "1000 level and above")
        }
        if text != "\(code.subject)-\(code.number)" { note(element.line, place, "'\(text.prefix(40))' was read as \(code)") }
        if let meant = subjects.meant(by: code.subject) {
            note(element.line, place, "\(code) is the only course of \(code.subject) in the file; did it mean \(meant)?")
        }
        if code.number.count == 1 { return CoursePattern(.numbers(subject: code.subject, from: digits * 1_000, to: nil)) }
        if code.number.hasSuffix("000") {
            note(
                element.line, place,
                "\(code) is read as one course; did it mean the level, \(code.subject)-\(code.number.prefix(1))?")
        }
        return CoursePattern(.course(code))
    }
}

/// How often each subject stands in a file. A rare subject may be misspelt.
private struct SubjectCensus {
    private static let enough = 10
    private var counts: [String: Int] = [:]

    init(of trees: [LinedJSON]) { trees.forEach { count($0) } }

    private mutating func count(_ tree: LinedJSON) {
        switch tree.value {
        case .array(let elements):
            elements.forEach { count($0) }
        case .object(let members):
            members.forEach { count($0.value) }
        case .string(let text):
            if let code = CourseCode(text) { counts[code.subject, default: 0] += 1 }
        default: break
        }
    }

    /// The common subject that one typing error makes a subject that stands once; nil for any other.
    func meant(by subject: String) -> String? {
        guard counts[subject] == 1 else { return nil }
        return counts.filter { other, count in
            count >= Self.enough && Suggestion.editDistance(Array(subject.utf8), Array(other.utf8), atMost: 1) != nil
        }.keys.min()
    }
}

extension String {
    /// This text for an id: in lower case, with one hyphen for anything but letters and digits.
    fileprivate var slug: String {
        lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-")
    }
}
