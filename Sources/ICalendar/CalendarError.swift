/// Why a calendar, or a part of one, cannot be understood.
public struct CalendarError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1, before unfolding; nil if it is about no line.
    public var line: Int?
    /// A sentence that says what would be right.
    public var detail: String

    public init(line: Int? = nil, _ detail: String) { (self.line, self.detail) = (line, detail) }

    public var description: String { line.map { "Line \($0): \(detail)" } ?? detail }
}
