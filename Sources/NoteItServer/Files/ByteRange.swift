import HTTPTypes
import Hummingbird

/// The bytes of a file that a request asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
    case whole
    case part(ClosedRange<Int>)
    /// The range begins after the file's end.
    case outside

    /// The whole for several ranges, other units and malformed ranges, as the RFC allows.
    /// - Parameters: `size`: of the file, above 0; `tag`: its `ETag`, which `If-Range` must name.
    static func asked(by request: Request, of size: Int, tag: String) -> ByteRange {
        guard let text = request.headers[.range] else { return .whole }
        if let known = request.headers[.ifRange], known != tag { return .whole }
        return parsed(text, of: size)
    }

    static func parsed(_ text: String, of size: Int) -> ByteRange {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return .whole }
        let ends = parts[1].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }) else { return .whole }
        // A number that overflows is after the end of any file.
        func number(_ digits: String) -> Int { Int(digits) ?? .max }
        switch (ends[0].isEmpty, ends[1].isEmpty) {
        case (true, true): return .whole
        case (true, false):
            let last = min(number(ends[1]), size)
            return last == 0 ? .outside : .part(size - last...size - 1)
        case (false, let isOpen):
            let (first, last) = (number(ends[0]), isOpen ? size - 1 : min(number(ends[1]), size - 1))
            if !isOpen, number(ends[1]) < first { return .whole }
            return first < size ? .part(first...last) : .outside
        }
    }
}
