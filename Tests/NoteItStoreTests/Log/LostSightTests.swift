import NoteItCore
import NoteItStore
import Testing

/// What was lost from sight while somebody was away, or belongs to nobody else any more, is in step on return.
struct LostSightTests {
    @Test(arguments: [false, true]) func whatWasDeletedBeforeANewPlaceIsRemovedFromACopy(isReply: Bool) async throws {
        try await Lab.with { lab in
            let reply = try await lab.store.reply(NewReply(body: "At ten"), to: lab.event, by: lab.ada).reply.id
            var copy = Replica(of: lab.ben)
            try await copy.begin(from: lab.store, limit: 9)
            try await lab.store.drop(lab.ben, section: Campus.sections[0])
            try await lab.show(to: .staff)
            if isReply {
                try await lab.store.deleteReply(reply, reason: nil, ifRev: nil, by: lab.ada)
            } else {
                try await lab.store.delete(lab.event, reason: nil, ifRev: nil, by: lab.ada)
            }
            lab.campus.clock.advance(2)
            try await lab.grantStaffToBen()
            try await lab.expectInStep(&copy)
        }
    }

    /// The log tells by times what was there when a row was written.
    @Test(arguments: [false, true]) func aClockThatIsSetBackHidesNothing(isRestarted: Bool) async throws {
        try await Lab.with { lab in
            let (clock, section) = (lab.campus.clock, Campus.sections[0])
            var copies = [Replica(of: try await lab.campus.student("cyd", in: [])), Replica(of: lab.ben)]
            for index in copies.indices { try await copies[index].begin(from: lab.store, limit: 9) }
            clock.advance(-300)
            let store = isRestarted ? try SQLStore(lab.campus.location, clock: { clock.now }) : lab.store
            // What was posted before the clock was set back is there for who comes after it.
            _ = try await store.enroll(copies[0].account, in: [section])
            // What is deleted after it was there for who left before it.
            try await store.drop(lab.ben, section: section)
            clock.advance(-200)
            try await store.delete(lab.event, reason: nil, ifRev: nil, by: lab.ada)
            for index in copies.indices { try await lab.expectInStep(&copies[index]) }
            if isRestarted { try store.close() }
        }
    }

    @Test func aClockThatWasWrongForLongIsFollowedBack() async throws {
        try await Lab.with { lab in
            lab.campus.clock.advance(-3_600)
            let event = try await lab.store.post(NewEvent(title: "Later"), in: Campus.course, by: lab.ada).event
            #expect(event.createdAt == lab.campus.clock.now)
        }
    }

    @Test(arguments: [false, true]) func aNameInAPrivateEventOfSomeoneWhoLeftStaysInStep(isRole: Bool) async throws {
        try await Lab.with { lab in
            _ = try await lab.store.reply(NewReply(body: "At ten"), to: lab.event, by: lab.ben)
            try await lab.keepAsAdaLeaves()
            var copy = Replica(of: lab.ada)
            try await copy.begin(from: lab.store, limit: 9)
            if isRole { try await lab.grantStaffToBen() } else { try await lab.renameBen() }
            try await lab.expectInStep(&copy)
        }
    }

    /// A page may end among notices that the reader does not get: those of a section that they left.
    @Test(arguments: 1...6) func noticesToASectionThatOneLeftHideNoLaterOne(limit: Int) async throws {
        try await Lab.with { lab in
            let (first, second) = (Campus.sections[0], Campus.sections[1])
            _ = try await lab.store.enroll(lab.ben, in: [second])
            try await lab.grantStaffToAda()
            for section in [first, first, first, second] {
                _ = try await lab.store.send(NewNotice(sections: [section], title: "Room"), by: lab.ada)
            }
            var copy = Replica(of: lab.ben)
            try await copy.begin(from: lab.store, limit: 9)
            for section in [first, second] { try await lab.store.drop(lab.ben, section: section) }
            try await lab.expectInStep(&copy, limit: limit)
            _ = try await lab.store.enroll(lab.ben, in: [second])
            try await lab.expectInStep(&copy, limit: limit)
        }
    }

    /// Whoever left learns no id of what they never saw: of posts of the same second, and of a thread that was removed then.
    @Test(arguments: [false, true]) func someoneWhoLeftHearsOfNothingThatTheyNeverSaw(isRemoved: Bool) async throws {
        try await Lab.with { lab in
            try await lab.grantStaffToAda()
            let other = try await lab.store.post(NewEvent(title: "Rude"), in: Campus.course, by: lab.ben).event.id
            _ = try await lab.store.reply(NewReply(body: "Very"), to: other, by: lab.ada)
            if isRemoved { try await lab.store.delete(other, reason: nil, ifRev: nil, by: lab.ada) }
            let cyd = try await lab.campus.student("cyd", in: [Campus.sections[0]])
            let sight = Replica.Sight()
            sight.add(try await Replica.snapshot(of: cyd, lab.store, limit: 9).keys)
            var copy = Replica(of: cyd, sight: sight)
            try await copy.begin(from: lab.store, limit: 9)
            if isRemoved { lab.campus.clock.advance(2) }
            try await lab.store.drop(cyd, section: Campus.sections[0])
            if isRemoved {
                _ = try await lab.store.restore(other, by: lab.ada)
            } else {
                let later = try await lab.store.post(NewEvent(title: "Later"), in: Campus.course, by: lab.ada).event.id
                for event in [later, other] { _ = try await lab.store.reply(NewReply(body: "x"), to: event, by: lab.ada) }
            }
            try await lab.expectInStep(&copy)
        }
    }

    @Test func aNewNameDoesNotTellTheAuthorOfAPrivateEventWhoRepliedAnonymously() async throws {
        try await Lab.with { lab in
            _ = try await lab.store.reply(NewReply(body: "At ten", anonymous: true), to: lab.event, by: lab.ben)
            try await lab.keepAsAdaLeaves()
            let cursor = try await lab.store.head().cursor
            try await lab.renameBen()
            #expect(try await lab.store.changes(after: cursor, limit: 9, by: lab.ada).changes.isEmpty)
        }
    }
}

/// Two students of a section, and an event of the first.
private struct Lab {
    let campus: Campus
    let ada, ben: Account.ID
    let event: Event.ID

    var store: SQLStore { campus.store }

    static func with(_ body: (Lab) async throws -> Void) async throws {
        try await Campus.with { campus in
            let section = Campus.sections[0]
            let ada = try await campus.student("ada", in: [section])
            let ben = try await campus.student("ben", in: [section])
            let event = try await campus.store.post(NewEvent(title: "Lab"), in: Campus.course, by: ada).event.id
            try await body(Lab(campus: campus, ada: ada, ben: ben, event: event))
        }
    }

    func show(to visibility: Event.Visibility) async throws {
        _ = try await store.edit(event, with: EventPatch(visibility: visibility), ifRev: nil, by: ada)
    }

    /// Her private event stays hers.
    func keepAsAdaLeaves() async throws {
        try await show(to: .private)
        try await store.drop(ada, section: Campus.sections[0])
    }

    func grantStaffToBen() async throws { try await grantStaff(to: ben) }

    func grantStaffToAda() async throws { try await grantStaff(to: ada) }

    private func grantStaff(to account: Account.ID) async throws {
        _ = try await store.grantStaff(to: .id(account), in: Campus.course, sections: [], by: nil)
    }

    func renameBen() async throws { _ = try await store.update(ben, with: AccountPatch(displayName: "Ben Noyce")) }

    func expectInStep(_ copy: inout Replica, limit: Int = 2) async throws {
        var more = true
        while more {
            let read = try await copy.advance(on: store, limit: limit)
            #expect(read.faults == [])
            more = read.more
        }
        let fresh = try await Replica.snapshot(of: copy.account, store, limit: 9)
        #expect(copy.differences(from: fresh) == [])
    }
}
