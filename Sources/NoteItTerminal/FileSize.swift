/// Sizes of files as people read them.
public enum FileSize {
    /// `999 B`, `1.5 MB`: in powers of 1,000, with two digits or more.
    public static func text(_ bytes: Int) -> String {
        var (size, unit) = (Double(bytes), 0)
        while size >= 999.5, unit + 1 < units.count {
            size /= 1_000
            unit += 1
        }
        if unit == 0 { return "\(bytes) B" }
        let tenths = Int((size * 10).rounded())
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(units[unit])" : "\((tenths + 5) / 10) \(units[unit])"
    }

    private static let units = ["B", "kB", "MB", "GB", "TB"]
}
