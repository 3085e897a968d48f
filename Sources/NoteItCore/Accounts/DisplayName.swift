/// The rule for display names: no name may look empty, or look like another.
public enum DisplayName {
    /// Accents on one letter. Languages need fewer; more would cover the lines above.
    private static let mostMarks = 4

    /// Names that the system itself shows. No person may look like one of them.
    private static let reserved = ["Anonymous", "Former member", "Staff", "NoteIt", "You"]
    private static let reservedSkeletons = Set(reserved.map(NameSkeleton.of))

    /// Programs show these in brackets after a name. No name may bring its own.
    private static let badges = Set(["staff", "instructor", "TA", "admin", "moderator", "you"].map(NameSkeleton.of))
    /// Programs show these before an accepted or endorsed answer.
    private static let ticks: Set<Unicode.Scalar> = ["\u{2705}", "\u{2713}", "\u{2714}", "\u{2611}", "\u{1F5F8}"]

    /// The fault of a name, in words; nil if the name is allowed.
    public static func fault(_ name: String) -> String? {
        if let fault = name.fault(length: TextLimit.displayName) { return fault }
        let scalars = Array(name.unicodeScalars)
        if let hidden = scalars.indices.first(where: { isHidden(at: $0, in: scalars) }) {
            return "must not contain \(scalars[hidden].codePoint), which is invisible or reorders text"
        }
        if reservedSkeletons.contains(NameSkeleton.of(name)) {
            return "must not look like a name that NoteIt uses itself: \(reserved.choice)"
        }
        if scalars.contains(where: ticks.contains) { return "must not contain a tick, which marks answers" }
        if let badge = badge(in: scalars) { return "must not contain \(badge), which marks people" }
        if scalars.contains("\n") || scalars.contains("\t") { return "must be on one line, without tabs" }
        var marks = 0
        for scalar in scalars {
            marks = scalar.isMark ? marks + 1 : 0
            if marks > mostMarks { return "must not have more than \(mostMarks) accents on a letter" }
        }
        return nil
    }

    /// A part in brackets of any kind that says what NoteIt says of people, such as "(staff)".
    private static func badge(in scalars: [Unicode.Scalar]) -> String? {
        for start in scalars.indices where scalars[start].properties.generalCategory == .openPunctuation {
            let inner = scalars[(start + 1)...].prefix { $0.properties.generalCategory != .closePunctuation }
            if badges.contains(NameSkeleton.of(text(inner))) { return text(scalars[start...].prefix(inner.count + 2)) }
        }
        return nil
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars)).trimmed
    }

    /// Whether a scalar of a name is invisible without need. Joiners are needed between letters of some scripts (Persian,
    /// Indic) and emoji; next to a Latin letter they are hidden. Variation selectors are needed after emoji and ideographs.
    public static func isHidden(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        let scalar = scalars[index]
        guard scalar.isInvisible else { return false }
        if scalar.isVariationSelector, index > 0 {
            let base = scalars[index - 1]
            return scalar.value < 0xE0100 ? base.value < 0x80 || !base.properties.isEmoji : !base.properties.isIdeographic
        }
        guard scalar.value == 0x200C || scalar.value == 0x200D else { return true }
        guard index > 0, index + 1 < scalars.count else { return true }
        return [scalars[index - 1], scalars[index + 1]].contains { $0.value < 0x300 }
    }
}
