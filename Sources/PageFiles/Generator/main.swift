import Foundation

// embed OUTPUT FOLDER PATH...: writes Swift that holds the files of a folder, in Base64.

let (output, folder) = (CommandLine.arguments[1], URL(filePath: CommandLine.arguments[2]))
let entries = try CommandLine.arguments.dropFirst(3).map { path in
    "        \"\(path)\":\n            \"\(try Data(contentsOf: folder.appending(path: path)).base64EncodedString())\",\n"
}
let text = "extension PageFiles {\n    static let encoded: [String: String] = [\n\(entries.joined())    ]\n}\n"
// A file that is written anew is compiled anew.
if (try? String(contentsOfFile: output, encoding: .utf8)) != text {
    try text.write(toFile: output, atomically: true, encoding: .utf8)
}
