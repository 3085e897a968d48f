extension String {
    /// This text on one line, with one space for each run of line breaks and tabs.
    var onOneLine: String {
        guard unicodeScalars.contains(where: { $0.value < 32 }) else { return self }
        return split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    }
}
