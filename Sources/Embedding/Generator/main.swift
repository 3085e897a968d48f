import Foundation

// embed OUTPUT FOLDER PATH...: writes Swift that holds the files of a folder, in Base64.
// embed OUTPUT --texts FILE...: writes Swift that holds texts, each in a constant of its file's name, and the steps of schemas: the
// texts of `NAME_2.sql`, `NAME_3.sql` and so on in `NAMEs`.
//
// An array of bytes, as SwiftPM's `embedInCode` writes it, has an instruction for each byte, and each pass of the optimizer visits
// them all: two minutes for `openapi.yaml`.

func pages(of folder: URL, _ paths: [String]) throws -> String {
    let entries = try paths.map { path in
        "        \"\(path)\":\n            \"\(try Data(contentsOf: folder.appending(path: path)).base64EncodedString())\",\n"
    }
    return "extension PageFiles {\n    static let encoded: [String: String] = [\n\(entries.joined())    ]\n}\n"
}

struct MissingStep: Error { let needed: String }

func texts(_ files: [URL]) throws -> String {
    let names = files.map { $0.lastPathComponent.replacing(".", with: "_") }
    let constants = try zip(names, files).map { name, file in
        "    static let \(name) = \(try String(contentsOf: file, encoding: .utf8).debugDescription)\n"
    }
    var steps: [Substring: [Int]] = [:]
    for name in names {
        if let found = name.wholeMatch(of: /(.*step)_([0-9]+)_sql/), let number = Int(found.2) {
            steps[found.1, default: []].append(number)
        }
    }
    let lists = try steps.sorted { $0.key < $1.key }.map { name, numbers in
        // A gap, or a step of one engine alone, would give databases a wrong version.
        let count = steps.values.map(\.count).max() ?? 0
        guard numbers.sorted() == Array(2..<count + 2) else {
            throw MissingStep(needed: "\(name)_2.sql to \(name)_\(count + 1).sql")
        }
        return "    static let \(name)s = [\(numbers.sorted().map { "\(name)_\($0)_sql" }.joined(separator: ", "))]\n"
    }
    return "enum EmbeddedTexts {\n\((constants + lists).joined())}\n"
}

let (output, source, rest) = (CommandLine.arguments[1], CommandLine.arguments[2], Array(CommandLine.arguments.dropFirst(3)))
let text = source == "--texts" ? try texts(rest.map { URL(filePath: $0) }) : try pages(of: URL(filePath: source), rest)
// A file that is written anew is compiled anew.
if (try? String(contentsOfFile: output, encoding: .utf8)) != text {
    try text.write(toFile: output, atomically: true, encoding: .utf8)
}
