import NoteItCore
import Testing

@testable import NoteItStore

struct HandleTests {
    @Test func equalNamesAreNumbered() async throws {
        try await Campus.with { campus in
            let found = try await handles(of: ["Ada Lovelace", "Ada Lovelace", "ADA  lovelace", "Ada"], campus)
            #expect(found == ["ada.lovelace", "ada.lovelace2", "ada.lovelace3", "ada"])
        }
    }

    @Test func aHugeNumberInANameDoesNotDriveTheNumbering() async throws {
        try await Campus.with { campus in
            let found = try await handles(of: ["Ada", "Ada9223372036854775807", "Ada", "Ada"], campus)
            #expect(found == ["ada", "ada9223372036854775807", "ada2", "ada3"])
        }
    }

    @Test func everyNameGivesAHandle() async throws {
        try await Campus.with { campus in
            let names = ["Ádám Ö.", "李明", "👩‍🏫", "...", String(repeating: "long ", count: 16)]
            let found = try await handles(of: names, campus)
            #expect(found == ["adam.o", "li.ming", "member", "member2", "long.long.long.long.long.long"])
        }
    }

    private func handles(of names: [String], _ campus: Campus) async throws -> [String?] {
        var handles: [String?] = []
        for (number, name) in names.enumerated() {
            let new = NewAccount(email: "\(number)@example.edu", password: "", displayName: name)
            handles.append(try await campus.store.register(new, role: .student, password: "hash").handle)
        }
        return handles
    }
}

/// Former staff may not write as staff.
struct FormerStaffTests {
    @Test func aFormerMemberOfStaffCannotAmendANotice() async throws {
        try await Campus.with { campus in
            let ada = try await campus.person("ada")
            _ = try await campus.store.grantStaff(to: .email("ada@example.edu"), in: Campus.course, sections: [], by: nil)
            let notice = try await campus.store.post(NewEvent(title: "Room", kind: .notice), in: Campus.course, by: ada).event
            try await campus.store.revokeStaff(of: .email("ada@example.edu"), in: Campus.course, sections: [], by: nil)
            _ = try await campus.store.enroll(ada, in: [Campus.sections[0]])
            await #expect(throws: DomainError.self) {
                try await campus.store.edit(notice.id, with: EventPatch(body: "Cancelled"), ifRev: nil, by: ada)
            }
            #expect(try await campus.store.receipts(of: notice.id, by: ada) == NoticeReceipts(people: 0, seen: 0))
        }
    }
}
