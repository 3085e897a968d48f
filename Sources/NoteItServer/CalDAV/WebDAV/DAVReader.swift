import CExpat
import Foundation

/// Reads the XML of a request body with expat, with namespaces resolved.
///
/// A document type declaration is refused, so there are no entities but the five of XML.
enum DAVReader {
    /// The most bytes of the body, levels of nested elements, elements, and attributes. A `calendar-multiget` of vdirsyncer
    /// names all objects of a calendar.
    static let (mostBytes, deepest, mostElements, mostAttributes) = (2 << 20, 64, 21_000, 20_000)
    /// The most bytes of a namespace. Every name holds its namespace, so that one long declaration would become thousands.
    static let longestNamespace = 500

    /// Throws `400` for XML that is malformed, nested too deep or too large.
    static func element(from bytes: [UInt8]) throws(DAVFailure) -> DAVElement {
        guard let parser = Parser() else {
            throw DAVFailure(.serviceUnavailable, nil, "The server has no memory for this body. Try again in a moment.")
        }
        return try parser.read(bytes)
    }

    private final class Parser {
        private let parser: XML_Parser
        private var open: [DAVElement] = []
        /// The characters since the last tag: expat hands over each line by itself.
        private var text: [UInt8] = []
        private var root: DAVElement?
        private var elements = 0
        private var attributes = 0
        private var refusal: String?

        init?() {
            // Expat then passes names as `namespace|local`.
            guard let parser = XML_ParserCreateNS(nil, XML_Char(UInt8(ascii: "|"))) else { return nil }
            self.parser = parser
            XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
            XML_SetElementHandler(
                parser,
                { user, name, attributes in
                    guard let reader = Parser.of(user), let name, let attributes else { return }
                    reader.begin(name, attributes)
                },
                { user, _ in Parser.of(user)?.end() })
            XML_SetCharacterDataHandler(parser) { user, bytes, count in
                guard let reader = Parser.of(user), let bytes else { return }
                reader.characters(UnsafeBufferPointer(start: bytes, count: Int(count)))
            }
            XML_SetStartDoctypeDeclHandler(parser) { user, _, _, _, _ in
                Parser.of(user)?.refuse("it has a document type declaration, which is not accepted")
            }
        }

        deinit { XML_ParserFree(parser) }

        func read(_ bytes: [UInt8]) throws(DAVFailure) -> DAVElement {
            guard bytes.count <= DAVReader.mostBytes else {
                throw DAVFailure(.contentTooLarge, nil, "The body is over \(DAVReader.mostBytes) bytes. Send a smaller one.")
            }
            let status = bytes.withUnsafeBytes { bytes in
                XML_Parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), 1)
            }
            if let refusal { throw bad(refusal) }
            guard status == XML_STATUS_OK, let root else {
                throw bad(XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown error")
            }
            return root
        }

        private func bad(_ why: String) -> DAVFailure {
            DAVFailure(
                .badRequest, nil, "The body is not XML that can be used: \(why), on line \(XML_GetCurrentLineNumber(parser)).")
        }

        private func begin(_ name: UnsafePointer<XML_Char>, _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>) {
            guard refusal == nil else { return }
            elements += 1
            if elements > DAVReader.mostElements { return refuse("it has more than \(DAVReader.mostElements) elements") }
            if open.count == DAVReader.deepest { return refuse("its elements are nested more than \(DAVReader.deepest) deep") }
            endText()
            var element = DAVElement(self.name(name))
            var position = 0
            while let key = list[position], let value = list[position + 1] {
                element.attributes[self.name(key).key] = String(cString: value)
                position += 2
            }
            attributes += position / 2
            if attributes > DAVReader.mostAttributes {
                return refuse("it has more than \(DAVReader.mostAttributes) attributes")
            }
            open.append(element)
        }

        private func end() {
            guard refusal == nil else { return }
            endText()
            guard let element = open.popLast() else { return }
            if open.isEmpty { root = element } else { open[open.count - 1].content.append(.element(element)) }
        }

        private func characters(_ bytes: UnsafeBufferPointer<XML_Char>) {
            guard refusal == nil else { return }
            bytes.withMemoryRebound(to: UInt8.self) { text.append(contentsOf: $0) }
        }

        private func endText() {
            if !text.isEmpty, !open.isEmpty {
                open[open.count - 1].content.append(.text(String(decoding: text, as: UTF8.self)))
            }
            text.removeAll(keepingCapacity: true)
        }

        private func refuse(_ why: String) {
            refusal = refusal ?? why
            XML_StopParser(parser, 0)
        }

        private func name(_ text: UnsafePointer<XML_Char>) -> DAVName {
            guard let bar = strrchr(text, Int32(UInt8(ascii: "|"))) else { return DAVName("", String(cString: text)) }
            guard bar - UnsafeMutablePointer(mutating: text) <= DAVReader.longestNamespace else {
                refuse("a namespace is longer than \(DAVReader.longestNamespace) bytes")
                return DAVName("", "")
            }
            let namespace = UnsafeRawBufferPointer(start: text, count: UnsafePointer(bar) - text)
            return DAVName(String(decoding: namespace, as: UTF8.self), String(cString: bar + 1))
        }

        private static func of(_ user: UnsafeMutableRawPointer?) -> Parser? {
            user.map { Unmanaged<Parser>.fromOpaque($0).takeUnretainedValue() }
        }
    }
}
