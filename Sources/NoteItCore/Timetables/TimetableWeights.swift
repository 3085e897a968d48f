/// The weights of a timetable's cost; `TimetablePreferences` in Planning has the formula. Each default is written here alone:
/// searches take what they do not name from here, and a test holds the contract to it.
public struct TimetableWeights: Codable, Sendable, Equatable {
    /// The cost of an idle minute between two classes of a day.
    public var gap = 50
    /// The cost of a day with a class.
    public var day = 0
    /// The cost of a class minute outside the preferred hours.
    public var preferred = 10
    /// The cost of a walking minute between two classes of a day, by `ways` and `breakMinutes`.
    public var walking = 0
    /// The cost of a hundredth of rating below 5, times ten times the credits.
    public var rating = 1
    /// The cost of a hundredth of grade average below 4, times ten times the credits.
    public var grade = 1
    /// The cost of a section without a fixed time.
    public var untimed = 0
    /// The cost of a section without a free seat.
    public var full = 0
    /// The cost of each known campus of a timetable beyond the first.
    public var campus = 0
    /// The cost of a class minute in a busy time that is not hard.
    public var busy = 50
    /// The cost of a class on one of `daysAvoided`.
    public var dayAvoided = 5_000

    public init() {}

    /// Every weight, by its name in JSON.
    public static let all: KeyValuePairs<String, WritableKeyPath<Self, Int> & Sendable> = [
        "gap": \.gap, "day": \.day, "preferred": \.preferred, "walking": \.walking, "rating": \.rating, "grade": \.grade,
        "untimed": \.untimed, "full": \.full, "campus": \.campus, "busy": \.busy, "dayAvoided": \.dayAvoided,
    ]

    /// A negative weight would break the bounds of the search, and a greater one its integers.
    static let range = 0...1_000_000

    /// A weight that is absent or null has its default.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        for (name, weight) in Self.all {
            guard let key = CodingKeys(stringValue: name) else { continue }
            self[keyPath: weight] = try container.decodeIfPresent(Int.self, forKey: key) ?? self[keyPath: weight]
        }
    }
}
