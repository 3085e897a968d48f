import NoteItCore

/// The preferences that rank timetables.
///
/// `cost = gap * G + day * D + preferred * P + walking * W + rating * sum C (500 - R) + grade * sum C (400 - A) + untimed * U
/// + full * F + campus * K + busy * B + dayAvoided * O`, in integers; lower is better. `G`: idle minutes between the first and
/// the last class of each weekday, over the union of the week's meetings. `D`: weekdays with a class. `P`: class minutes outside
/// all preferred ranges, 0 with none. `W`: walking minutes from each class of a day to the next, by `Travel`; 0 without it. `C`:
/// ten times the credits of a primary section; `R`, `A`: 100 times its rating and grade average, 300 if unknown. `U`: sections
/// without a fixed time. `F`: sections without a free seat. `K`: known campuses beyond the first. `B`: for each soft busy time,
/// the class minutes inside it. `O`: soft days off that have a class.
public struct TimetablePreferences: Sendable, Equatable {
    /// A time that should stay free if possible.
    public struct SoftBusy: Sendable, Equatable, Memberwise {
        public var days: PlanDays
        /// Minutes since midnight.
        public var minutes: Range<Int>
    }

    /// No weight may be negative: the search's bounds rely on it.
    public var weights = TimetableWeights()
    /// Minutes since midnight, on every day.
    public var preferred: [Range<Int>] = []
    public var softBusy: [SoftBusy] = []
    /// Days that should have no class if possible, 0 for Monday.
    public var softDaysOff: Set<Int> = []
    /// 100 times what an unknown rating and grade average count as.
    public var unknownRating = PlanPrimary.unknownRating
    public var unknownGrade = PlanPrimary.unknownGrade

    public init() {}

    /// The cost of a class on a day that should have none, 0 on other days.
    func softCost(ofClassOn day: Int) -> Int { softDaysOff.contains(day) ? weights.dayAvoided : 0 }
}
