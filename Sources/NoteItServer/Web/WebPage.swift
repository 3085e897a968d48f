import Foundation
import NIOCore

/// The page as it is sent: each file compressed once, and all below a folder that is named after a hash of them, so that browsers
/// keep them for ever and relative imports lead to the same version.
struct WebPage: Sendable {
    struct File: Sendable {
        let mediaType: String
        let plain: ByteBuffer
        /// Nil if the bytes do not shrink.
        let gzip: ByteBuffer?
        /// The entity tag of the plain bytes, without quotes.
        let tag: String

        init(_ bytes: [UInt8], as mediaType: String) {
            self.mediaType = mediaType
            plain = ByteBuffer(bytes: bytes)
            gzip = Gzip.compressed(bytes).map(ByteBuffer.init(bytes:))
            tag = Secret.shortDigest(bytes)
        }
    }

    /// The hash of the paths and the bytes of all files.
    let hash: String
    /// What every room answers.
    let shell: File
    /// What an address without a room answers; nil for a problem document.
    let absent: File?
    /// The service worker; nil while there is none.
    let worker: File?
    private let files: [String: File]

    private static let mediaTypes = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "webmanifest": "application/manifest+json", "svg": "image/svg+xml", "png": "image/png", "ico": "image/x-icon",
    ]
    private static let (shellName, absentName, workerName, listName) = ("index.html", "404.html", "worker.js", "files.json")
    /// A folder may have templates that the shell needs at once in a file. The shell has all of them, in place of the mark.
    private static let templatesName = "templates.html"
    private static let templatesMark = "<!-- The server puts the templates of all folders here. -->"

    /// Nil without the shell.
    /// - Parameter isWhole: whether the list of files has their texts too.
    init?(_ content: [String: [UInt8]], isWhole: Bool) {
        let served = content.filter { Self.isServed($0.key) }
        guard let shell = served[Self.shellName] else { return nil }
        let templates = served.filter { $0.key.hasSuffix("/\(Self.templatesName)") }
        let digests = served.sorted { $0.key < $1.key }.map { "\($0.key) \(Secret.digest($0.value))\n" }
        let hash = String(Secret.shortDigest(digests.joined()).prefix(16))
        var files = served.filter { name, _ in
            ![Self.shellName, Self.absentName, Self.workerName].contains(name) && templates[name] == nil
        }
        files[Self.listName] = Self.list(files, isWhole: isWhole)
        let names = Set(files.keys)
        func addressed(_ bytes: [UInt8], _ name: String) -> File {
            File(Self.addressed(bytes, names, below: "/page/\(hash)/"), as: Self.mediaType(of: name))
        }
        self.hash = hash
        self.shell = addressed(Self.joined(shell, with: templates), Self.shellName)
        absent = served[Self.absentName].map { addressed($0, Self.absentName) }
        worker = served[Self.workerName].map { addressed($0, Self.workerName) }
        self.files = Dictionary(uniqueKeysWithValues: files.map { ($0, File($1, as: Self.mediaType(of: $0))) })
    }

    subscript(path: String) -> File? { files[path] }

    /// Whether browsers get files of this name. Settings and declarations of types are for people who work on the page.
    static func isServed(_ path: String) -> Bool {
        mediaTypes[suffix(of: path)] != nil && !path.split(separator: "/").contains { $0.hasPrefix(".") }
    }

    private static func mediaType(of path: String) -> String { mediaTypes[suffix(of: path)] ?? "application/json" }

    private static func suffix(of path: String) -> String { path.split(separator: ".").last.map(String.init) ?? "" }

    /// What the service worker keeps: the texts of files by their paths, null for one that it fetches by itself. Together they
    /// are three quarters of what they are one by one, and take one request. Files of one kind stand together: zlib looks back 32 KB.
    private static func list(_ files: [String: [UInt8]], isWhole: Bool) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let ordered = files.sorted { (suffix(of: $0.key), $0.key) < (suffix(of: $1.key), $1.key) }
        let entries = ordered.compactMap { name, bytes in
            let text = isWhole ? String(validating: bytes, as: UTF8.self) : nil
            return (try? encoder.encode([name: text])).map { $0.dropFirst().dropLast() }
        }
        return Array("{".utf8) + entries.joined(separator: Array(",".utf8)) + Array("}".utf8)
    }

    /// The shell with the templates of all folders, in the order of their paths.
    private static func joined(_ shell: [UInt8], with templates: [String: [UInt8]]) -> [UInt8] {
        let all = templates.sorted { $0.key < $1.key }.flatMap(\.value)
        let text = String(decoding: shell, as: UTF8.self)
        return Array(text.replacing(templatesMark, with: String(decoding: all, as: UTF8.self), maxReplacements: 1).utf8)
    }

    /// The text with the address of each file in place of its quoted name, such as `"style/tokens.css"` or `'./main.js'`.
    private static func addressed(_ bytes: [UInt8], _ names: Set<String>, below folder: String) -> [UInt8] {
        let text = String(decoding: bytes, as: UTF8.self)
        let whole = text.replacing(#/(["'])(?:\.\/)?([\w.\/\-]+)\1/#) { match in
            let (quote, name) = (match.output.1, match.output.2)
            return names.contains(String(name)) ? "\(quote)\(folder)\(name)\(quote)" : String(match.output.0)
        }
        return Array(whole.utf8)
    }
}
