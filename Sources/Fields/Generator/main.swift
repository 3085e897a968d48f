// Fields: a build plugin that writes what follows from the fields of a struct. `Plugin` runs this program before a module is
// compiled: fields OUTPUT FILE... [--nouns FILE...] writes an extension for each struct that asks for one, and for each row of the
// store, whose nouns may stand in the files of another module, after --nouns. `DeclarationReader` finds the structs and their stored
// properties by the layout that swift-format enforces; it does not know Swift. `StructDeclaration` writes initializers (`Memberwise`)
// and JSON (`JSONObject`), `RowDeclaration` the columns of a row. A field that cannot be read ends the build.

import Foundation

let (output, files) = (CommandLine.arguments[1], CommandLine.arguments.dropFirst(2))
let own = files.prefix { $0 != "--nouns" }.sorted()
var (structs, nouns): ([StructDeclaration], [String: StructDeclaration]) = ([], [:])
var (rows, members, nested): ([RowDeclaration], [String: RowDeclaration.Members], [String: Set<String>]) = ([], [:], [:])
var importsCore = false

for file in own + files.dropFirst(own.count + 1).sorted() {
    let isOwn = own.contains(file)
    // Only rows need the nouns of other modules.
    if !isOwn, rows.isEmpty { break }
    let reader = try DeclarationReader(file)
    for declaration in reader.structs { nouns[declaration.name] = declaration }
    nested.merge(reader.nested) { $0.union($1) }
    guard isOwn else { continue }
    importsCore = importsCore || reader.importsCore
    structs += reader.structs
    rows += reader.rows
    members.merge(reader.members) { $0.joined(with: $1) }
}

let written = rows.map { ($0.name, $0.text(members[$0.name] ?? .init(), nouns: nouns, nested: nested)) }
let faults = (structs + nouns.values).compactMap(\.fault) + written.filter { $0.1 == nil }.map { "\($0.0): name its Noun" }
guard faults.isEmpty else {
    for fault in faults { print("error: \(fault)") }
    exit(1)
}
let imports = ["import Foundation"] + (importsCore ? ["import NoteItCore"] : [])
let parts = imports + structs.flatMap { $0.extensions(nested: nested) } + written.compactMap(\.1)
let text = parts.joined(separator: "\n\n") + "\n"
// A file that is written anew is compiled anew, and so is each module that needs its own.
if (try? String(contentsOfFile: output, encoding: .utf8)) != text {
    try text.write(toFile: output, atomically: true, encoding: .utf8)
}
