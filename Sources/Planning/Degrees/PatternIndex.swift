import NoteItCore

/// Finds the patterns of a programme's requirements that a course matches. Codes, subjects and attributes become numbers first, so
/// that a comparison is a step.
struct PatternIndex {
    /// A course as patterns see it.
    struct Course {
        /// -1 if no pattern names it.
        fileprivate let code, subject: Int
        fileprivate let digits: Int?
        fileprivate let attributes: Set<Int>
    }

    private enum Base {
        case course(Int)
        /// - Parameter subject: nil for every subject.
        case numbers(subject: Int?, from: Int?, to: Int?)
        case attribute(Int)
        case any
    }

    private struct Node {
        var base: Base
        /// The exceptions of the pattern: a range of `nodes`.
        var except: Range<Int> = 0..<0
    }

    private struct Requirement {
        /// The first pattern that is this course, without exceptions.
        var single: [Int: Int] = [:]
        /// The place of each other pattern, and its node.
        var others: [(place: Int, node: Int)] = []
    }

    private let effort: Effort
    private var requirements: [Requirement] = []
    private var nodes: [Node] = []
    private var hasNumbers = false
    private var codes: [CourseCode: Int] = [:]
    private var subjects: [String: Int] = [:]
    private var attributes: [ExactText: Int] = [:]

    init(_ requirements: [Programme.Requirement], effort: Effort) {
        self.effort = effort
        self.requirements = requirements.map { insert($0.from) }
    }

    private mutating func insert(_ patterns: [CoursePattern]) -> Requirement {
        var requirement = Requirement()
        for (place, pattern) in patterns.enumerated() {
            let base = base(pattern)
            if case .course(let code) = base, pattern.except.isEmpty {
                if requirement.single[code] == nil { requirement.single[code] = place }
            } else {
                requirement.others.append((place, nodes.count))
                nodes.append(Node(base: base))
                insertExceptions(of: pattern, at: nodes.count - 1)
            }
        }
        return requirement
    }

    private mutating func insertExceptions(of pattern: CoursePattern, at node: Int) {
        guard !pattern.except.isEmpty else { return }
        let range = nodes.count..<nodes.count + pattern.except.count
        nodes[node].except = range
        nodes += pattern.except.map { Node(base: base($0)) }
        for (inner, place) in zip(pattern.except, range) { insertExceptions(of: inner, at: place) }
    }

    private mutating func base(_ pattern: CoursePattern) -> Base {
        switch pattern.base {
        case .course(let code): return .course(Self.number(of: code, in: &codes))
        case .numbers(let subject, let from, let to):
            hasNumbers = hasNumbers || from != nil || to != nil
            return .numbers(subject: subject.map { Self.number(of: $0, in: &subjects) }, from: from, to: to)
        case .attribute(let attribute): return .attribute(Self.number(of: ExactText(attribute), in: &attributes))
        case .any: return .any
        }
    }

    private static func number<Key: Hashable>(of key: Key, in numbers: inout [Key: Int]) -> Int {
        if let number = numbers[key] { return number }
        numbers[key] = numbers.count
        return numbers.count - 1
    }

    func course(_ code: CourseCode, attributes: [String]) -> Course {
        effort.spend(1 + attributes.count)
        return Course(
            code: codes[code] ?? -1, subject: subjects.isEmpty ? -1 : subjects[code.subject] ?? -1,
            digits: hasNumbers ? code.leadingDigits : nil,
            attributes: self.attributes.isEmpty ? [] : Set(attributes.compactMap { self.attributes[ExactText($0)] }))
    }

    /// The place of the first pattern of a requirement that the course matches. Once the effort is exhausted, it finds nothing.
    func first(matching course: Course, in requirement: Int) -> Int? {
        let own = requirements[requirement]
        let single = own.single[course.code]
        effort.spend()
        for (place, node) in own.others {
            if place > single ?? .max || effort.isExhausted { break }
            if matches(course, node) { return place }
        }
        return single
    }

    private func matches(_ course: Course, _ node: Int) -> Bool {
        effort.spend()
        return isBase(course, nodes[node].base) && !nodes[node].except.contains { matches(course, $0) }
    }

    private func isBase(_ course: Course, _ base: Base) -> Bool {
        switch base {
        case .course(let code): return code == course.code
        case .numbers(let subject, let from, let to):
            return (subject == nil || subject == course.subject) && CoursePattern.numbers(from, to, have: course.digits)
        case .attribute(let attribute): return course.attributes.contains(attribute)
        case .any: return true
        }
    }
}

/// A text that equals another only if all bytes do.
private struct ExactText: Hashable {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }
}
