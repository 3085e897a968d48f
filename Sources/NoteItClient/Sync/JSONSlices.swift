/// Takes the elements of a JSON array byte for byte, so that they can be passed on unchanged.
struct JSONSlices {
    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    /// The elements of the array under `key` in the object `json`; nil if there is no such array. O(n).
    /// - Parameter json: valid JSON, which a decoder has read before.
    static func elements(of key: String, in json: some Sequence<UInt8>) -> [String]? {
        var slices = JSONSlices(bytes: Array(json))
        guard slices.enterArray(of: key) else { return nil }
        return slices.elements()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func enterArray(of key: String) -> Bool {
        let quoted = "\"\(key)\""
        while let token = next() {
            guard depth == 1, token.elementsEqual(quoted.utf8) else { continue }
            guard let colon = next(), colon.elementsEqual(":".utf8) else { continue }
            guard let opening = next() else { return false }
            return opening.elementsEqual("[".utf8)
        }
        return false
    }

    private mutating func elements() -> [String] {
        var elements: [String] = []
        var element: Range<Int>?
        while let token = next() {
            let isEnd = depth == 1
            if isEnd || (depth == 2 && token.elementsEqual(",".utf8)) {
                if let element { elements.append(String(decoding: bytes[element], as: UTF8.self)) }
                element = nil
                if isEnd { break }
            } else {
                element = (element?.lowerBound ?? token.startIndex)..<token.endIndex
            }
        }
        return elements
    }

    /// The next token that is not white space. A number or a word comes one byte at a time. `depth` is the depth after it.
    private mutating func next() -> ArraySlice<UInt8>? {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
        guard index < bytes.count else { return nil }
        let start = index
        switch bytes[index] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: "\""): skipString()
        default: break
        }
        index += 1
        return bytes[start..<min(index, bytes.count)]
    }

    /// Leaves `index` at the closing quote.
    private mutating func skipString() {
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
    }
}
