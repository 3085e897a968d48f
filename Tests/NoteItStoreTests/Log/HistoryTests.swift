import Foundation
import NoteItCore
import NoteItStore
import Testing

/// Random histories: whatever happens, a snapshot and the changes since are what a fresh snapshot is, and nobody
/// receives anything but what is so at that moment.
struct HistoryTests {
    @Test(arguments: 0..<500)
    func snapshotAndChangesAreAFreshSnapshot(seed: Int) async throws {
        try await Campus.with { campus in
            var history = try await History(campus, seed: UInt64(seed))
            for _ in 0..<60 { try await history.step() }
            try await history.settle()
            #expect(try await campus.store.check() == [])
        }
    }
}

/// A campus where things happen at random, with a replica for each person.
private struct History {
    let campus: Campus
    var random: SeededGenerator
    var people: [Account.ID] = []
    /// Two for each person.
    var replicas: [Replica] = []
    var events: [Event.ID] = []
    var replies: [Reply] = []
    let sections = Campus.sections + Campus.otherSections

    init(_ campus: Campus, seed: UInt64) async throws {
        self.campus = campus
        random = SeededGenerator(seed: seed)
        for name in ["ada", "ben", "cyd", "dee"] {
            let id = try await campus.student(name, in: [sections.randomElement(using: &random) ?? sections[0]])
            people.append(id)
            for purges in [false, true] {
                var replica = Replica(of: id, purges: purges)
                try await replica.begin(from: campus.store, limit: 5_000)
                replicas.append(replica)
            }
        }
    }

    /// One thing happens, which may be refused; then perhaps somebody reads a little.
    mutating func step() async throws {
        let someone = Int.random(in: people.indices, using: &random)
        do {
            try await act(as: someone)
        } catch is DomainError {
            // Refusals are part of life; what matters is what was told of what was done.
        }
        // Often much happens within one second.
        campus.clock.advance(Double(Int.random(in: 0...1, using: &random)))
        for index in replicas.indices where Int.random(in: 0..<4, using: &random) == 0 {
            let limit = Int.random(in: 1...6, using: &random)
            let faults = try await replicas[index].advance(on: campus.store, limit: limit).faults
            #expect(faults == [], "\(index) received what is not so")
        }
        if Int.random(in: 0..<10, using: &random) == 0 { try await campus.store.indexTexts() }
        if Int.random(in: 0..<40, using: &random) == 0 {
            try await replicas[2 * someone].begin(from: campus.store, limit: Int.random(in: 1...4, using: &random))
        }
    }

    /// Everyone reads to the end, and compares.
    mutating func settle() async throws {
        for index in replicas.indices {
            var more = true
            while more {
                let read = try await replicas[index].advance(on: campus.store, limit: 3)
                #expect(read.faults == [])
                more = read.more
            }
            let fresh = try await Replica.snapshot(of: people[index / 2], campus.store, limit: 2)
            #expect(replicas[index].differences(from: fresh) == [], "person \(index) purges \(replicas[index].purges)")
            let texts = fresh.keys.filter { $0.hasPrefix("event ") || $0.hasPrefix("reply ") }.map { String($0.dropFirst(6)) }
            #expect(
                try await campus.found("word", limit: 7, by: people[index / 2]).sorted() == texts.sorted(), "person \(index)")
        }
    }

    private mutating func act(as index: Int) async throws {
        let (store, me) = (campus.store, people[index])
        let section = sections.randomElement(using: &random) ?? sections[0]
        let course = Campus.sections.contains(section) ? Campus.course : Campus.other
        let event = events.randomElement(using: &random)
        let reply = replies.randomElement(using: &random)
        switch Int.random(in: 0..<33, using: &random) {
        case 0...4: events.append(try await store.post(draft(section), in: course, by: me).event.id)
        case 5...7:
            if let event {
                let new = NewReply(body: word(), anonymous: Bool.random(using: &random))
                replies.append(try await store.reply(new, to: event, by: me).reply)
            }
        case 8...10:
            if let event { _ = try await store.edit(event, with: change(section), ifRev: nil, by: me) }
        case 11: if let event { try await store.delete(event, reason: nil, ifRev: nil, by: me) }
        case 12: if let reply { _ = try await store.editReply(reply.id, with: ReplyPatch(body: word()), ifRev: nil, by: me) }
        case 13: if let reply { try await store.deleteReply(reply.id, reason: nil, ifRev: nil, by: me) }
        case 14...15: _ = try await store.enroll(me, in: [section])
        case 16: try await store.drop(me, section: section)
        case 17:
            _ = try await store.grantStaff(
                to: .email(email(index)), in: course, sections: Bool.random(using: &random) ? [section] : [], by: nil)
        case 18: try await store.revokeStaff(of: .email(email(index)), in: course, sections: [], by: nil)
        case 19...20: if let reply { _ = try await store.answer(reply.event, with: reply.id, by: me) }
        case 21: if let event { try await store.clearAnswer(of: event, by: me) }
        case 22: if let event { _ = try await store.sayMeToo(on: event, by: me) }
        case 23: if let event { _ = try await store.mark(event, with: mark(), by: me) }
        case 24: try await store.markSeen(in: course, by: me)
        case 25: _ = try await store.update(PreferencesPatch(mutedCourses: Bool.random(using: &random) ? [course] : []), by: me)
        case 26: events += try await store.send(notice(section), by: me).events.map(\.id)
        case 27: _ = try await store.remind()
        case 28: if let event { _ = try await store.restore(event, by: me) }
        case 29: if let reply { _ = try await store.restoreReply(reply.id, by: me) }
        case 30:
            let other = people.randomElement(using: &random) ?? me
            let sections = Bool.random(using: &random) ? [section] : []
            _ = try await store.grantStaff(to: .id(other), in: course, sections: sections, by: me)
        case 31: if let event { _ = try await store.report(NewReport(reason: word()), on: event, by: me) }
        default: _ = try await store.update(me, with: AccountPatch(displayName: word()))
        }
    }

    private func email(_ index: Int) -> String { ["ada", "ben", "cyd", "dee"][index] + "@example.edu" }

    private mutating func word() -> String {
        "word \(Int.random(in: 0..<1_000, using: &random))"
            + ["", " @ada", " @ben @cyd"][Int.random(in: 0..<3, using: &random)]
    }

    private mutating func mark() -> EventMarkPatch {
        EventMarkPatch(
            seen: Int.random(in: 0...9, using: &random), following: Bool.random(using: &random),
            muted: Int.random(in: 0..<4, using: &random) == 0)
    }

    private mutating func notice(_ section: Section.ID) -> NewNotice {
        NewNotice(sections: [section], title: word(), mustRead: Bool.random(using: &random))
    }

    private mutating func visibility() -> Event.Visibility {
        Event.Visibility.allCases.randomElement(using: &random) ?? .public
    }

    private mutating func draft(_ section: Section.ID) -> NewEvent {
        NewEvent(
            title: word(), kind: Bool.random(using: &random) ? .question : .note,
            due: Bool.random(using: &random) ? campus.clock.now + 3_605 : nil, visibility: visibility(),
            sections: Bool.random(using: &random) ? [section] : [], anonymous: Bool.random(using: &random))
    }

    private mutating func change(_ section: Section.ID) -> EventPatch {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: EventPatch(visibility: visibility())
        case 1: EventPatch(sections: Bool.random(using: &random) ? [section] : [])
        case 2: EventPatch(due: Bool.random(using: &random) ? .cleared : .at(campus.clock.now))
        default: EventPatch(title: word())
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): the same history for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
