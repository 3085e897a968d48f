/// Sizes of files as people read them.
public enum FileSize {
    /// `999 B`, `1.5 MiB`, `25 MiB`: in powers of 1,024, as the limits are set, and never with more than three digits.
    public static func text(_ bytes: Int) -> String {
        var (size, unit) = (Double(bytes), 0)
        while size >= 999.5, unit + 1 < units.count {
            size /= 1_024
            unit += 1
        }
        if unit == 0 { return "\(bytes) B" }
        let tenths = Int((size * 10).rounded())
        let isWhole = tenths >= 100 || tenths % 10 == 0
        // From the size itself: rounded twice, 12.46 would be 13.
        return (isWhole ? "\(Int(size.rounded()))" : "\(tenths / 10).\(tenths % 10)") + " " + units[unit]
    }

    private static let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
}
