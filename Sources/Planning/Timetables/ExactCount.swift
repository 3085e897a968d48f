/// A natural number of any size. Counts of timetables can exceed 2^64, and with many courses 2^128.
public struct ExactCount: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Digits to the base of 10^9, the least first, without leading zeros; none for zero.
    private var digits: [UInt64]

    private static let base: UInt64 = 1_000_000_000

    /// `value` must not be negative; a negative one counts as zero.
    public init(_ value: Int) { self.init(UInt128(max(0, value))) }

    init(_ value: UInt128) {
        digits = []
        var rest = value
        while rest > 0 {
            digits.append(UInt64(rest % UInt128(Self.base)))
            rest /= UInt128(Self.base)
        }
    }

    public static let zero = ExactCount(0)
    public static let one = ExactCount(1)

    public var description: String {
        guard let first = digits.last else { return "0" }
        return digits.dropLast().reversed().reduce(into: String(first)) { text, digit in
            let tail = String(digit)
            text += String(repeating: "0", count: 9 - tail.count) + tail
        }
    }

    public static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum += right
        return sum
    }

    public static func += (left: inout Self, right: Self) {
        var carry: UInt64 = 0
        for index in 0..<max(left.digits.count, right.digits.count) {
            if index == left.digits.count { left.digits.append(0) }
            let sum = left.digits[index] + (index < right.digits.count ? right.digits[index] : 0) + carry
            (carry, left.digits[index]) = sum.quotientAndRemainder(dividingBy: base)
        }
        if carry > 0 { left.digits.append(carry) }
    }

    public static func * (left: Self, right: Self) -> Self {
        guard left != .zero && right != .zero else { return .zero }
        var product = Self.zero
        product.digits = Array(repeating: 0, count: left.digits.count + right.digits.count)
        for (shift, factor) in left.digits.enumerated() {
            var carry: UInt64 = 0
            for (index, digit) in right.digits.enumerated() {
                let sum = product.digits[shift + index] + factor * digit + carry
                (carry, product.digits[shift + index]) = sum.quotientAndRemainder(dividingBy: base)
            }
            product.digits[shift + right.digits.count] += carry
        }
        if product.digits.last == 0 { product.digits.removeLast() }
        return product
    }

    public static func < (left: Self, right: Self) -> Bool {
        guard left.digits.count == right.digits.count else { return left.digits.count < right.digits.count }
        return left.digits.reversed().lexicographicallyPrecedes(right.digits.reversed())
    }
}

/// The numbers for counting: 128 bits if the product of all choices fits, else `ExactCount`.
protocol Tally: Equatable, Sendable {
    init(_ value: Int)
    static func += (left: inout Self, right: Self)
    static func * (left: Self, right: Self) -> Self
    var exact: ExactCount { get }
}

extension ExactCount: Tally {
    var exact: ExactCount { self }
}

extension UInt128: Tally {
    var exact: ExactCount { ExactCount(self) }
}
