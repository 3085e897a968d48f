/// One person's settings for reminders and notifications. Only that person sees them.
public struct Preferences: Codable, Equatable, Sendable, Memberwise, JSONObject {
    /// Minutes before a due date at which they are reminded.
    public var reminders: [Int] = Self.standardReminders
    /// Courses that send them no notifications.
    public var mutedCourses: [Course.ID] = []
    /// The courses, kinds and tags of whose new posts they are notified.
    public var follows: [CourseFollow] = []

    /// A day and an hour before.
    public static let standardReminders = [1_440, 60]
}

extension Preferences {
    /// Older servers do not say what a person follows.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            reminders: try container.decode([Int].self, forKey: .reminders),
            mutedCourses: try container.decode([Course.ID].self, forKey: .mutedCourses),
            follows: try container.decodeIfPresent([CourseFollow].self, forKey: .follows) ?? [])
    }
}

/// `PATCH /v1/me/preferences`. Nil leaves a field as it is.
public struct PreferencesPatch: Codable, Sendable, Equatable, Memberwise, Validated {
    /// Minutes before a due date at which to remind; empty for no reminders.
    public var reminders: [Int]? = nil
    /// Replaces the list of courses that send no notifications; nil keeps it.
    public var mutedCourses: [Course.ID]? = nil
    /// Replaces the list of follows; nil keeps it.
    public var follows: [CourseFollow]? = nil

    /// A minute to four weeks.
    public static let lead = 1...40_320
    public static let mostReminders = 10
    public static let mostCourses = 200

    public func check(_ faults: inout Faults) {
        if let reminders {
            let isKnown = reminders.count <= Self.mostReminders && reminders.allSatisfy(Self.lead.contains)
            faults.check(
                "reminders",
                isKnown
                    ? nil : "must list at most \(Self.mostReminders) reminders, each from 1 to \(Self.lead.upperBound) minutes")
        }
        if let mutedCourses, mutedCourses.count > Self.mostCourses {
            faults.check("mutedCourses", "must list at most \(Self.mostCourses) courses")
        }
        faults.check("follows", follows.flatMap(CourseFollow.fault))
    }

    enum CodingKeys: CodingKey { case reminders, mutedCourses, follows }
}

extension PreferencesPatch {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        mutedCourses = try container.decodeIfPresent([Course.ID].self, forKey: .mutedCourses)
        follows = try container.decodeIfPresent([CourseFollow].self, forKey: .follows)
        // Foundation reports a fraction in a list of `Int` as malformed JSON.
        reminders = try container.decodeIfPresent([Double].self, forKey: .reminders)?.map { minutes in
            guard let whole = Int(exactly: minutes) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .reminders, in: container, debugDescription: "must be whole numbers of minutes")
            }
            return whole
        }
    }
}

extension Preferences {
    /// These preferences with the changes of `patch`: each reminder once, the earliest first; each course and follow once.
    public func applying(_ patch: PreferencesPatch) -> Preferences {
        Preferences(
            reminders: patch.reminders.map { Set($0).sorted(by: >) } ?? reminders,
            mutedCourses: patch.mutedCourses.map { Set($0).sorted() } ?? mutedCourses,
            follows: patch.follows.map { Set($0).sorted() } ?? follows)
    }
}
