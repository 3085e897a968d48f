/// Unfolds the lines of a calendar (RFC 5545, section 3.1).
///
/// Bytes are joined before they are decoded: a fold may stand inside a character.
struct LineReader {
    /// A line that is not empty, without its line break.
    struct Line {
        /// The number of the line's first part in the file, from 1.
        let number: Int
        let bytes: [UInt8]
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let bytes: [UInt8]
    /// Whether there were more bytes than are read.
    private let isCut: Bool
    private let limits: CalendarLimits
    private var position = 0
    /// The number of the line at `position`.
    private var number = 1

    /// Takes no more bytes than the limit and one.
    init(_ input: some Sequence<UInt8>, limits: CalendarLimits) {
        let most = limits.bytes + 1
        var bytes = input.withContiguousStorageIfAvailable { Array($0.prefix(most)) } ?? Array(input.prefix(most))
        isCut = bytes.count == most
        if isCut { bytes.removeLast() }
        self.bytes = bytes
        self.limits = limits
        if bytes.starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
    }

    /// The next line; nil at the end. Throws for a line that is too long, for NUL and for text that is not UTF-8.
    mutating func next() throws(CalendarError) -> Line? {
        skipEmptyLines()
        guard position < bytes.count else {
            try requireEnd()
            return nil
        }
        let first = number
        var line: [UInt8] = []
        var (isFolded, hasControls) = (false, false)
        repeat {
            // The space of a fold, and only it.
            if isFolded { position += 1 }
            isFolded = true
            let part = try nextPart()
            guard line.count + part.range.count <= limits.lineBytes else {
                throw CalendarError(line: first, "A line may have at most \(limits.lineBytes) bytes.")
            }
            line.append(contentsOf: bytes[part.range])
            hasControls = hasControls || part.hasControls
            // Some programs double line breaks, those of folds too.
            skipEmptyLines()
        } while position < bytes.count && ASCII.isBlank(bytes[position])
        if hasControls { try Self.replaceControls(in: &line, number: first) }
        guard String(validating: line, as: UTF8.self) != nil else {
            throw CalendarError(line: first, "The text is not UTF-8; save the calendar as UTF-8.")
        }
        return Line(number: first, bytes: line)
    }

    private mutating func skipEmptyLines() {
        var end = position
        while end < bytes.count, bytes[end] == ASCII.carriageReturn || bytes[end] == ASCII.lineFeed {
            end += 1
            guard bytes[end - 1] == ASCII.lineFeed else { continue }
            number += 1
            position = end
        }
        if end == bytes.count { position = end }
    }

    /// The bytes up to the next line break, which is passed: LF, or LF after any number of CR.
    private mutating func nextPart() throws(CalendarError) -> (range: Range<Int>, hasControls: Bool) {
        let start = position
        var end = start
        var controls = 0
        while end < bytes.count, bytes[end] != ASCII.lineFeed {
            if ASCII.isControl(bytes[end]) { controls += 1 }
            end += 1
        }
        if end == bytes.count { try requireEnd() }
        position = min(end + 1, bytes.count)
        number += 1
        while end > start, bytes[end - 1] == ASCII.carriageReturn { (end, controls) = (end - 1, controls - 1) }
        return (start..<end, controls > 0)
    }

    private func requireEnd() throws(CalendarError) {
        if isCut { throw CalendarError(line: number, "A calendar may have at most \(limits.bytes) bytes.") }
    }

    /// RFC 5545 allows no control character but the tab. Others are harmless as spaces; NUL tells of another kind of file.
    private static func replaceControls(in line: inout [UInt8], number: Int) throws(CalendarError) {
        for index in line.indices where ASCII.isControl(line[index]) {
            guard line[index] != 0 else { throw CalendarError(line: number, "A calendar is text, without NUL characters.") }
            line[index] = ASCII.space
        }
    }
}
