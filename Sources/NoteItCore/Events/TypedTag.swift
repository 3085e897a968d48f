extension String {
    /// A tag as it was typed, without the `#` that people write before it.
    public var asTag: String { hasPrefix("#") && count > 1 ? String(dropFirst()) : self }
}
