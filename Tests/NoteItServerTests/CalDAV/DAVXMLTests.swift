import TestTime
import Testing

@testable import NoteItServer

@Suite struct DAVXMLTests {
    private func read(_ text: String) throws -> DAVElement { try DAVReader.element(from: Array(text.utf8)) }

    private func refusal(_ text: String) -> DAVFailure? {
        do {
            _ = try read(text)
            return nil
        } catch {
            return error as? DAVFailure
        }
    }

    @Test func namesAreResolvedWithAnyPrefix() throws {
        let prefixed = try read(#"<D:propfind xmlns:D="DAV:"><D:prop><C:x xmlns:C="urn:x" a="1"/></D:prop></D:propfind>"#)
        let plain = try read(#"<propfind xmlns="DAV:"><prop><x xmlns="urn:x" a="1"/></prop></propfind>"#)
        #expect(prefixed == plain)
        #expect(prefixed.name == .dav("propfind"))
        #expect(prefixed[.dav("prop")]?.children == [DAVElement(DAVName("urn:x", "x"), attributes: ["a": "1"])])
    }

    @Test func textAndElementsKeepTheirOrder() throws {
        let element = try read("<a>one<b>two</b>three\r\nfour<![CDATA[<&]]></a>")
        #expect(element.text == "onethree\nfour<&")
        #expect(element.content.count == 3)
        #expect(try read(DAVWriter.fragment(element)) == element)
    }

    @Test(arguments: [
        "", "<a", "<a></b>", "<x:a/>", "not XML", "<a/><b/>", #"<a xmlns:b=""><b:c/></a>"#, "<a>&nbsp;</a>", "<a>\u{1}</a>",
        "<!DOCTYPE a><a/>", #"<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>"#,
        #"<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>"#,
    ])
    func malformedBodiesAndDocumentTypesAreBadRequests(_ text: String) {
        #expect(refusal(text)?.status == .badRequest)
    }

    @Test func depthAndSizeAreBounded() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "<a>", count: levels) + String(repeating: "</a>", count: levels)
        }
        #expect(refusal(nested(DAVReader.deepest)) == nil)
        #expect(refusal(nested(DAVReader.deepest + 1))?.status == .badRequest)
        func wide(_ count: Int) -> String { "<a>" + String(repeating: "<b/>", count: count - 1) + "</a>" }
        #expect(refusal(wide(DAVReader.mostElements)) == nil)
        #expect(refusal(wide(DAVReader.mostElements + 1))?.status == .badRequest)
        #expect(refusal("<a>\(String(repeating: "x", count: DAVReader.mostBytes))</a>")?.status == .contentTooLarge)
        let namespace = String(repeating: "n", count: DAVReader.longestNamespace + 1)
        #expect(refusal("<a xmlns='\(namespace)'/>")?.status == .badRequest)
        let attributes = (0...DAVReader.mostAttributes).map { "x\($0)=''" }.joined(separator: " ")
        #expect(refusal("<a \(attributes)/>")?.status == .badRequest)
    }

    @Test func aBodyOfManyLinesIsReadInLinearTime() throws {
        let times = try [1, 16].map { size in
            let lines = String(repeating: "x\n", count: 12_500 * size)
            #expect(try read("<a>\(lines)</a>").text == lines)
            return try processorTime { _ = try read("<a>\(lines)</a>") }
        }
        #expect(times[1] < 64 * times[0])
    }

    @Test func aDocumentDeclaresItsNamespacesOnce() {
        let document = DAVWriter.document(DAVElement(.dav("prop"), [DAVElement(.apple("calendar-color"), text: "#FF0000")]))
        #expect(
            String(decoding: document, as: UTF8.self) == """
                <?xml version="1.0" encoding="utf-8"?>
                <d:prop xmlns:a="http://apple.com/ns/ical/" xmlns:c="urn:ietf:params:xml:ns:caldav" \
                xmlns:cs="http://calendarserver.org/ns/" xmlns:d="DAV:"><a:calendar-color>#FF0000</a:calendar-color></d:prop>
                """)
    }

    @Test func aFragmentDeclaresWhatItUsesAndNoMore() {
        let inner = DAVElement(DAVName("urn:y", "b"), attributes: [DAVName.language.key: "en", "{urn:z}c": "\"\n"])
        let element = DAVElement(DAVName("urn:y", "a"), [inner, DAVElement(DAVName("", "plain"))])
        #expect(
            DAVWriter.fragment(element)
                == #"<n0:a xmlns:n0="urn:y"><n0:b xmlns:n1="urn:z" xml:lang="en" n1:c="&quot;&#10;"/><plain/></n0:a>"#)
    }

    @Test(arguments: [
        "BEGIN:VCALENDAR\r\nSUMMARY:a\r\nEND:VCALENDAR\r\n", "a & b < c > d \"e\" 'f' ]]>", "\u{85}\u{9f}\u{7f}",
        "é 😀 \u{2028}",
        " leading and trailing \t", "\r", "",
    ])
    func allTextComesBack(_ text: String) throws {
        let element = DAVElement(.caldav("calendar-data"), attributes: ["x": text], text: text)
        #expect(try DAVReader.element(from: DAVWriter.document(element)) == element)
    }

    @Test func charactersThatXMLCannotHoldAreReplaced() throws {
        let element = DAVElement(.caldav("calendar-data"), text: "a\u{0}b\u{7}c\u{fffe}d")
        #expect(try DAVReader.element(from: DAVWriter.document(element)).text == "a\u{fffd}b\u{fffd}c\u{fffd}d")
    }

    @Test func keysNameANamespace() {
        for name in [DAVName.dav("a"), DAVName("", "a"), DAVName("urn:{x}", "a")] { #expect(DAVName(key: name.key) == name) }
        #expect(DAVName.dav("a").key == "{DAV:}a")
    }
}
