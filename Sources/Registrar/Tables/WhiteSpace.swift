extension String {
    /// Without white space at both ends.
    var trimmed: String {
        let visible = 0x21...0x7E as ClosedRange<UInt8>
        guard let first = utf8.first, let last = utf8.last, !visible.contains(first) || !visible.contains(last) else {
            return self
        }
        let front = unicodeScalars.drop { $0.properties.isWhitespace }
        guard let end = front.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return String(front[...end])
    }

    /// On one line, with one space for each run of line breaks and tabs.
    var onOneLine: String {
        guard unicodeScalars.contains(where: { $0.value < 32 }) else { return self }
        return split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    }
}
