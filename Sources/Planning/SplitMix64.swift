/// Numbers that look random and are the same in each run (Steele, Lea and Flood: SplitMix64, 2014).
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64 = 0

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// A number from 0 up to but not including a limit.
    mutating func below(_ limit: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(limit)).high) }

    /// A number from 0 up to but not including 1.
    mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }
}
