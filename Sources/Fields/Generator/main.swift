import Foundation

// fields OUTPUT FILE...: writes an extension for each struct that asks for one.

let (output, files) = (CommandLine.arguments[1], CommandLine.arguments.dropFirst(2).sorted())
var (structs, nested): ([StructDeclaration], [String: Set<String>]) = ([], [:])
for file in files {
    var reader = DeclarationReader()
    for line in try String(contentsOf: URL(filePath: file), encoding: .utf8).split(separator: "\n") { reader.read(line) }
    structs += reader.structs
    nested.merge(reader.nested) { $0.union($1) }
}
let faults = structs.compactMap(\.fault)
guard faults.isEmpty else {
    for fault in faults { print("error: \(fault)") }
    exit(1)
}
try (["import Foundation"] + structs.flatMap { $0.extensions(nested: nested) }).joined(separator: "\n\n").appending("\n")
    .write(toFile: output, atomically: true, encoding: .utf8)
