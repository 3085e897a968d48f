/// Gives the blocks of a plan ids that stay the same from plan to plan.
struct BlockIdentifiers {
    private var taken: Set<String>

    /// - Parameter taken: ids of blocks that stay.
    init(taken: some Sequence<String>) { self.taken = Set(taken) }

    /// A UUID (version 8, RFC 9562) from what the block is; another one where that is taken.
    mutating func make(_ kind: StudyTimetable.Kind, task: String, start: Int) -> String {
        var attempt = 0
        while true {
            let id = Self.text(Self.hash("\(kind.rawValue)\n\(task)\n\(start)\n\(attempt)"))
            if taken.insert(id).inserted { return id }
            attempt += 1
        }
    }

    /// FNV-1a with 128 bits (Fowler, Noll, Vo; draft-eastlake-fnv).
    private static func hash(_ text: String) -> UInt128 {
        let prime = UInt128(1) << 88 | 0x13b
        let basis = UInt128(0x6c62_272e_07bb_0142) << 64 | 0x62b8_2175_6295_c58d
        return text.utf8.reduce(basis) { ($0 ^ UInt128($1)) &* prime }
    }

    private static func text(_ number: UInt128) -> String {
        let version = number & ~(0xf << 76) | 8 << 76
        let bits = version & ~(0x3 << 62) | 2 << 62
        let digits = String(bits, radix: 16)
        let padded = String(repeating: "0", count: 32 - digits.count) + digits
        var (text, rest) = ("", padded[...])
        for length in [8, 4, 4, 4, 12] {
            text += (text.isEmpty ? "" : "-") + rest.prefix(length)
            rest = rest.dropFirst(length)
        }
        return text
    }
}
