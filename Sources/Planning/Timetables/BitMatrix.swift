/// Rows of bits in contiguous memory, `words` 64-bit words each.
struct BitMatrix {
    let words: Int
    private(set) var bits: [UInt64]

    init(rows: Int, columns: Int) {
        words = max(1, (columns + 63) / 64)
        bits = Array(repeating: 0, count: rows * words)
    }

    mutating func set(_ row: Int, _ column: Int) { bits[row * words + column >> 6] |= 1 << UInt64(column & 63) }

    func has(_ row: Int, _ column: Int) -> Bool { bits[row * words + column >> 6] >> UInt64(column & 63) & 1 != 0 }

    mutating func unite(_ row: Int, with other: BitMatrix, row otherRow: Int) {
        for word in 0..<words { bits[row * words + word] |= other.bits[otherRow * words + word] }
    }

    func row(_ row: Int) -> ArraySlice<UInt64> { bits[row * words..<(row + 1) * words] }

    func meets(_ row: Int, _ other: BitMatrix, _ otherRow: Int) -> Bool {
        for word in 0..<words where bits[row * words + word] & other.bits[otherRow * words + word] != 0 { return true }
        return false
    }
}

extension UInt64 {
    /// The numbers of the set bits, ascending.
    var ones: [Int] {
        var (rest, found) = (self, [Int]())
        while rest != 0 {
            found.append(rest.trailingZeroBitCount)
            rest &= rest - 1
        }
        return found
    }
}
