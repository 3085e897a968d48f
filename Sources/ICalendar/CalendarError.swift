/// Why a calendar, or a part of one, cannot be understood.
public struct CalendarError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1, before unfolding; nil if it is about no line.
    public var line: Int?
    /// A sentence that says what would be right.
    public var detail: String
    /// Whether the calendar is valid, and only more than this module understands.
    public var isUnsupported: Bool

    public init(line: Int? = nil, _ detail: String, isUnsupported: Bool = false) {
        (self.line, self.detail, self.isUnsupported) = (line, detail, isUnsupported)
    }

    public var description: String { line.map { "Line \($0): \(detail)" } ?? detail }
}
