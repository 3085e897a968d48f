/// How one person wants to be told of things. For that person alone.
public struct Preferences: Codable, Equatable, Sendable {
    /// How many minutes before a due date they are reminded.
    public var reminders: [Int]
    /// Courses of which they want no notifications.
    public var mutedCourses: [Course.ID]

    public init(reminders: [Int] = Self.standardReminders, mutedCourses: [Course.ID] = []) {
        self.reminders = reminders
        self.mutedCourses = mutedCourses
    }

    /// A day and an hour before.
    public static let standardReminders = [1_440, 60]
}

extension Preferences: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("mutedCourses", mutedCourses)
        json.field("reminders", reminders)
    }
}
