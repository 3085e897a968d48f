/// A signature of P-256 in its two forms: r and s of 32 bytes each, or two integers in DER (X.690).
enum ECDSASignature {
    static func der(_ numbers: [UInt8]) -> [UInt8] {
        let content = integer(numbers[..<32]) + integer(numbers[32...])
        return [0x30, UInt8(content.count)] + content
    }

    /// 64 bytes; nil for anything but two positive integers of at most 32 bytes.
    static func numbers(_ der: [UInt8]) -> [UInt8]? {
        guard der.count > 2, der[0] == 0x30, Int(der[1]) == der.count - 2 else { return nil }
        var rest = der[2...]
        guard let r = number(&rest), let s = number(&rest), rest.isEmpty else { return nil }
        return r + s
    }

    private static func integer(_ number: ArraySlice<UInt8>) -> [UInt8] {
        let digits = Array(number.drop { $0 == 0 })
        let signed = digits.first.map { $0 < 0x80 } ?? false ? digits : [0] + digits
        return [0x02, UInt8(signed.count)] + signed
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.count > 2, rest.popFirst() == 0x02, let size = rest.popFirst().map(Int.init), rest.count >= size else {
            return nil
        }
        let digits = rest.prefix(size).drop { $0 == 0 }
        rest = rest.dropFirst(size)
        return digits.count <= 32 ? Array(repeating: 0, count: 32 - digits.count) + digits : nil
    }
}
