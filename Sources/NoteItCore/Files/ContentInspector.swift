/// Finds a file's media type from its bytes as they arrive. The sender's claims do not count.
///
/// A file of a known form begins with a signature (from the form's specification). A file that is all UTF-8 is plain text, even
/// if it is HTML or SVG, so that no browser runs it as a page. Any other file is plain bytes. Archives are not opened.
public struct ContentInspector: Sendable {
    /// The bytes in which all signatures lie; the last is tar's, at 257.
    private static let beginningLength = 1_024
    private var beginning: [UInt8] = []
    private var isText = true
    /// The first bytes of a character whose rest has not arrived yet.
    private var carried: [UInt8] = []

    public init() {}

    public mutating func read(_ bytes: [UInt8]) {
        if beginning.count < Self.beginningLength { beginning += bytes.prefix(Self.beginningLength - beginning.count) }
        guard isText else { return }
        let all = carried + bytes
        let end = all.count - Self.unfinished(all)
        isText = !all.contains(0) && String(validating: all[..<end], as: UTF8.self) != nil
        carried = Array(all[end...])
    }

    /// The number of bytes at the end that begin an incomplete UTF-8 character.
    private static func unfinished(_ bytes: [UInt8]) -> Int {
        for back in 1...3 where back <= bytes.count {
            let byte = bytes[bytes.count - back]
            if byte & 0xC0 == 0x80 { continue }
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return length > back ? back : 0
        }
        return 0
    }

    /// The media type of the bytes read. Throws `.unsupported` for programs, and for a file whose name claims another form.
    public func mediaType(named name: String) throws(DomainError) -> String {
        let suffix = FileName.suffix(of: name)
        let form = FileForm.all.first { $0.fits(beginning) && ($0.mayBeText || !isWholeText) }
        if form?.isProgram == true {
            throw .unsupported("\(name) is a program. Share its source instead.")
        }
        // Grade books export tables of HTML as .xls, which spreadsheets open.
        if suffix == "xls", isWholeText, FileForm.afterSpace(beginning).first == UInt8(ascii: "<") { return "text/plain" }
        let type = form?.types[suffix] ?? form?.type ?? (isWholeText ? "text/plain" : "application/octet-stream")
        if FileForm.claims[suffix] != nil, form?.types[suffix] == nil {
            throw .unsupported(
                "\(name) is not really \(FileName.kind(suffix)): its content is \(type). Send it under another name.")
        }
        return type
    }

    private var isWholeText: Bool { isText && carried.isEmpty }
}

/// A form of file that is known by its first bytes.
private struct FileForm {
    /// Runs of bytes, each with its offset.
    var signature: [(offset: Int, bytes: [UInt8])]
    var type: String
    /// The media type for each ending. The ending tells apart forms that share a container, such as documents in a ZIP.
    var types: [String: String]
    var isProgram = false
    /// Whether a zero byte must be near the beginning.
    var hasZero = false
    /// Whether a file of this form may be all UTF-8. A text that begins like any other form is still a text.
    var mayBeText = false

    init(_ signature: [(Int, [UInt8])], _ type: String, _ suffixes: String = "", other: [String: String] = [:]) {
        self.signature = signature
        self.type = type
        types = other
        for suffix in suffixes.split(separator: " ") { types[String(suffix)] = type }
    }

    init(_ text: String, at offset: Int = 0, _ type: String, _ suffixes: String = "", other: [String: String] = [:]) {
        self.init([(offset, Array(text.utf8))], type, suffixes, other: other)
    }

    init(textual signature: String, _ type: String, _ suffixes: String) {
        self.init(signature, type, suffixes)
        mayBeText = true
    }

    /// - Parameter isBinary: whether the signature is also how a text may begin: only with a zero byte is it a program.
    init(program bytes: [UInt8], isBinary: Bool = false) {
        self.init([(0, bytes)], "application/octet-stream")
        isProgram = true
        hasZero = isBinary
    }

    /// The beginning without a byte order mark and white space, which readers skip.
    static func afterSpace(_ beginning: [UInt8]) -> ArraySlice<UInt8> {
        let rest = beginning.starts(with: [0xEF, 0xBB, 0xBF]) ? beginning[3...] : beginning[...]
        return rest.drop { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
    }

    func fits(_ beginning: [UInt8]) -> Bool {
        if hasZero, !beginning.contains(0) { return false }
        if mayBeText {
            let rest = Self.afterSpace(beginning)
            return signature.allSatisfy { rest.dropFirst($0.offset).starts(with: $0.bytes) }
        }
        return signature.allSatisfy { beginning.dropFirst($0.offset).starts(with: $0.bytes) }
    }

    /// The media type that each ending claims. Endings of plain text claim nothing.
    static let claims = Dictionary(all.flatMap(\.types), uniquingKeysWith: { first, _ in first })

    static let all = documents + archives + media + programs

    private static let documents = [
        FileForm(textual: "%PDF-", "application/pdf", "pdf"),
        FileForm(textual: #"{\rtf"#, "application/rtf", "rtf doc"),
        FileForm("SQLite format 3\u{0}", "application/vnd.sqlite3", "sqlite sqlite3"),
        FileForm(
            [(0, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])], "application/x-ole-storage",
            other: [
                "doc": "application/msword", "xls": "application/vnd.ms-excel", "ppt": "application/vnd.ms-powerpoint",
            ].merging(locked) { first, _ in first }),
    ]

    /// Office puts a document with a password into a container of the old form.
    private static let locked = zipped.filter { ["docx", "xlsx", "pptx"].contains($0.key) }

    private static let zipped = [
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "odt": "application/vnd.oasis.opendocument.text", "ods": "application/vnd.oasis.opendocument.spreadsheet",
        "odp": "application/vnd.oasis.opendocument.presentation", "epub": "application/epub+zip",
    ]

    private static let archives = [
        FileForm("PK\u{3}\u{4}", "application/zip", "zip", other: zipped), FileForm("PK\u{5}\u{6}", "application/zip", "zip"),
        FileForm([(0, [0x1F, 0x8B])], "application/gzip", "gz tgz"), FileForm("BZh", "application/x-bzip2", "bz2"),
        FileForm([(0, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00])], "application/x-xz", "xz"),
        FileForm([(0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C])], "application/x-7z-compressed", "7z"),
        FileForm([(0, [0x28, 0xB5, 0x2F, 0xFD])], "application/zstd", "zst"),
        FileForm("ustar", at: 257, "application/x-tar", "tar"),
    ]

    private static let media = [
        FileForm([(0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])], "image/png", "png"),
        FileForm([(0, [0xFF, 0xD8, 0xFF])], "image/jpeg", "jpg jpeg"), FileForm("GIF87a", "image/gif", "gif"),
        FileForm("GIF89a", "image/gif", "gif"),
        FileForm([(0, Array("RIFF".utf8)), (8, Array("WEBP".utf8))], "image/webp", "webp"),
        FileForm([(0, Array("RIFF".utf8)), (8, Array("WAVE".utf8))], "audio/wav", "wav"),
        FileForm(
            "ftyp", at: 4, "video/mp4", "mp4 m4v",
            other: ["mov": "video/quicktime", "m4a": "audio/mp4", "heic": "image/heic", "avif": "image/avif"]),
        // QuickTime without `ftyp`, of older cameras.
        FileForm("moov", at: 4, "video/quicktime", "mov"), FileForm("mdat", at: 4, "video/quicktime", "mov"),
        FileForm([(0, [0x1A, 0x45, 0xDF, 0xA3])], "video/x-matroska", "mkv", other: ["webm": "video/webm"]),
        FileForm("OggS", "application/ogg", "ogg ogv oga opus"), FileForm("ID3", "audio/mpeg", "mp3"),
        FileForm([(0, [0xFF, 0xFB])], "audio/mpeg", "mp3"), FileForm([(0, [0xFF, 0xF3])], "audio/mpeg", "mp3"),
        FileForm([(0, [0xFF, 0xFA])], "audio/mpeg", "mp3"), FileForm([(0, [0xFF, 0xF2])], "audio/mpeg", "mp3"),
    ]

    /// ELF; PE; Mach-O of both sizes and byte orders; Java classes and fat Mach-O; Android's; WebAssembly; Windows shortcuts.
    private static let programs = [
        FileForm(program: [0x7F, 0x45, 0x4C, 0x46]), FileForm(program: [0x4D, 0x5A], isBinary: true),
        FileForm(program: [0xFE, 0xED, 0xFA, 0xCE]), FileForm(program: [0xFE, 0xED, 0xFA, 0xCF]),
        FileForm(program: [0xCE, 0xFA, 0xED, 0xFE]), FileForm(program: [0xCF, 0xFA, 0xED, 0xFE]),
        FileForm(program: [0xCA, 0xFE, 0xBA, 0xBE]), FileForm(program: [0x64, 0x65, 0x78, 0x0A]),
        FileForm(program: [0x00, 0x61, 0x73, 0x6D]), FileForm(program: [0x4C, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02, 0x00]),
    ]
}
