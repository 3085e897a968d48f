/// Formats file sizes for people.
public enum FileSize {
    /// `999 B`, `1.5 MiB`, `25 MiB`: in powers of 1,024, like the limits, with at most three digits.
    public static func text(_ bytes: Int) -> String {
        var (size, unit) = (Double(bytes), 0)
        while size >= 999.5, unit + 1 < units.count {
            size /= 1_024
            unit += 1
        }
        if unit == 0 { return "\(bytes) B" }
        let tenths = Int((size * 10).rounded())
        let isWhole = tenths >= 100 || tenths % 10 == 0
        // Rounds the size, not the tenths: rounded twice, 12.46 would become 13.
        return (isWhole ? "\(Int(size.rounded()))" : "\(tenths / 10).\(tenths % 10)") + " " + units[unit]
    }

    private static let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
}
