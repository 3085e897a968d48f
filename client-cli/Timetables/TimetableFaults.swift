import NoteItClient
import NoteItCore

/// The server's refusals of a search, in the words that the person typed.
extension TimetableWishOptions {
    /// - Parameter search: as it was sent.
    func complaint(_ problem: Problem, about search: TimetableSearch) -> Complaint {
        let errors = problem.errors ?? []
        guard !errors.isEmpty else { return Complaint(ClientError.problem(problem)) }
        let sentences = errors.map { "\(words(of: $0.field, in: search)) \($0.detail)" }
        return Complaint(sentences.joined(separator: "; ") + ".", fields: errors)
    }

    /// `--pin 5446` for `pinned.0`; the name of a course for `courses.0`; the field itself if no option means it.
    private func words(of field: String, in search: TimetableSearch) -> String {
        let path = field.split(separator: ".").map(String.init)
        let numbers = path.compactMap { Int($0) }
        let typed = { (option: String, values: [String]) in
            guard let number = numbers.first, values.indices.contains(number) else { return option }
            return "\(option) \(values[number].quotedForShell)"
        }
        let given = { (option: String, value: String?) in value.map { "\(option) \($0.quotedForShell)" } ?? option }
        switch path[0] {
        case "courses": return numbers.first.flatMap { search.courses.indices.contains($0) ? search.courses[$0] : nil } ?? field
        case "anyOf": return typed("--any", any)
        case "busy":
            guard let number = numbers.first, let time = search.busy, time.indices.contains(number) else { return "--busy" }
            return "busy \(time[number].days) \(time[number].start)-\(time[number].end)"
        case "daysOff": return given("--off", off.joined(separator: " "))
        case "daysAvoided": return given("--avoid", avoid.joined(separator: " "))
        case "earliest": return given("--earliest", earliest)
        case "latest": return given("--latest", latest)
        case "preferred": return given("--prefer", prefer.joined(separator: ", "))
        case "campuses": return typed("--campus", campus)
        case "pinned": return typed("--pin", pin.map(String.init))
        case "excluded": return typed("--exclude", exclude.map(String.init))
        case "instructors": return typed("--with", with)
        case "excludedInstructors": return typed("--without", without)
        case "breakMinutes": return given("--break", pause.map(String.init))
        case "ways": return typed("--way", way)
        case "limit": return "--limit"
        case "budgetMillis": return "--budget"
        case "weights": return "--weight " + path.dropFirst().joined().replacing("dayAvoided", with: "day-avoided")
        default: return field
        }
    }
}
