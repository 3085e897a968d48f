import NoteItCore

/// A person's tasks by the names that people type: a short id, or a title or its beginning.
///
/// The short id is the end of the id, four letters and digits or more: the beginning is the time of creation, which tasks that
/// were made together share.
public struct TaskNames: Sendable {
    /// What a name means.
    public enum Match: Sendable, Equatable {
        case one(StudyTask)
        case several([StudyTask])
        /// No task has the name. `near`: the titles that were probably meant.
        case none(near: [String])
    }

    public let tasks: [StudyTask]
    private let shortIDs: [StudyTask.ID: String]
    private static let shortest = 4

    public init(_ tasks: [StudyTask]) {
        self.tasks = tasks
        let reversed = tasks.map { (id: $0.id, letters: Array($0.id.letters.reversed())) }
            .sorted { $0.letters.lexicographicallyPrecedes($1.letters) }
        var needed = reversed.map { _ in Self.shortest }
        for index in reversed.indices.dropFirst() {
            let common = zip(reversed[index - 1].letters, reversed[index].letters).prefix { $0 == $1 }.count
            needed[index - 1] = max(needed[index - 1], common + 1)
            needed[index] = max(needed[index], common + 1)
        }
        shortIDs = Dictionary(
            zip(reversed, needed).map { ($0.id, String($0.letters.prefix($1).reversed())) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The shortest end of its id that no other task has.
    public func shortID(of id: StudyTask.ID) -> String { shortIDs[id] ?? String(id.letters.suffix(Self.shortest)) }

    public func task(_ id: StudyTask.ID) -> StudyTask? { tasks.first { $0.id == id } }

    /// By title, id or its end, beginning of the title, beginning of a word in it; the first of these that matches anything.
    /// Case is ignored. Open tasks win over done ones.
    public func find(_ text: String) -> Match {
        let text = text.lowercased()
        let letters = text.filter { $0 != "-" }
        let isID = letters.count >= Self.shortest && letters.allSatisfy(\.isHexDigit)
        let ways: [(StudyTask) -> Bool] = [
            { $0.title.lowercased() == text }, { isID && $0.id.letters.hasSuffix(letters) },
            { $0.title.lowercased().hasPrefix(text) },
            { task in task.title.lowercased().split(separator: " ").contains { $0.hasPrefix(text) } },
        ]
        for way in ways where !text.isEmpty {
            let found = tasks.filter(way)
            let open = found.filter { !$0.done }
            if let only = open.count == 1 ? open.first : found.first, open.count == 1 || found.count == 1 { return .one(only) }
            if !found.isEmpty { return .several(open.isEmpty ? found : open) }
        }
        return .none(near: Suggestion.nearest(to: text, among: tasks.map(\.title)))
    }
}

extension StudyTask.ID {
    /// The hexadecimal digits of the id, without dashes.
    fileprivate var letters: String { description.filter { $0 != "-" } }
}
