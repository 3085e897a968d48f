import ArgumentParser
import NoteItCore

extension DeliveryTopic {
    /// The topics of an option, with commas between, or `none`.
    static func list(_ text: String) throws -> [DeliveryTopic] {
        if text == "none" { return [] }
        return try text.split(separator: ",").map { word in
            guard let topic = DeliveryTopic(rawValue: word.trimmed) else {
                throw ValidationError("'\(word)' must be \(DeliveryTopic.choices), or none.")
            }
            return topic
        }
    }
}

extension String {
    /// The answer of an option that takes yes or no.
    func answer(to option: String) throws -> Bool {
        guard let answer = ["yes": true, "no": false][self] else { throw ValidationError("\(option) takes yes or no.") }
        return answer
    }
}

/// What a person wants on a device, or by ntfy.
struct PushChoices: ParsableArguments {
    @Option(
        help: ArgumentHelp("What it gets: \(DeliveryTopic.choices), with commas between; or none.", valueName: "list"))
    var topics: String?
    @Option(help: ArgumentHelp("Whether notices that must be read come: yes or no.", valueName: "answer"))
    var mustRead: String?
    @Option(help: ArgumentHelp("Whether messages show titles and texts: yes or no.", valueName: "answer"))
    var showText: String?
    @Option(
        help: ArgumentHelp("Courses from which nothing comes, with commas between; or none.", valueName: "courses"))
    var except: String?

    var isGiven: Bool { [topics, mustRead, showText, except].contains { $0 != nil } }

    func validate() throws { _ = try patch() }

    private func patch() throws -> PushDevicePatch {
        PushDevicePatch(
            topics: try topics.map(DeliveryTopic.list), mustRead: try mustRead.map { try $0.answer(to: "--must-read") },
            showsText: try showText.map { try $0.answer(to: "--show-text") })
    }

    /// With the ids of the courses.
    func patch(_ context: CommandContext) async throws -> PushDevicePatch {
        var patch = try patch()
        if let except {
            patch.exceptCourses = []
            for word in except.split(separator: ",") where except != "none" {
                patch.exceptCourses?.append(try await context.myCourse(word.trimmed).id)
            }
        }
        return patch
    }
}

extension PushSettings {
    /// In words for people.
    var words: String {
        let parts = topics.map(\.rawValue) + (mustRead && !topics.contains(.notices) ? ["must-read notices"] : [])
        let list = parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
        let except = exceptCourses.isEmpty ? "" : ", not from \(exceptCourses.map(\.name).joined(separator: ", "))"
        return list + except + (showsText ? ", with their text" : "")
    }
}
