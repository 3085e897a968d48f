import Foundation
import Testing

@testable import NoteItCore

struct ContentInspectorTests {
    private func type(of bytes: [UInt8], named name: String = "a", parts: Int = .max) throws(DomainError) -> String {
        var (inspector, rest) = (ContentInspector(), bytes[...])
        while !rest.isEmpty {
            inspector.read(Array(rest.prefix(parts)))
            rest = rest.dropFirst(parts)
        }
        return try inspector.mediaType(named: name)
    }

    @Test(arguments: ["plain", "äöü – 日本語 👩‍🎓", "", "a\u{1B}[31mred", "<html></html>"], [1, 2, 3, 5, 100])
    func textIsDetectedInChunksOfAnySize(text: String, parts: Int) throws {
        #expect(try type(of: Array(text.utf8), named: "a.txt", parts: parts) == "text/plain")
    }

    @Test(
        arguments: [[0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0x61, 0x00]]
            as [[UInt8]], [1, 100])
    func invalidUTF8IsPlainBytes(bytes: [UInt8], parts: Int) throws {
        #expect(try type(of: [0x61, 0x62] + bytes, parts: parts) == "application/octet-stream")
        #expect(try type(of: bytes, parts: parts) == "application/octet-stream")
    }

    @Test func aSignatureMayArriveInPieces() throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0]
        for parts in 1...10 { #expect(try type(of: png, named: "a.PNG", parts: parts) == "image/png") }
        var tar = [UInt8](repeating: 0, count: 600)
        tar.replaceSubrange(257..<262, with: "ustar".utf8)
        for parts in [1, 100, 256, 511, 512, 600] {
            #expect(try type(of: tar, named: "a.tar", parts: parts) == "application/x-tar")
        }
    }

    @Test func anEndingOnlyTellsApartFormsOfOneContainer() throws {
        let zip = Array("PK\u{3}\u{4}".utf8) + [0xFF, 0x00]
        #expect(try type(of: zip, named: "a.zip") == "application/zip")
        #expect(try type(of: zip, named: "a.docx").hasSuffix("wordprocessingml.document"))
        #expect(try type(of: zip, named: "a.txt") == "application/zip")
        #expect(throws: DomainError.self) { try type(of: zip, named: "a.pdf") }
        #expect(throws: DomainError.self) { try type(of: Array("text".utf8), named: "a.docx") }
    }

    @Test func honestFilesOfOldAndLockedFormsAreAccepted() throws {
        let ole: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0, 0]
        #expect(try type(of: ole, named: "exam.docx").hasSuffix("wordprocessingml.document"))
        #expect(try type(of: ole, named: "grades.xlsx").hasSuffix("spreadsheetml.sheet"))
        #expect(throws: DomainError.self) { try type(of: ole, named: "exam.odt") }
        for lead in ["\n", "\u{FEFF}", " \r\n"] {
            #expect(try type(of: Array("\(lead)%PDF-1.4\n".utf8) + [0xFF], named: "a.pdf") == "application/pdf")
        }
        #expect(try type(of: Array("About %PDF-1.4".utf8), named: "a.txt") == "text/plain")
        #expect(try type(of: [0, 0, 0, 8] + Array("moov".utf8) + [0xFF], named: "a.mov") == "video/quicktime")
        #expect(try type(of: [0xFF, 0xFA, 0x90, 0], named: "a.mp3") == "audio/mpeg")
        #expect(try type(of: Array(#"{\rtf1 text}"#.utf8), named: "a.doc") == "application/rtf")
        #expect(try type(of: Array("<html><table>".utf8), named: "grades.xls") == "text/plain")
        #expect(throws: DomainError.self) { try type(of: Array("no table".utf8), named: "grades.xls") }
        #expect(
            try type(of: Array("MZ \u{E9}t\u{E9}".unicodeScalars.map { UInt8($0.value) }), named: "a.txt")
                == "application/octet-stream")
    }

    @Test func programsAreRefusedUnderAnyName() {
        for name in ["a", "a.pdf", "a.txt"] {
            #expect(throws: DomainError.self) { try type(of: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0], named: name) }
            #expect(throws: DomainError.self) { try type(of: [0x4D, 0x5A, 0x90, 0x00], named: name) }
        }
    }
}

struct FileNameTests {
    @Test(arguments: ["a", "notes.txt", "Übung 3 – Lösung.pdf", "a..b", "-rf", "👩\u{200D}🎓.txt", "x.exe.txt", "archive.tar.gz"])
    func anHonestNameIsAccepted(name: String) { #expect(FileName.fault(name) == nil) }

    @Test(arguments: [
        "", " ", ".", "..", ".profile", "a/b", "/a", "a\\b", "a/\u{301}b", "a\u{0}", "a\nb", "a\tb", "a ", " a", "a.",
        "fdp.\u{202E}exe", "a\u{200B}b", "a\u{3164}b.txt", "a.EXE",
        "a.scr", "a\u{2028}b",
    ])
    func aDeceptiveNameIsRefused(name: String) { #expect(FileName.fault(name) != nil) }

    @Test func aNameFitsTheLimitsOfFileSystems() {
        #expect(FileName.fault(String(repeating: "x", count: 200)) == nil)
        #expect(FileName.fault(String(repeating: "x", count: 201)) != nil)
        #expect(FileName.fault(String(repeating: "ä", count: 127)) == nil)
        #expect(FileName.fault(String(repeating: "ä", count: 128)) != nil)
    }
}

struct FileSizeTests {
    static let sizes: [(Int, String)] = [
        (0, "0 B"), (999, "999 B"), (1_000, "1 KiB"), (1_536, "1.5 KiB"), (10_000, "9.8 KiB"), (10_200, "10 KiB"),
        (999 << 10, "999 KiB"), (1_023_447, "999 KiB"), (1_023_487, "999 KiB"), (1_023_488, "1 MiB"), (13_065_257, "12 MiB"),
        (10_188, "9.9 KiB"), (10_189, "10 KiB"),
        (1_000 << 10, "1 MiB"), (3 << 20, "3 MiB"), (25 << 20, "25 MiB"), (250 << 20, "250 MiB"), (5 << 40, "5 TiB"),
        (.max, "8 EiB"),
    ]

    @Test(arguments: sizes)
    func aSizeIsShownInBinaryUnits(bytes: Int, text: String) { #expect(FileSize.text(bytes) == text) }
}
