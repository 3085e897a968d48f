import Foundation
import NoteItCore
import Testing

@testable import NoteItClient

struct ChangeBatchTests {
    private func batch(_ json: String) throws -> ChangeBatch {
        let response = HTTPResponse(
            status: 200, fields: ["content-type": "application/json"], body: Data(json.utf8))
        return try RawChangePage(response).batch(from: LogCursor(epoch: "e", offset: 1))
    }

    @Test func changesArePassedOnByteForByte() throws {
        let changes = [
            #"{"op":"remove","type":"event","id":"a\"],{\\"}"#,
            #"{"op":"upsert", "type":"poll","body":{"x":[1,[2],{}],"é":null}}"#,
        ]
        let page = try batch(
            #"{"more" : false, "x": {"changes":[1]}, "changes": [\#(changes[0]) , \#(changes[1])], "cursor":"e.9"}"#)
        #expect(page.changes.map(\.json) == changes)
        #expect(page.changes.map(\.change) == [.remove(.event, id: #"a"],{\"#), .unknown])
        #expect(page.to == LogCursor(epoch: "e", offset: 9))
    }

    @Test func aPageMayBeEmpty() throws {
        #expect(try batch(#"{"changes":[ ],"cursor":"e.9","more":true}"#).changes.isEmpty)
    }

    @Test(arguments: [
        #"{"changes":[1],"cursor":"e.9","more":true}"#, #"{"changes":{},"cursor":"e.9","more":true}"#,
        #"{"changes":[],"cursor":"?","more":true}"#, #"{"cursor":"e.9","more":true}"#, "[]", "",
    ])
    func anInvalidPageOfChangesIsRejected(json: String) { #expect(throws: ClientError.self) { try batch(json) } }

    @Test func aChangeOnSeveralLinesIsJoinedIntoOne() throws {
        #expect(try ReceivedChange(json: "{\"op\":\r\n\"x\"\n}").json == "{\"op\": \"x\" }")
    }
}
