import Foundation

// embed OUTPUT FOLDER PATH...: writes Swift that holds the files of a folder, in Base64.

let (output, folder) = (CommandLine.arguments[1], URL(filePath: CommandLine.arguments[2]))
let entries = try CommandLine.arguments.dropFirst(3).map { path in
    "        \"\(path)\":\n            \"\(try Data(contentsOf: folder.appending(path: path)).base64EncodedString())\",\n"
}
try "extension PageFiles {\n    static let encoded: [String: String] = [\n\(entries.joined())    ]\n}\n"
    .write(toFile: output, atomically: true, encoding: .utf8)
