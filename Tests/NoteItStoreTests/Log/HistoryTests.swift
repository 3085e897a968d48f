import Foundation
import NoteItCore
import NoteItStore
import Testing

/// Random histories: a snapshot with the changes since always equals a fresh snapshot, and every change that a reader receives
/// shows the present state.
struct HistoryTests {
    @Test(arguments: seeds(few: 50))
    func aSnapshotAndItsChangesEqualAFreshSnapshot(seed: Int) async throws {
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
    /// Two for each person: one that purges, and one that does not.
    var replicas: [Replica] = []
    var sights: [Account.ID: Replica.Sight] = [:]
    var crowd: LiveCrowd
    var events: [Event.ID] = []
    var replies: [Reply] = []
    var plans: [DegreePlan.ID] = []
    var comments: [PlanReply.ID] = []
    let sections = Campus.sections + Campus.otherSections

    init(_ campus: Campus, seed: UInt64) async throws {
        self.campus = campus
        random = SeededGenerator(seed: seed)
        crowd = try await LiveCrowd(of: [], on: campus.store)
        for name in ["ada", "ben", "cyd", "dee"] {
            let id = try await campus.student(name, in: [sections.randomElement(using: &random) ?? sections[0]])
            people.append(id)
            let sight = Replica.Sight()
            sights[id] = sight
            for purges in [false, true] {
                var replica = Replica(of: id, purges: purges, sight: sight)
                try await replica.begin(from: campus.store, limit: 5_000)
                replicas.append(replica)
            }
        }
        crowd = try await LiveCrowd(of: people, on: campus.store, sights: sights)
    }

    /// One random write, which may be refused, and then some random reads.
    mutating func step() async throws {
        let someone = Int.random(in: people.indices, using: &random)
        do {
            try await act(as: someone)
        } catch is DomainError {
            // Refused: the test is about what the log tells of accepted writes.
        }
        for (person, sight) in sights {
            sight.add(try await Replica.snapshot(of: person, campus.store, limit: 5_000).keys)
        }
        // Many writes share a second.
        campus.clock.advance(Double(Int.random(in: 0...1, using: &random)))
        for index in replicas.indices where Int.random(in: 0..<4, using: &random) == 0 {
            let limit = Int.random(in: 1...6, using: &random)
            let faults = try await replicas[index].advance(on: campus.store, limit: limit).faults
            #expect(faults == [], "\(index) received a wrong state")
        }
        try await listen()
        if Int.random(in: 0..<10, using: &random) == 0 { try await campus.store.indexTexts() }
        if Int.random(in: 0..<40, using: &random) == 0 {
            try await replicas[2 * someone].begin(from: campus.store, limit: Int.random(in: 1...4, using: &random))
        }
    }

    /// The tailer and the listeners do some of what they have to do.
    private mutating func listen() async throws {
        if Int.random(in: 0..<3, using: &random) == 0 {
            _ = try await crowd.followOnce(limit: Int.random(in: 1...6, using: &random))
        }
        for listener in crowd.listeners {
            switch Int.random(in: 0..<8, using: &random) {
            case 0...1: crowd.disconnect(listener)
            case 2...3: try await crowd.pull(listener, limit: Int.random(in: 1...9, using: &random))
            default: break
            }
        }
    }

    /// Every replica reads to the end, and is compared with a fresh snapshot.
    mutating func settle() async throws {
        try await crowd.settle(limit: 3)
        for index in replicas.indices {
            var more = true
            while more {
                let read = try await replicas[index].advance(on: campus.store, limit: 3)
                #expect(read.faults == [])
                more = read.more
            }
        }
        for (number, person) in people.enumerated() {
            let fresh = try await Replica.snapshot(of: person, campus.store, limit: 2)
            for index in [2 * number, 2 * number + 1] {
                let purges = replicas[index].purges
                #expect(replicas[index].differences(from: fresh) == [], "person \(number) purges \(purges)")
                #expect(crowd.listeners[index].copy.differences(from: fresh) == [], "listener \(index) purges \(purges)")
            }
            let texts = fresh.keys.filter { $0.hasPrefix("event ") || $0.hasPrefix("reply ") }.map { String($0.dropFirst(6)) }
            #expect(try await campus.found("word", limit: 7, by: person).sorted() == texts.sorted(), "person \(number)")
        }
    }

    private mutating func act(as index: Int) async throws {
        let (store, me) = (campus.store, people[index])
        let section = sections.randomElement(using: &random) ?? sections[0]
        let course = Campus.sections.contains(section) ? Campus.course : Campus.other
        let event = events.randomElement(using: &random)
        let reply = replies.randomElement(using: &random)
        switch Int.random(in: 0..<59, using: &random) {
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
        case 25:
            let (mutes, follows) = (Bool.random(using: &random), Bool.random(using: &random))
            let patch = PreferencesPatch(
                mutedCourses: mutes ? [course] : [], follows: follows ? [CourseFollow(course: course, kind: .question)] : [])
            _ = try await store.update(patch, by: me)
        case 26: events += try await store.send(notice(section), by: me).events.map(\.id)
        case 27: _ = try await store.remind()
        case 28: if let event { _ = try await store.restore(event, by: me) }
        case 29: if let reply { _ = try await store.restoreReply(reply.id, by: me) }
        case 30:
            let other = people.randomElement(using: &random) ?? me
            let sections = Bool.random(using: &random) ? [section] : []
            _ = try await store.grantStaff(to: .id(other), in: course, sections: sections, by: me)
        case 31: if let event { _ = try await store.report(NewReport(reason: word()), on: event, by: me) }
        case 32: _ = try await store.update(me, with: AccountPatch(displayName: word()))
        case 33..<40: try await study(as: me, in: course, for: event)
        case 40..<45: try await keepCalendars(as: me)
        case 55...57: if let reply { _ = try await store.thank(for: reply.id, Bool.random(using: &random), by: me) }
        case 58: _ = try await store.publishDue()
        default: try await planDegree(as: me)
        }
    }

    private mutating func keepCalendars(as me: Account.ID) async throws {
        let (store, now) = (campus.store, campus.clock.now)
        let (name, text) = ("\(Int.random(in: 0..<3, using: &random)).ics", word())
        let event = PersonalEventText(
            title: text, location: "", start: now, end: now + 60, allDay: false, rule: nil)
        let sent = SentCalendarObject(
            name: name, uid: name, item: nil, data: Array(text.utf8), digest: text, firstStart: now, lastEnd: now + 60,
            event: event)
        let calendar = Bool.random(using: &random) ? "personal" : "own"
        let copy = ImportCopy(
            objects: [], tasks: [ImportedTask(uid: name, task: .flexible(text, minutes: 60))], events: 1)
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2: _ = try await store.put(sent, inCalendar: calendar, if: .none, by: me)
        case 3: try await store.deleteObject(name, inCalendar: calendar, if: .none, by: me)
        case 4: try await store.makeCalendar("own", components: [.event], displayName: nil, properties: [:], by: me)
        case 5: try await store.deleteCalendar("own", by: me)
        case 6: _ = try await store.addImport(text, from: nil, busy: true, tasks: true, copy: copy, by: me)
        default:
            guard let source = try await store.calendarImports(of: me).randomElement(using: &random) else { return }
            if Bool.random(using: &random) {
                _ = try await store.keepSync(
                    .copy(copy, ImportSource(url: "", etag: nil, lastModified: nil)), of: source.id, next: now,
                    pace: ImportPace(), by: me)
            } else {
                try await store.deleteImport(source.id, by: me)
            }
        }
    }

    /// People find each other's plans by their ids.
    private mutating func planDegree(as me: Account.ID) async throws {
        let store = campus.store
        let isYes = Bool.random(using: &random)
        let (plan, comment) = (plans.randomElement(using: &random), comments.randomElement(using: &random))
        let terms = [PlanTerm(term: AcademicTerm(Int.random(in: 2026...2029, using: &random), .fall), courses: [])]
        switch Int.random(in: 0..<10, using: &random) {
        case 0: plans.append(try await store.addPlan(NewDegreePlan(name: word(), shared: isYes), by: me).plan.id)
        case 1...3:
            guard let plan else { return }
            let patch = DegreePlanPatch(
                name: isYes ? word() : nil, terms: isYes ? nil : terms, shared: Bool.random(using: &random))
            let owner = try await people.asyncFirst { try await store.plans(of: $0).contains { $0.id == plan } }
            _ = try await store.edit(plan, with: patch, ifRev: nil, by: owner ?? me)
        case 4: if let plan { try await store.delete(plan, ifRev: nil, by: me) }
        case 5: if let plan { _ = try await store.approve(plan, isYes, ifRev: nil, by: me) }
        case 6...7:
            if let plan { comments.append(try await store.reply(NewReply(body: word()), toPlan: plan, by: me).reply.id) }
        case 8:
            guard let comment else { return }
            if isYes {
                try await store.deletePlanReply(comment, ifRev: nil, by: me)
            } else {
                _ = try await store.editPlanReply(comment, with: ReplyPatch(body: word()), ifRev: nil, by: me)
            }
        default:
            let item = RecordItem(course: CourseCode(subject: "CMPT", number: "125"), term: nil, reason: word())
            _ = try await store.setRecord([item], ifRev: nil, of: me)
        }
    }

    private mutating func study(as me: Account.ID, in course: Course.ID, for event: Event.ID?) async throws {
        let store = campus.store
        let inputs = try await store.studyInputs(of: me)
        let (task, other) = (inputs.tasks.randomElement(using: &random), inputs.tasks.randomElement(using: &random))
        switch Int.random(in: 0..<8, using: &random) {
        case 0...1:
            var new = NewStudyTask(title: word(), kind: .flexible)
            (new.minutes, new.event) = (60, Bool.random(using: &random) ? event : nil)
            new.after = Bool.random(using: &random) ? other.map { [$0.id] } : nil
            _ = try await store.addTask(new, by: me)
        case 2:
            guard let task else { return }
            var patch = StudyTaskPatch()
            (patch.title, patch.after) = (word(), other.map { [$0.id] })
            _ = try await store.edit(
                task.id, to: patch.applied(to: task), done: Bool.random(using: &random), adding: [], ifRev: nil, by: me)
        case 3: if let task { try await store.delete(task.id, ifRev: nil, by: me) }
        case 4:
            var settings = StudySettings()
            settings.rules = [Event.Kind.question, .note].map { StudySettings.Rule(course: course, kind: $0, minutes: 60) }
            _ = try await store.setStudySettings(settings, of: me)
        case 5: try await store.followEvents(of: me)
        case 6:
            let start = campus.clock.now + Double(Int.random(in: -60...60, using: &random) * 60)
            let blocks = inputs.tasks.prefix(3).map { task in
                StudyPlan.Block(
                    id: task.id.description, kind: .study, start: start, end: start + 3_600, task: task.id.description,
                    title: task.title)
            }
            let plan = StudyPlan(blocks: Array(blocks), unplaced: [], objective: [], optimal: true, bound: nil)
            let kept = KeptPlan(
                digest: "", expiresAt: campus.clock.now + 60, blocks: plan.blocks, shown: try JSONCoding.string(plan),
                result: plan)
            _ = try await store.keep(kept, ifVersion: inputs.version, of: me)
        default:
            _ = try await store.alert()
            guard let block = inputs.blocks.randomElement(using: &random) else { return }
            try await store.edit(block.id, to: StudyBlockPatch(done: !block.done).applied(to: block), by: me)
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
            muted: Int.random(in: 0..<4, using: &random) == 0,
            remindAt: Bool.random(using: &random) ? soon().map(Clearable.set) : nil)
    }

    /// A time that comes after a few more actions; nil half of the time.
    private mutating func soon() -> Date? {
        Bool.random(using: &random) ? campus.clock.now + Double(Int.random(in: 1...5, using: &random)) : nil
    }

    private mutating func notice(_ section: Section.ID) -> NewNotice {
        NewNotice(sections: [section], title: word(), mustRead: Bool.random(using: &random), publishAt: soon())
    }

    private mutating func visibility() -> Event.Visibility {
        Event.Visibility.allCases.randomElement(using: &random) ?? .public
    }

    private mutating func draft(_ section: Section.ID) -> NewEvent {
        let visibility = visibility()
        return NewEvent(
            title: word(), kind: Bool.random(using: &random) ? .question : .note,
            due: Bool.random(using: &random) ? campus.clock.now + 3_605 : nil, visibility: visibility,
            sections: Bool.random(using: &random) ? [section] : [], anonymous: Bool.random(using: &random),
            publishAt: visibility == .private ? nil : soon())
    }

    private mutating func change(_ section: Section.ID) -> EventPatch {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: EventPatch(visibility: visibility())
        case 4: EventPatch(publishAt: Clearable(soon()))
        case 1: EventPatch(sections: Bool.random(using: &random) ? [section] : [])
        case 2: EventPatch(due: Bool.random(using: &random) ? .cleared : .set(campus.clock.now))
        default: EventPatch(title: word())
        }
    }
}

extension Array {
    /// The first element that passes a test.
    fileprivate func asyncFirst(where test: (Element) async throws -> Bool) async throws -> Element? {
        for element in self where try await test(element) { return element }
        return nil
    }
}
