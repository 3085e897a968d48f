/// `Content-Disposition` (RFC 6266): what a file is called when it is saved. It is never shown in place.
enum ContentDisposition {
    /// With the name in plain ASCII for old clients, and as it is (RFC 8187) for the others.
    static func attachment(_ name: String) -> String {
        let plain = String(String.UnicodeScalarView(name.unicodeScalars.map { isPlain($0) ? $0 : "_" }))
        guard plain != name else { return #"attachment; filename="\#(name)""# }
        return #"attachment; filename="\#(plain)"; filename*=UTF-8''\#(encoded(name))"#
    }

    /// What stands in a quoted string as itself and is not decoded by anyone.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        (0x20..<0x7F).contains(scalar.value) && scalar != "\"" && scalar != "\\" && scalar != "%"
    }

    /// `attr-char` of RFC 8187, section 3.2.1, as it is; all else as bytes of UTF-8.
    private static func encoded(_ name: String) -> String {
        name.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isLetter = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
            if isLetter || "!#$&+-.^_`|~".unicodeScalars.contains(scalar) { return String(scalar) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}
