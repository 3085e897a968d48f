import Foundation
import GRDB
import NoteItCore
import Testing

@testable import NoteItStore

/// Migrations from the oldest schema that may be in use.
struct MigrationTests {
    @Test func aMigratedDatabaseHasTheSchemaOfANewOne() async throws {
        try await withOldDatabase { old, folder in
            let new = folder.appending(path: "new.db").path
            try SQLStore(path: new).close()
            try SQLStore(path: old).close()
            #expect(try columns(old) == columns(new))
            #expect(try indexes(old) == indexes(new))
        }
    }

    @Test func everyoneTakesANewSnapshot() async throws {
        try await withMigratedStore { store in
            let ada = try #require(Account.ID(Self.ada))
            await #expect(throws: DomainError.expired(.epoch)) {
                try await store.changes(after: Cursor(epoch: "old", offset: 1), limit: 9, by: ada)
            }
            #expect(try await store.snapshot(next: nil, limit: 9, by: ada).events.map(\.title) == ["Lab"])
        }
    }

    @Test func postsSurviveAMigration() async throws {
        try await withMigratedStore { store in
            let ada = try #require(Account.ID(Self.ada))
            #expect(try await store.account(ada).handle == "ada.l")
            let page = try await store.events(in: "1.A1", matching: EventQuery(), page: PageRequest(), by: ada)
            #expect(page.sections.flatMap(\.events).map(\.title) == ["Lab"])
            #expect(try await store.check().isEmpty)
            let posted = try await store.post(NewEvent(title: "Next"), in: "1.A1", by: ada).event
            #expect(posted.number == 2)
        }
    }

    /// The content stays, and the log begins anew: every client takes a new snapshot, and then follows the changes.
    @Test func aDatabaseOfTheLastReleaseMigrates() async throws {
        try await withOldDatabase(PackageResources.release_14_sql, version: 14) { old, folder in
            let new = folder.appending(path: "new.db").path
            try SQLStore(path: new).close()
            let store = try SQLStore(path: old)
            #expect(try columns(old) == columns(new))
            #expect(try indexes(old) == indexes(new))
            let people = try ["a", "b", "c"].map { try #require(Account.ID("00000000-0000-7000-8000-00000000000\($0)")) }
            var titles: [[String]] = []
            for person in people {
                titles.append(try await store.snapshot(next: nil, limit: 99, by: person).events.map(\.title))
            }
            #expect(
                titles == [
                    ["Is it open book?", "My own plan", "Midterm", "Room 9001"], ["Is it open book?", "Midterm", "Room 9001"],
                    ["Is it open book?", "Midterm", "Room 9001"],
                ])
            var replicas = people.map { Replica(of: $0) }
            for index in replicas.indices { try await replicas[index].begin(from: store, limit: 3) }
            try await store.drop(people[1], section: "202530.1000")
            _ = try await store.update(people[0], with: AccountPatch(displayName: "Ada L."))
            try await store.indexTexts()
            for index in replicas.indices {
                while try await replicas[index].advance(on: store, limit: 2).more {}
                let fresh = try await Replica.snapshot(of: people[index], store, limit: 2)
                #expect(replicas[index].differences(from: fresh) == [])
            }
            #expect(try await store.check() == [])
            try store.close()
        }
    }

    /// An older release accepted due dates on days with a year of five digits, which no list could then read.
    @Test func dueDatesAtTheEndOfTimeAreReadAgain() async throws {
        let late = "UPDATE event SET due = 253402300799, due_day = '10000-01-01' WHERE title = 'Midterm';"
        try await withMigratedStore(PackageResources.release_14_sql, version: 14, changedBy: late) { store in
            let ada = try #require(Account.ID("00000000-0000-7000-8000-00000000000a"))
            let page = try await store.events(in: "202530.CMPT225", matching: EventQuery(), page: PageRequest(), by: ada)
            #expect(page.sections.compactMap(\.due).last == Day("9999-12-30"))
        }
    }

    /// The log of an older release concerns no study plans.
    @Test func aMigratedDatabaseKeepsTasksAndPlans() async throws {
        try await withMigratedStore(PackageResources.release_14_sql, version: 14) { store in
            let ada = try #require(Account.ID("00000000-0000-7000-8000-00000000000a"))
            #expect(try await store.studyInputs(of: ada).version == 0)
            #expect(try await store.peopleToReplan(limit: 9) == [])
            let task = try await store.add(.flexible(), by: ada).task
            #expect(try await store.peopleToReplan(limit: 9) == [ada])
            var plan = KeptPlan(digest: "", expiresAt: task.createdAt + 60, blocks: [], shown: "{}", result: .empty)
            plan.waiting = [task.id.description: 20_500]
            #expect(try await store.keep(plan, ifVersion: 1, of: ada))
            #expect(try await store.studyInputs(of: ada).plan == plan)
            #expect(try await store.check() == [])
        }
    }

    @Test func aMigratedDatabaseKeepsDegreePlans() async throws {
        try await withMigratedStore(PackageResources.release_14_sql, version: 14) { store in
            let people = try ["a", "b"].map { try #require(Account.ID("00000000-0000-7000-8000-00000000000\($0)")) }
            #expect(try await store.degreeCatalogVersion() == 1)
            #expect(try await store.listings().map(\.entry.code.description) == ["CMPT 225"])
            let plan = try await store.add(NewDegreePlan(name: "Plan", shared: true), by: people[0]).plan
            _ = try await store.reply(NewReply(body: "Fine"), toPlan: plan.id, by: people[1])
            #expect(try await store.inbox(people[0]).contains { $0.plan == plan.id })
            #expect(try await store.snapshot(next: nil, limit: 9, by: people[1]).plans.map(\.id) == [plan.id])
            #expect(try await store.check() == [])
        }
    }

    @Test func aMigratedDatabaseKeepsCalendars() async throws {
        try await withMigratedStore(PackageResources.release_14_sql, version: 14) { store in
            let ada = try #require(Account.ID("00000000-0000-7000-8000-00000000000a"))
            let sent = SentCalendarObject(
                name: "a.ics", uid: "a", item: nil, data: [65], digest: "1", firstStart: nil, lastEnd: nil,
                event: PersonalEventText(
                    title: "Dentist", location: "", start: Date(timeIntervalSince1970: 0),
                    end: Date(timeIntervalSince1970: 60), allDay: false, rule: nil))
            _ = try await store.put(sent, inCalendar: "personal", if: .absent, by: ada)
            let inputs = try await store.calendarInputs(of: ada)
            #expect(try await store.keepDerived([], of: ada, from: inputs))
            #expect(try await store.calendars(of: ada).state.isCurrent)
            #expect(try await store.objects(inCalendar: "personal", matching: .all, of: ada).objects.map(\.data) == [[65]])
            #expect(try await store.check() == [])
        }
    }

    /// Removals that were forgotten before each calendar counted its own expire the tokens of all.
    @Test func aMigratedDatabaseKeepsForgottenRemovals() async throws {
        try await withOldDatabase(PackageResources.release_14_sql, version: 14) { old, _ in
            let ada = try #require(Account.ID("00000000-0000-7000-8000-00000000000a"))
            let steps = Schema.migrations
            try SQLStore(path: old).close()
            let queue = try DatabaseQueue(path: old)
            try await queue.write { db in
                try db.execute(
                    sql: "ALTER TABLE calendar DROP COLUMN pruned; PRAGMA user_version = \(Schema.version(of: steps) - 1)")
                try db.execute(
                    sql: "INSERT INTO calendar_state (account_id, version, pruned) VALUES (?, 0, 1)",
                    arguments: [ada.description])
            }
            try queue.close()
            let store = try SQLStore(path: old)
            for id in ["a", "b"] {
                try await store.makeCalendar(id, components: [.event], displayName: nil, properties: [:], by: ada)
            }
            await #expect(throws: DomainError.expired(.pruned)) {
                try await store.changes(inCalendar: "personal", after: CalendarPosition(offset: 0), limit: 9, of: ada)
            }
            #expect(try await store.openCalendar("personal", of: ada).calendar?.changed == 1)
            let next = try await store.changes(inCalendar: "personal", after: nil, limit: 9, of: ada).next
            #expect(try await store.changes(inCalendar: "personal", after: next, limit: 9, of: ada).next == next)
            try store.close()
        }
    }

    /// Tasks and imports have a new column each; an older file says nothing there.
    @Test func aMigratedDatabaseKeepsWhatOnlyACalendarProgramKnows() async throws {
        try await withMigratedStore(PackageResources.release_14_sql, version: 14) { store in
            let ada = try #require(Account.ID("00000000-0000-7000-8000-00000000000a"))
            var new = NewStudyTask.flexible()
            new.calendarOnly = [.repetition, .title]
            #expect(try await store.add(new, by: ada).task.calendarOnly == [.repetition, .title])
            let leftOut = ImportLeftOut(count: 3, why: ["It repeats each hour."])
            let brought = try await store.addImport(
                "Holidays", from: nil, busy: true, tasks: false,
                copy: ImportCopy(objects: [], tasks: [], events: 31, leftOut: leftOut), by: ada)
            #expect(brought.leftOut == leftOut)
            #expect(try await store.calendarImports(of: ada) == [brought])
            #expect(try await store.check() == [])
        }
    }

    /// Their times of day were UTC. The zone of others is that of the term.
    @Test func peopleWhoseTasksRepeatKeepUTC() async throws {
        try await withOldDatabase(PackageResources.release_14_sql, version: 14) { old, _ in
            let people = try ["a", "b"].map { try #require(Account.ID("00000000-0000-7000-8000-00000000000\($0)")) }
            let first = try SQLStore(path: old)
            let start = Date(timeIntervalSince1970: 1_800_000_000)
            var weekly = NewStudyTask(title: "Bins", kind: .fixed)
            (weekly.start, weekly.end) = (start, start + 1_800)
            weekly.recurrence = TaskRecurrence(rule: "FREQ=WEEKLY")
            _ = try await first.add(weekly, by: people[0])
            _ = try await first.add(.flexible(), by: people[1])
            try first.close()
            let queue = try DatabaseQueue(path: old)
            try await queue.write { try $0.execute(sql: "DELETE FROM study_settings; " + Schema.zonesOfRepeatingTasks) }
            try queue.close()
            let store = try SQLStore(path: old)
            let term = try await store.currentTerm()
            #expect(try await store.studySettings(of: people[0]).timeZone == "UTC")
            #expect(try await store.studySettings(of: people[1]).timeZone == term?.timeZone)
            try store.close()
        }
    }

    @Test func aMigratedDatabaseKeepsWays() async throws {
        try await withMigratedStore(PackageResources.release_14_sql, version: 14) { store in
            #expect(try await store.ways() == [])
            let ways = [Way(from: "Burnaby", to: "Surrey", minutes: 75), Way(from: "Surrey", to: "Burnaby AQ", minutes: 80)]
            try await store.setWays(ways.reversed())
            #expect(try await store.ways() == ways)
            try await store.setWays([ways[1]])
            #expect(try await store.ways() == [ways[1]])
            #expect(try await store.check() == [])
        }
    }

    /// An older version kept the handles of people who left in clear.
    @Test func aMigratedDatabaseKeepsNoHandleOfAPersonWhoLeft() async throws {
        let earlier = try #require(Schema.migrations.firstIndex(of: Schema.membership))
        let steps = Schema.migrations[13..<earlier] + ["INSERT INTO former_handle (handle) VALUES ('zoe.x')"]
        let changes = steps.joined(separator: ";\n")
        try await withMigratedStore(PackageResources.release_14_sql, version: earlier + 1, changedBy: changes) { store in
            let kept: [String] = try await store.read { try $0.column("SELECT hash FROM former_handle") }
            #expect(kept.map(\.count) == [64])
            let zoe = NewAccount(email: "zoe@example.edu", password: "", displayName: "Zoe X")
            #expect(try await store.register(zoe, role: .student, password: "hash").handle == "zoe.x2")
            #expect(try await store.check() == [])
        }
    }

    @Test func staffOfAMigratedDatabaseLetPeopleIn() async throws {
        try await withMigratedStore(PackageResources.release_14_sql, version: 14) { store in
            let people = try ["a", "b"].map { try #require(Account.ID("00000000-0000-7000-8000-00000000000\($0)")) }
            let (course, section) = ("202530.CMPT225" as Course.ID, "202530.1000" as Section.ID)
            #expect(try await store.joining(of: course, standard: .open) == CourseJoining(.open, fromServer: true))
            _ = try await store.grantStaff(to: .id(people[0]), in: course, sections: [], by: nil)
            try await store.drop(people[1], section: section)
            _ = try await store.setJoining(JoiningRule(.approval), of: course, standard: .open, by: people[0])
            #expect(try await store.enroll(people[1], in: [section]).isWaiting)
            try await store.decide(JoinDecision(admitted: true), on: .id(people[1]), in: course, by: people[0])
            #expect(try await store.enrollments(of: people[1]).contains { $0.section == section })
            #expect(try await store.check() == [])
        }
    }

    /// Of the thread of an older release, what is left is new.
    @Test func repliesThatWereDeletedBeforeAreNotNew() async throws {
        let deleted = """
            UPDATE event SET last_reply = 3, reply_count = 1, edited_at = 20 WHERE title = 'Midterm';
            INSERT INTO reply (id, event_id, number, author_id, body, created_at, deleted_at, deleted_by)
            SELECT '00000000-0000-7000-8000-0000000000e' || n.value, e.id, n.value, e.author_id, 'x', 10 * n.value,
                CASE WHEN n.value > 1 THEN 40 END, CASE WHEN n.value > 1 THEN e.author_id END
            FROM event e, json_each('[1, 2, 3]') n WHERE e.title = 'Midterm';
            """
        try await withMigratedStore(PackageResources.release_14_sql, version: 14, changedBy: deleted) { store in
            let ada = try #require(Account.ID("00000000-0000-7000-8000-00000000000a"))
            let found = try await store.events(in: "202530.CMPT225", matching: EventQuery(), page: PageRequest(), by: ada)
            let event = try #require(found.sections.flatMap(\.events).first { $0.title == "Midterm" })
            #expect(event.activity == event.rev + 3 && event.newest == event.rev + 2)
            #expect(try await store.preferences(of: ada).follows == [])
            #expect(try await store.check() == [])
        }
    }

    @Test func aMigratedDatabaseKeepsCorrections() async throws {
        try await withMigratedStore(PackageResources.release_14_sql, version: 14) { store in
            #expect(try await store.catalogCorrections() == CatalogCorrections())
            let code = try #require(CourseCode("CMPT 225"))
            let correction = RequirementCorrection(
                course: code, prerequisites: .permission, corequisites: nil, note: "By hand", text: "",
                at: Date(timeIntervalSince1970: 9))
            try await store.correct([correction])
            try await store.setSynonyms(["B-Soc": "Breadth-Social Sciences"])
            #expect(
                try await store.catalogCorrections()
                    == CatalogCorrections(requirements: [code: correction], attributes: ["B-Soc": "Breadth-Social Sciences"]))
            #expect(try await store.listings().first?.requirements.prerequisites == .permission)
            #expect(try await store.check() == [])
        }
    }

    /// Emails are compared in a normalized form, which older keys did not have.
    @Test func emailsAreFoundHoweverTheyAreWritten() async throws {
        let email = "ad\u{FF41}e\u{301}@example.edu"
        let renamed = "UPDATE account SET email = '\(email)', email_key = '\(email)' WHERE email = 'ada@example.edu';"
        try await withMigratedStore(PackageResources.release_14_sql, version: 14, changedBy: renamed) { store in
            let found = try await store.credentials(email: "ADA\u{C9}@example.edu")
            #expect(found?.account.email == email)
        }
    }

    /// Migrates a database of an older version, and opens it as a store.
    private func withMigratedStore(
        _ sql: [UInt8]? = nil, version: Int = 2, changedBy change: String = "", _ body: (SQLStore) async throws -> Void
    ) async throws {
        try await withOldDatabase(sql, version: version, changedBy: change) { old, _ in
            let store = try SQLStore(path: old)
            try await body(store)
            try store.close()
        }
    }

    /// A database of an older version; by default of version 2, with a person and their post.
    private func withOldDatabase(
        _ sql: [UInt8]? = nil, version: Int = 2, changedBy change: String = "",
        _ body: (_ old: String, _ folder: URL) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "noteit-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "old.db").path
        let old = sql.map { String(decoding: $0, as: UTF8.self) }
        try makeOld(
            path, (old ?? String(decoding: PackageResources.schema_2_sql, as: UTF8.self) + Self.content) + change, version)
        try await body(path, folder)
    }

    private func makeOld(_ path: String, _ sql: String, _ version: Int) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            // Some tables come before those that they refer to.
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            try db.execute(sql: sql)
            try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(version)")
        }
        try queue.close()
    }

    private static let ada = "00000000-0000-7000-8000-000000000001"
    private static let content = """
        INSERT INTO log_head (id, epoch, head) VALUES (1, 'old', 1);
        INSERT INTO account VALUES ('\(ada)', 'ada@example.edu', 'ada@example.edu', 'Ada L.', 'student', 'hash', 1, NULL);
        INSERT INTO term VALUES ('1', 'Fall', NULL, NULL, 'America/Vancouver');
        INSERT INTO course (id, term_id, subject, number, title, last_number) VALUES ('1.A1', '1', 'A', '1', 'Course', 1);
        INSERT INTO section (id, course_id, crn, code, kind) VALUES ('1.11', '1.A1', '11', 'D100', 'LEC');
        INSERT INTO enrollment VALUES ('\(ada)', '1.11', '1.A1', '1.11', 'student', 1, 0);
        INSERT INTO event (id, course_id, number, author_id, kind, title, body, visibility, created_at)
        VALUES ('00000000-0000-7000-8000-000000000002', '1.A1', 1, '\(ada)', 'note', 'Lab', '', 'public', 1);
        INSERT INTO log ("offset", written_at, op, type, subject, rev, course_id, author_email, body)
        VALUES (1, 1, 'upsert', 'event', '00000000-0000-7000-8000-000000000002', 1, '1.A1', 'ada@example.edu', '{}');
        INSERT INTO log_topic VALUES ('course:1.A1', 1, 1, 0);
        """

    private func columns(_ path: String) throws -> [String: Set<String>] {
        try read(path) { db in
            let names = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            return try Dictionary(uniqueKeysWithValues: names.map { ($0, Set(try db.columns(in: $0).map(\.name))) })
        }
    }

    private func indexes(_ path: String) throws -> Set<String> {
        try read(path) { try String.fetchSet($0, sql: "SELECT name FROM sqlite_master WHERE type IN ('index', 'trigger')") }
    }

    private func read<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read(body)
    }
}
