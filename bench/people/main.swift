import Foundation
import NoteItCore
import NoteItStore

// Writes students into a database: one for each line of input, which holds the ids of sections, in which the student enrolls.
// Prints the ids of the account and of its open session, in the order of the lines.
// usage: bench-people DATABASE [--folder FOLDER]

/// So many wait for a commit at once, which then serves them all.
let together = 128

func student(_ number: Int, of sections: [Section.ID], in store: SQLStore) async throws -> String {
    let new = NewAccount(email: "\(UUID())@example.edu", password: "", displayName: "Person \(number)")
    let account = try await store.register(new, role: .student, password: "none").id
    let session = Session.ID.make(at: Date())
    try await store.open(session, for: account, device: nil, refreshHash: "\(session)", ifPassword: nil)
    _ = try await store.enroll(account, in: sections)
    return "\(account) \(session)"
}

let store = try SQLStore(StoreLocation(CommandLine.arguments[1], folder: CommandLine.arguments.last ?? ""))
let lines = sequence(state: ()) { _ in readLine() }.map { $0.split(separator: " ").compactMap { Section.ID(String($0)) } }
var written = [String](repeating: "", count: lines.count)
for start in stride(from: 0, to: lines.count, by: together) {
    try await withThrowingTaskGroup(of: (Int, String).self) { group in
        for number in start..<min(start + together, lines.count) {
            group.addTask { (number, try await student(number, of: lines[number], in: store)) }
        }
        for try await (number, line) in group { written[number] = line }
    }
}
try store.close()
written.forEach { print($0) }
