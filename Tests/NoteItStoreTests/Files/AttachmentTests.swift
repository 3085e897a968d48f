import Foundation
import NoteItCore
import Testing

import struct NoteItCore.Attachment

@testable import NoteItStore

/// Stored files: one for each content, kept as long as their posts.
struct AttachmentTests {
    private struct Parts: AsyncSequence, Sendable {
        typealias Element = [UInt8]
        var parts: [[UInt8]]
        var failure: (any Error)?

        struct Iterator: AsyncIteratorProtocol {
            var rest: ArraySlice<[UInt8]>
            var failure: (any Error)?

            mutating func next() async throws -> [UInt8]? {
                if rest.isEmpty, let failure { throw failure }
                return rest.popFirst()
            }
        }

        func makeAsyncIterator() -> Iterator { Iterator(rest: parts[...], failure: failure) }
    }

    private func send(
        _ text: String, to campus: Campus, by account: Account.ID, id: Attachment.ID? = nil,
        limits: AttachmentLimits = AttachmentLimits()
    ) async throws -> Attachment {
        let new = NewAttachment(id: id, name: "notes.txt")
        return try await campus.store.upload(new, bytes: Parts(parts: [Array(text.utf8)]), limits: limits, by: account)
            .attachment
    }

    private func files(_ campus: Campus) -> [String] {
        let folder = URL(filePath: campus.path + ".files")
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        return found.filter { !$0.hasDirectoryPath }.map(\.lastPathComponent).sorted()
    }

    @Test func equalContentsAreStoredOnce() async throws {
        try await Campus.with { campus in
            let (ada, bob) = try await (campus.person("ada"), campus.person("bob"))
            let first = try await send("the same", to: campus, by: ada)
            let second = try await send("the same", to: campus, by: bob)
            #expect(first.id != second.id && first.sha256 == second.sha256)
            #expect(files(campus) == [first.sha256])
            #expect(try await campus.store.check() == [])
        }
    }

    @Test func aPostIsAnsweredWithItsFilesAsItIsReadLater() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let first = try await send("first", to: campus, by: ada)
            let second = try await send("second", to: campus, by: ada)
            let new = NewEvent(title: "Lab", attachments: [second.id, first.id])
            let posted = try await campus.store.post(new, in: Campus.course, by: ada).event
            #expect(posted.attachments == [second, first])
            #expect(try await campus.store.event(posted.id, by: ada) == posted)
        }
    }

    @Test func anUploadThatFailsLeavesNothing() async throws {
        struct Broken: Error {}
        try await Campus.with { campus in
            let ada = try await campus.person("ada")
            let new = NewAttachment(name: "notes.txt")
            await #expect(throws: Broken.self) {
                _ = try await campus.store.upload(
                    new, bytes: Parts(parts: [[1, 2], [3]], failure: Broken()), limits: AttachmentLimits(), by: ada)
            }
            await #expect(throws: DomainError.self) {
                _ = try await send("too long", to: campus, by: ada, limits: AttachmentLimits(file: 7))
            }
            await #expect(throws: DomainError.self) { _ = try await send("", to: campus, by: ada) }
            #expect(files(campus) == [])
            let fits = try await send("fits", to: campus, by: ada, limits: AttachmentLimits(file: 4, account: 4))
            await #expect(throws: DomainError.self) {
                _ = try await send("x", to: campus, by: ada, limits: AttachmentLimits(file: 4, account: 4))
            }
            #expect(files(campus) == [fits.sha256])
        }
    }

    @Test func oneHundredAtOnceStayWithinTheQuota() async throws {
        try await Campus.with { campus in
            let ada = try await campus.person("ada")
            let limits = AttachmentLimits(file: 10, account: 50)
            let stored = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        (try? await send(String(format: "%010d", number % 7), to: campus, by: ada, limits: limits)) != nil
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(stored == 5)
            #expect(try await campus.store.check() == [])
        }
    }

    @Test func collectingDeletesOnlyFilesThatAreDue() async throws {
        try await Campus.with { campus in
            let (ada, staff) = try await (campus.student("ada", in: [Campus.sections[0]]), campus.person("grace"))
            _ = try await campus.store.grantStaff(to: .email("grace@example.edu"), in: Campus.course, sections: [], by: nil)
            let names = ["free", "used", "removed", "deleted", "edited away"]
            var sent: [String: Attachment] = [:]
            for name in names { sent[name] = try await send(name, to: campus, by: ada) }
            func id(_ name: String) throws -> Attachment.ID { try #require(sent[name]).id }
            func post(_ name: String) async throws -> Event {
                let new = NewEvent(title: name, attachments: [try id(name)])
                return try await campus.store.post(new, in: Campus.course, by: ada).event
            }
            _ = try await post("used")
            let (removed, deleted, edited) = try await (post("removed"), post("deleted"), post("edited away"))
            try await campus.store.delete(removed.id, reason: "off topic", ifRev: nil, by: staff)
            try await campus.store.delete(deleted.id, reason: nil, ifRev: nil, by: ada)
            #expect(files(campus).count == 4, "what its author deletes goes at once")
            campus.clock.advance(3_600)
            _ = try await campus.store.edit(edited.id, with: EventPatch(attachments: []), ifRev: nil, by: ada)
            campus.clock.advance(86_400 - 3_600 + 1)
            #expect(try await campus.store.collectAttachments() == 1)
            #expect(Set(files(campus)) == Set(["used", "removed", "edited away"].compactMap { sent[$0]?.sha256 }))
            campus.clock.advance(3_600)
            #expect(try await campus.store.collectAttachments() == 1)
            campus.clock.advance(30 * 86_400)
            #expect(try await campus.store.collectAttachments() == 1)
            #expect(files(campus) == [try #require(sent["used"]).sha256])
            #expect(try await campus.store.check() == [])
        }
    }

    @Test func aRemovedPostKeepsItsFilesWhileItMayBeRestored() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            _ = try await campus.person("grace")
            let staff = try await campus.store.grantStaff(
                to: .email("grace@example.edu"), in: Campus.course, sections: [], by: nil)
            #expect(staff.created)
            let file = try await send("evidence", to: campus, by: ada)
            let event = try await campus.store.post(NewEvent(title: "x", attachments: [file.id]), in: Campus.course, by: ada)
                .event
            let grace = try #require(try await campus.store.credentials(email: "grace@example.edu")).account.id
            try await campus.store.delete(event.id, reason: "off topic", ifRev: nil, by: grace)
            for person in [ada, grace] {
                await #expect(throws: DomainError.self) { _ = try await campus.store.attachment(file.id, by: person) }
            }
            campus.clock.advance(29 * 86_400)
            #expect(try await campus.store.collectAttachments() == 0)
            #expect(files(campus) == [file.sha256])
        }
    }

    @Test func theCheckFindsTampering() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let file = try await send("content", to: campus, by: ada)
            _ = try await campus.store.post(NewEvent(title: "x", attachments: [file.id]), in: Campus.course, by: ada)
            try await campus.execute("UPDATE attachment SET position = 1")
            #expect(try await campus.store.check().contains { $0.contains("not numbered from 0") })
        }
    }
}
