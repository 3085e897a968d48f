/// What a name may be made of, so that nobody's looks like nothing, or like another's.
public enum DisplayName {
    /// Accents on one letter: languages need fewer, and more climb over the lines above.
    private static let mostMarks = 4

    /// What the system itself calls people: nobody is to be taken for it.
    private static let reserved = ["Anonymous", "Former member", "Staff", "NoteIt"]
    private static let reservedSkeletons = Set(reserved.map(NameSkeleton.of))

    /// Nil if a person can be called that, else what the name should be.
    public static func fault(_ name: String) -> String? {
        if let fault = name.fault(length: TextLimit.displayName) { return fault }
        let scalars = Array(name.unicodeScalars)
        if let hidden = scalars.indices.first(where: { isHidden(at: $0, in: scalars) }) {
            return "must not hold \(scalars[hidden].codePoint), which is invisible or reorders text"
        }
        if reservedSkeletons.contains(NameSkeleton.of(name)) {
            return "must not look like \(reserved.joined(separator: ", ")), which names no person"
        }
        if scalars.contains("\n") || scalars.contains("\t") { return "must be on one line, without tabs" }
        var marks = 0
        for scalar in scalars {
            marks = scalar.isMark ? marks + 1 : 0
            if marks > mostMarks { return "must not have more than \(mostMarks) accents on a letter" }
        }
        return nil
    }

    /// Joiners have a use between letters of other scripts (Persian, Indic, emoji); between Latin ones they hide.
    private static func isHidden(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        let scalar = scalars[index]
        guard scalar.isInvisible else { return false }
        guard scalar.value == 0x200C || scalar.value == 0x200D else { return true }
        guard index > 0, index + 1 < scalars.count else { return true }
        return [scalars[index - 1], scalars[index + 1]].contains { $0.value < 0x300 }
    }
}

extension Unicode.Scalar {
    /// Whether nothing is drawn for it although it is no space, or it reorders what is.
    public var isInvisible: Bool {
        switch value {
        // Fillers and joiners that are letters or marks by category, and blank Braille.
        case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x2800, 0x3164, 0xFFA0: true
        case 0x2028, 0x2029: true
        default: properties.generalCategory == .format || properties.generalCategory == .unassigned
        }
    }

    /// `U+202E`: how the Unicode standard writes it.
    public var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    var isMark: Bool { properties.generalCategory == .nonspacingMark || properties.generalCategory == .enclosingMark }
}
