/// The limits on a calendar that is read.
public struct CalendarLimits: Hashable, Sendable {
    /// The most bytes of the whole and of one unfolded line.
    public var bytes, lineBytes: Int
    /// The most components, and how deep they may stand in each other.
    public var components, depth: Int
    /// The most properties of the whole. Its parameters may have as many values.
    public var properties: Int
    /// The most properties of one component.
    public var componentProperties = 10_000
    /// Whether a malformed line is left out, and so is a property after the calendar's end, where a component is taken for one of the
    /// calendar: other programs' files have such lines, and their users cannot mend them. One that says when or which, such as DTSTART, stays as a property whose value cannot be
    /// understood.
    public var leavesOutMalformedLines = false

    /// The limits on one object that a calendar program sends.
    public static let object = CalendarLimits(
        bytes: 256 * 1_024, lineBytes: 256 * 1_024, components: 1_000, depth: 5, properties: 20_000)
    /// The limits on a calendar that is imported.
    public static let imported = CalendarLimits(
        bytes: 5_000_000, lineBytes: 256 * 1_024, components: 5_000, depth: 5, properties: 200_000,
        leavesOutMalformedLines: true)
}
