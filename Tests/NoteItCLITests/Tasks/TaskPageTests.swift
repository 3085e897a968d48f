import Foundation
import NoteItCore
import Testing

@testable import NoteItTerminal

/// Tasks by name, as a list and as a page.
struct TaskPageTests {
    private typealias Samples = StudySamples

    @Test func aListHasAHeadingForEachKind() {
        let table = TaskTable(Samples.tasks, names: TaskNames(Samples.tasks), clock: Samples.clock())
        #expect(
            table.lines(width: 100).texts == [
                "To study",
                "  0001  Read chapter 4   CMPT225  high  by Fri 27 Nov 17:00                               1h 30m",
                "  0002  Prove the lemma  CMPT225  low   by Fri 27 Nov 17:00                               1h 30m",
                "",
                "Fixed",
                "  0003  Training                  high  18:30-19:00 weekly on Mon, Wed, until Fri 18 Dec",
            ])
        #expect(table.lines(width: nil).texts == table.lines(width: 100).texts)
        let open = TaskTable(Array(Samples.tasks.prefix(2)), names: TaskNames(Samples.tasks), clock: Samples.clock())
        #expect(
            open.lines(width: 50).texts == [
                "To study",
                "  0001  Read chapter 4   high  by Fri 27 Nov 17:00",
                "  0002  Prove the lemma  low   by Fri 27 Nov 17:00",
            ])
        #expect(
            open.lines(width: 42).texts == [
                "To study",
                "  0001  Read chapter…  by Fri 27 Nov 17:00",
                "  0002  Prove the le…  by Fri 27 Nov 17:00",
            ])
    }

    @Test func aTaskOfAnEventShowsTheEventsPresentTitle() {
        let exam = Event(
            id: .make(at: .distantPast), course: Samples.course, number: 42, kind: .exam, title: "Midterm 1", body: "",
            tags: [],
            due: nil, visibility: .public, sections: [], author: .anonymous(.make(at: .distantPast)),
            createdAt: Samples.at("2026-11-20 12:00"), editedAt: nil, rev: 1, replyCount: 0, latestText: "", dueHistory: [],
            activity: 1)
        var task = Samples.task(1, "CMPT 225 exam #42")
        task.event = exam.id
        let table = TaskTable([task], names: TaskNames([task]), clock: Samples.clock(), events: [exam.id: exam])
        #expect(table.lines(width: nil).texts[1].contains("CMPT 225 exam #42  Midterm 1"))
        let unknown = TaskTable([task], names: TaskNames([task]), clock: Samples.clock())
        #expect(!unknown.lines(width: nil).texts[1].contains("Midterm"))
    }

    @Test func aNewTaskThatRepeatsSaysItsFirstDay() {
        #expect(
            Samples.training.summary(Samples.clock())
                == "18:30-19:00 weekly on Mon, Wed, until Fri 18 Dec, first on Mon 23 Nov")
        #expect(Samples.task(1, "Read").summary(Samples.clock()) == "1h 30m, by Fri 27 Nov 17:00")
    }

    @Test func aLateTaskAndADoneOneSaySo() {
        var (late, done) = (Samples.task(1, "Read"), Samples.task(2, "Prove"))
        (done.done, done.minutesDone) = (true, 45)
        late.deadline = Samples.at("2026-11-22 12:00")
        let table = TaskTable([done, late], names: TaskNames([done, late]), clock: Samples.clock())
        #expect(
            table.lines(width: 100).texts == [
                "To study",
                "  0001  Read   CMPT225  medium  by Sun 22 Nov 12:00  1h 30m         late",
                "  0002  Prove  CMPT225  medium  by Fri 27 Nov 17:00  45m of 1h 30m  done",
            ])
        #expect(table.rows.map { $0[9] } == ["open", "done"])
    }

    @Test func aPageHasTheFactsAndTheBlocks() {
        var task = Samples.task(1, "Read chapter 4", .high)
        (task.notes, task.after, task.spaced) = ("Exercises too.", [Samples.id(2)], 3)
        let page = TaskPage(task, names: TaskNames(Samples.tasks), event: nil, plan: Samples.plan, style: Samples.style())
        #expect(
            page.lines(width: 80).texts == [
                "Read chapter 4  0001",
                "Priority  high",
                "Work      1h 30m",
                "Deadline  Fri 27 Nov 2026 17:00 PST (in 4 days)",
                "Spread    over 3 days or more",
                "After     Prove the lemma",
                "Course    CMPT225",
                "",
                "Exercises too.",
                "",
                "In the plan",
                "  Mon 23 Nov 16:00-16:40  done",
                "  Mon 23 Nov 23:00-00:30  pinned",
                "  Thu 26 Nov 16:00-16:45",
            ])
        let training = TaskPage(
            Samples.training, names: TaskNames(Samples.tasks), event: nil, plan: Samples.plan, style: Samples.style())
        #expect(
            training.lines(width: 80).texts == [
                "Training  0003",
                "Priority  high",
                "When      18:30-19:00 weekly on Mon, Wed, until Fri 18 Dec",
                "From      Mon 23 Nov 18:30",
                "",
                "Next",
                "  Mon 23 Nov 18:30-19:00",
            ])
        let unplaced = TaskPage(
            Samples.tasks[1], names: TaskNames(Samples.tasks), event: nil, plan: Samples.plan, style: Samples.style())
        #expect(unplaced.lines(width: 80).texts.contains("Without a place: 1h 20m"))
    }

    @Test func anOverlapNamesWhatIsThere() {
        let (start, end) = (Samples.at("2026-11-23 10:30"), Samples.at("2026-11-23 11:20"))
        let overlap = { (kind: TaskOverlap.Kind, end: Date) in
            TaskOverlap(kind: kind, id: "1", title: "CMPT 225 LEC D100", start: start, end: end).words(Samples.clock())
        }
        #expect(overlap(.class, end) == "CMPT 225 LEC D100, Mon 23 Nov 10:30-11:20 (class)")
        #expect(overlap(.task, Samples.at("2026-11-24 01:00")) == "CMPT 225 LEC D100, Mon 23 Nov 10:30-Tue 24 Nov 01:00")
    }

    @Test func shortIdsAreTheEndsThatNoOtherTaskHas() {
        let tasks = [Samples.task(0x1_7C1E, "a"), Samples.task(0x2_7C1E, "b"), Samples.task(0x99, "c")]
        let names = TaskNames(tasks)
        #expect(tasks.map { names.shortID(of: $0.id) } == ["17c1e", "27c1e", "0099"])
        #expect(names.find("17c1e") == .one(tasks[0]))
        #expect(names.find("7C1E") == .several([tasks[0], tasks[1]]))
        #expect(names.find(tasks[2].id.description) == .one(tasks[2]))
    }

    @Test func aTaskIsFoundByTheBeginningOfItsTitle() {
        var tasks = [Samples.task(1, "Read chapter 4"), Samples.task(2, "Read chapter 5"), Samples.task(3, "Prove")]
        #expect(TaskNames(tasks).find("read chapter 4") == .one(tasks[0]))
        #expect(TaskNames(tasks).find("pro") == .one(tasks[2]))
        #expect(TaskNames(tasks).find("chapter") == .several([tasks[0], tasks[1]]))
        #expect(TaskNames(tasks).find("prve") == .none(near: ["Prove"]))
        #expect(TaskNames(tasks).find("") == .none(near: []))
        tasks[1].done = true
        #expect(TaskNames(tasks).find("read") == .one(tasks[0]))
    }
}
