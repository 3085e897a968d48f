/// The modules that the shell needs at once, as one file, and so its style sheets. A browser takes longer over each request than
/// over the bytes that it brings, from a disk too.
///
/// `index.html` says which they are: its `modulepreload` links, and the module that its `script` names. In the file, a module is a
/// block between lines that say which. What it exports is a property of `$0`, `$1`, ..., and what imports one takes it from there;
/// so do the modules that are loaded later. The last is a function, since nobody shall wait for what it awaits.
struct JoinedModules {
    static let (scriptName, sheetName) = ("shell/joined.js", "style/joined.css")
    private static let shellName = "index.html"

    private let files: [String: [UInt8]]
    /// The modules that were joined: the number of each.
    private var numbers: [String: Int] = [:]
    private var blocks: [String] = []

    /// The files with the joined ones in place of those that they are made of; as they are if there is nothing to join, or the
    /// modules are written in a way that is not known here.
    static func joined(from files: [String: [UInt8]]) -> [String: [UInt8]] {
        guard let shell = files[shellName] else { return files }
        let links = ShellLinks(String(decoding: shell, as: UTF8.self))
        guard let entry = links.script, !links.modules.isEmpty else { return files }
        var modules = JoinedModules(files: files)
        for name in links.modules { guard modules.join(name) else { return files } }
        guard modules.join(entry, isEntry: true), modules.blocks.count == links.modules.count + 1 else { return files }
        return modules.replaced(links)
    }

    private init(files: [String: [UInt8]]) { self.files = files }

    private func replaced(_ links: ShellLinks) -> [String: [UInt8]] {
        var all = files.filter { numbers[$0.key] == nil && !links.sheets.contains($0.key) }
        for (name, bytes) in all where name.hasSuffix(".js") { all[name] = later(name, bytes) }
        let places = numbers.values.sorted().map { "$\($0) = {}" }.joined(separator: ", ")
        all[Self.scriptName] = Array("export const \(places)\n\(blocks.joined())".utf8)
        all[Self.sheetName] = links.sheets.flatMap { files[$0] ?? [] }
        all[Self.shellName] = Array(links.shell(script: Self.scriptName, sheet: Self.sheetName).utf8)
        return all
    }

    /// Adds a module after those that it imports. False if that cannot be done.
    private mutating func join(_ name: String, isEntry: Bool = false) -> Bool {
        if let known = numbers[name] { return known >= 0 }
        guard let bytes = files[name] else { return false }
        // Whoever imports it before it is there goes in a circle.
        numbers[name] = -1
        let lines = Self.lines(bytes)
        for line in lines { if let from = Import(line)?.path, !join(Self.path(from, in: name)) { return false } }
        var (text, exports) = ("", [String]())
        for line in lines {
            if let taken = Import(line) {
                text += "const { \(taken.properties) } = $\(numbers[Self.path(taken.path, in: name)] ?? 0);"
            } else if line.starts(with: "export ".utf8) {
                guard let exported = Self.exported(line) else { return false }
                exports.append(exported)
                text += Self.text(line.dropFirst(7))
            } else {
                text += Self.text(line)
            }
            text += "\n"
        }
        let number = blocks.count
        numbers[name] = number
        let (begin, end) = isEntry ? ("void (async () => {", "})()") : ("{", "}")
        blocks.append(
            "\(begin) // \(name)\n\(located(text, in: name))Object.assign($\(number), { \(exports.joined(separator: ", ")) })\n\(end)\n"
        )
        return true
    }

    /// A joined text with its `import('./other.js')` as seen from where it stands now.
    private func located(_ text: String, in name: String) -> String {
        let parts = text.split(separator: "import('", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts[0])) { whole, part in
            guard let end = part.firstIndex(of: "'") else { return whole += "import('\(part)" }
            let path = Self.path(String(part[..<end]), in: name)
            if let number = numbers[path], part[end...].hasPrefix("')") {
                whole += "Promise.resolve($\(number)\(part[part.index(after: end)...])"
            } else {
                whole += "import('../\(path)\(part[end...])"
            }
        }
    }

    /// A module that is loaded later: it takes what was joined from there. Lines stay lines.
    private func later(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let up = name.split(separator: "/").dropFirst().map { _ in "../" }.joined()
        return Array(
            Self.lines(bytes).map { line in
                guard let taken = Import(line), let number = numbers[Self.path(taken.path, in: name)] else {
                    return Array(line)
                }
                let from = "\(up.isEmpty ? "./" : up)\(Self.scriptName)"
                return Array("import { $\(number) } from '\(from)'; const { \(taken.properties) } = $\(number);".utf8)
            }.joined(separator: [UInt8(ascii: "\n")]))
    }

    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String { String(decoding: line, as: UTF8.self) }

    /// `one` of `export async function one() {`; nil if the line exports in another way.
    private static func exported(_ line: ArraySlice<UInt8>) -> String? {
        var words = text(line).split { !($0.isLetter || $0.isNumber || $0 == "$" || $0 == "_" || $0 == "*") }.dropFirst()
        if words.first == "async" { words.removeFirst() }
        guard let kind = words.popFirst(), ["function", "function*", "class", "const"].contains(kind) else { return nil }
        return words.first.map(String.init)
    }

    /// `platform/lists.js` for `../platform/lists.js` in `shell/rooms.js`.
    private static func path(_ path: String, in name: String) -> String {
        var parts = name.split(separator: "/").dropLast()
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }
}

/// A line such as `import { one, two as other } from './path.js'`.
private struct Import {
    let path: String
    /// `one, two: other`.
    let properties: String

    init?(_ line: ArraySlice<UInt8>) {
        guard line.starts(with: "import { ".utf8) else { return nil }
        let parts = String(decoding: line, as: UTF8.self).split(separator: "'")
        guard parts.count == 2, parts[0].hasSuffix(" } from ") else { return nil }
        path = String(parts[1])
        properties = String(parts[0].dropFirst("import { ".count).dropLast(" } from ".count)).replacing(" as ", with: ": ")
    }
}

/// What the shell names: each link stands on a line of its own.
private struct ShellLinks {
    private(set) var modules: [String] = []
    private(set) var sheets: [String] = []
    private(set) var script: String?
    private let lines: [Substring]

    init(_ shell: String) {
        lines = shell.split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines {
            if let name = Self.module(line) { modules.append(name) }
            if let name = Self.sheet(line) { sheets.append(name) }
            if let name = Self.script(line) { script = name }
        }
    }

    /// The shell with other names.
    func shell(script: String, sheet: String) -> String {
        lines.compactMap { line -> String? in
            if Self.module(line) != nil { return nil }
            if let name = Self.sheet(line) { return name == sheets.first ? String(line).replacing(name, with: sheet) : nil }
            return Self.script(line).map { String(line).replacing($0, with: script) } ?? String(line)
        }.joined(separator: "\n")
    }

    private static func module(_ line: Substring) -> String? { value(in: line, after: #"<link rel="modulepreload" href=""#) }
    private static func sheet(_ line: Substring) -> String? { value(in: line, after: #"<link rel="stylesheet" href=""#) }
    private static func script(_ line: Substring) -> String? {
        value(in: line, after: #"<script type="module" src=""#)
            ?? value(in: line, after: #"<script type="module" blocking="render" src=""#)
    }

    private static func value(in line: Substring, after start: String) -> String? {
        let line = line.drop { $0 == " " }
        return line.hasPrefix(start) ? line.dropFirst(start.count).split(separator: "\"").first.map(String.init) : nil
    }
}
