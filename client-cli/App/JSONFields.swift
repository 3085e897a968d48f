import ArgumentParser
import Foundation
import NoteItCore
import NoteItTerminal

/// A command whose `--json` takes the names of the fields to write.
protocol ChoosesFields: ParsableCommand {
    /// The fields of what it writes: of each item, if it writes a list.
    static var jsonFields: [String] { get }
    /// Whether it takes words to search for: a word after `--json` that names no fields is then one of them. All other commands
    /// refuse it.
    static var searchesWords: Bool { get }
}

extension ChoosesFields {
    static var searchesWords: Bool { false }
}

/// The names of fields, as the wire types write them. They are stable: later versions add names and change none.
enum JSONFields {
    static let event = fields(of: Event.fieldNames, and: ["done", "reference", "unread", "waiting"])
    static let reply = fields(of: Reply.fieldNames, and: ["reference"])
    static let member = ["displayName", "email", "handle", "id", "places", "role"]
    static let timetable = ["courses", "createdAt", "editedAt", "id", "name", "rev", "sections", "shared", "term"]

    /// The fields of a noun, without what only the answer to a write has, and those that `noteit` adds.
    static func fields(of noun: [String], and others: [String]) -> [String] {
        (noun.filter { $0 != "unknownMentions" } + others).sorted()
    }
}

extension Console {
    /// - Parameter fields: nil for all.
    func writeJSON(_ value: some Encodable, fields: [String]?) throws {
        let encoder = JSONCoding.encoder()
        if Console.outputIsTerminal { encoder.outputFormatting.insert(.prettyPrinted) }
        let data = try fields.map { try encoder.encode(JSONValue(value).choosing($0)) } ?? encoder.encode(value)
        raw(String(decoding: data, as: UTF8.self).terminalSafeJSON + "\n")
    }
}
