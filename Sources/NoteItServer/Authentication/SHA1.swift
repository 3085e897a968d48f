/// SHA-1 (FIPS 180-4) and HMAC with it (RFC 2104), which apps for one-time codes use and libsodium lacks. Nothing else here uses
/// it: collisions of SHA-1 do not weaken HMAC (RFC 6194, section 3.3).
enum SHA1 {
    private static let block = 64

    /// 20 bytes.
    static func hash(_ message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        let zeros = (2 * block - 9 - message.count % block) % block
        let padded = message + [0x80] + Array(repeating: 0, count: zeros) + bytes(UInt64(message.count) * 8)
        for start in stride(from: 0, to: padded.count, by: block) { mix(padded[start..<start + block], into: &state) }
        return state.flatMap(bytes)
    }

    /// 20 bytes.
    static func authentication(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        let key = key.count > block ? hash(key) : key
        let padded = key + Array(repeating: 0, count: block - key.count)
        return hash(padded.map { $0 ^ 0x5C } + hash(padded.map { $0 ^ 0x36 } + message))
    }

    /// Big-endian.
    static func bytes(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { place in
            block[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<80 {
            words.append(rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for (index, word) in words.enumerated() {
            let (mixed, constant): (UInt32, UInt32) =
                switch index {
                case ..<20: (b & c | ~b & d, 0x5A82_7999)
                case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let next = rotated(a, 5) &+ mixed &+ e &+ constant &+ word
            (a, b, c, d, e) = (next, a, rotated(b, 30), c, d)
        }
        for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}
