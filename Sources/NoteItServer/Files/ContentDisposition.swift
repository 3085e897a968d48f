import NoteItCore

/// `Content-Disposition` (RFC 6266): the name under which a file is saved. A browser never shows it in place.
enum ContentDisposition {
    /// The header's value for a download: the name in ASCII for old clients, and in full (RFC 8187) for others.
    static func attachment(_ name: String) -> String {
        let plain = String(String.UnicodeScalarView(name.unicodeScalars.map { isPlain($0) ? $0 : "_" }))
        guard plain != name else { return #"attachment; filename="\#(name)""# }
        return #"attachment; filename="\#(plain)"; filename*=UTF-8''\#(encoded(name))"#
    }

    /// Whether a quoted string holds it as itself, and no client decodes it.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        (0x20..<0x7F).contains(scalar.value) && scalar != "\"" && scalar != "\\" && scalar != "%"
    }

    /// Keeps `attr-char` (RFC 8187, section 3.2.1) and percent-encodes all other bytes.
    private static func encoded(_ name: String) -> String {
        name.percentEncoded { $0.isASCIILetterOrDigit || "!#$&+-.^_`|~".utf8.contains($0) }
    }
}
