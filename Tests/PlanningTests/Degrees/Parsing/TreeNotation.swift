import NoteItCore

/// A compact notation of trees: `(& a b)` all, `(| a b)` any, `(2 a b c)` at least two, `MATH150:C-*` a course with its minimum
/// grade and, with `*`, allowed in the same term, `45u` credits, `6u/HIST/-299` of a subject and numbers, `L3` a level, `P` a
/// permission, `<BC Math 12>:C` a school course, `?` unknown, `0` nothing.
struct TreeNotation {
    private var rest: Substring

    /// The tree as a text that does not depend on order and nesting, nor on the texts of what is unknown.
    static func canonical(_ tree: RequirementTree) -> String {
        switch tree {
        case .all(let parts): node("&", parts.flatMap { flat($0, isAll: true) })
        case .any(let parts): node("|", parts.flatMap { flat($0, isAll: false) })
        case .atLeast(let least, let parts): "(\(least) \(parts.map(canonical).sorted().joined(separator: " ")))"
        case .course(let code, let grade, let concurrent): code.compact + suffix(grade) + (concurrent ? "*" : "")
        case .credits(let credits, let subject, let from, let to):
            subject == nil && from == nil && to == nil
                ? "\(credits)u" : "\(credits)u/\(subject ?? "")/\(from.map(String.init) ?? "")-\(to.map(String.init) ?? "")"
        case .level(let level): "L\(level)"
        case .permission: "P"
        case .unknown: "?"
        case .highSchool(let name, let grade): "<\(name)>" + suffix(grade)
        }
    }

    /// The same of a notation, of prerequisites and, after ` ~ `, corequisites.
    static func canonical(_ notation: String) -> String {
        notation.split(separator: " ~ ").map { part in
            var notation = TreeNotation(rest: part)
            return canonical(notation.tree())
        }.joined(separator: " ~ ")
    }

    /// The prerequisites of a notation, with its corequisites.
    static func tree(_ notation: String) -> RequirementTree {
        .all(
            notation.split(separator: " ~ ").map { part in
                var notation = TreeNotation(rest: part)
                return notation.tree()
            })
    }

    static func canonical(_ parsed: ParsedRequirements) -> String {
        let corequisites = canonical(parsed.corequisites)
        return canonical(parsed.prerequisites) + (corequisites == "0" ? "" : " ~ \(corequisites)")
    }

    private static func suffix(_ grade: Grade?) -> String { grade.map { ":\($0)" } ?? "" }

    private static func flat(_ tree: RequirementTree, isAll: Bool) -> [String] {
        switch (tree, isAll) {
        case (.all(let parts), true), (.any(let parts), false): parts.flatMap { flat($0, isAll: isAll) }
        case (.all(let parts), false) where parts.count == 1, (.any(let parts), true) where parts.count == 1:
            flat(parts[0], isAll: isAll)
        default: [canonical(tree)]
        }
    }

    private static func node(_ sign: String, _ parts: [String]) -> String {
        let parts = Set(parts).sorted()
        return switch parts.count {
        case 0: "0"
        case 1: parts[0]
        default: "(\(sign) \(parts.joined(separator: " ")))"
        }
    }

    private mutating func word(_ isEnd: (Character) -> Bool) -> Substring {
        let word = rest.prefix { !isEnd($0) }
        rest = rest.dropFirst(word.count)
        return word
    }

    private mutating func tree() -> RequirementTree {
        rest = rest.drop { $0 == " " }
        switch rest.first {
        case "(": return branches()
        case "<":
            let name = String(word { $0 == ">" }.dropFirst())
            rest = rest.dropFirst()
            let grade = word { $0 == " " || $0 == ")" }.dropFirst()
            return .highSchool(name, minimumGrade: Grade(String(grade)))
        default: return leaf(word { $0 == " " || $0 == ")" })
        }
    }

    private mutating func branches() -> RequirementTree {
        let sign = word { $0 == " " }.dropFirst()
        var parts: [RequirementTree] = []
        while let next = rest.first, next != ")" {
            parts.append(tree())
            rest = rest.drop { $0 == " " }
        }
        rest = rest.dropFirst()
        return sign == "&" ? .all(parts) : sign == "|" ? .any(parts) : .atLeast(Int(sign) ?? 0, of: parts)
    }

    private func leaf(_ word: Substring) -> RequirementTree {
        if word == "0" || word.isEmpty { return .none }
        if word == "P" { return .permission }
        if word == "?" { return .unknown("") }
        if word.count == 2, word.first == "L", let level = Int(word.dropFirst()) { return .level(level) }
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        if parts[0].last == "u", let credits = Double(parts[0].dropLast()).flatMap(CreditAmount.init) {
            let range = parts.count > 2 ? parts[2].split(separator: "-", omittingEmptySubsequences: false) : []
            let subject = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
            return .credits(
                credits, subject: subject, from: range.first.flatMap { Int($0) }, to: range.last.flatMap { Int($0) })
        }
        let course = word.split(separator: ":")
        let grade = course.dropFirst().first.map { String($0.filter { $0 != "*" }) }
        return CourseCode(String(course[0].filter { $0 != "*" })).map {
            .course($0, minimumGrade: grade.flatMap { Grade($0) }, concurrent: word.last == "*")
        } ?? .unknown("")
    }
}
