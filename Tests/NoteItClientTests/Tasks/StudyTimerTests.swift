import Foundation
import NoteItCore
import Testing

@testable import NoteItClient

struct StudyTimerTests {
    private func timer(_ task: StudyTask = Samples.task("Read")) -> StudyTimer {
        StudyTimer(
            server: URL(filePath: "/").appending(path: "unused"), account: Samples.ada.id, task: task.id, title: task.title,
            startedAt: Samples.now)
    }

    @Test func aTimerIsInItsFileUntilItIsReplaced() async throws {
        try await withProfile { profile async throws in
            let (file, timer) = (StudyTimerFile(profile), timer())
            #expect(try file.read() == nil)
            #expect(try await file.start(timer) == nil)
            #expect(try StudyTimerFile(profile).read() == timer)
            var stopped = timer
            stopped.stop = .init(minutes: 25, done: true)
            #expect(try await file.replace(timer, with: stopped))
            #expect(try await !file.replace(timer, with: nil))
            #expect(try file.read() == stopped)
            #expect(try await file.replace(stopped, with: nil))
            #expect(try file.read() == nil)
        }
    }

    @Test func twoTimersAtOnceAreRefused() async throws {
        try await withProfile { profile async throws in
            let file = StudyTimerFile(profile)
            let timers = (0..<8).map { timer(Samples.task("Task \($0)")) }
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for timer in timers { group.addTask { try await file.start(timer) == nil } }
                var started = 0
                for try await isStarted in group where isStarted { started += 1 }
                #expect(started == 1)
            }
        }
    }

    @Test func aDamagedFileIsNoTimer() async throws {
        try await withProfile { profile async throws in
            try profile.make(profile.state)
            try Data("{".utf8).write(to: profile.state.appending(path: "study-timer.json"))
            #expect(try StudyTimerFile(profile).read() == nil)
            #expect(try await StudyTimerFile(profile).start(timer()) == nil)
        }
    }

    @Test(arguments: [(29.0, 0), (31, 1), (1_500, 25), (-60, 0)])
    func minutesAreRounded(seconds: Double, minutes: Int) {
        #expect(timer().minutes(at: Samples.now.addingTimeInterval(seconds)) == minutes)
    }

    /// A server that counts minutes, and loses as many of its first answers to `POST .../done` as said.
    private actor CountingServer {
        var task: StudyTask
        var losses: Int
        private(set) var marks = 0

        init(_ task: StudyTask, losing losses: Int) { (self.task, self.losses) = (task, losses) }

        func answer(_ request: ScriptedRequest) -> ScriptedAnswer {
            if request.method == "POST" {
                guard let mark = try? JSONCoding.decode(TaskDone.self, from: request.body) else { return .cut }
                marks += 1
                task.minutesDone += mark.minutes ?? 0
                task.done = mark.done
                if losses > 0 {
                    losses -= 1
                    return .cut
                }
            }
            return (try? .json(200, JSONCoding.string(task))) ?? .cut
        }
    }

    @Test(arguments: [0, 1])
    func minutesAreCountedOnceEvenIfAnAnswerIsLost(losses: Int) async throws {
        let task = Samples.task("Read")
        let server = CountingServer(task, losing: losses)
        try await withProfile { profile async throws in
            try await ScriptedServer.run({ await server.answer($0) }) { [timer = timer(task)] address in
                try await signIn(profile, to: address.address)
                let client = try patientClient(profile, address.address)
                let kept = Recorder<StudyTimer>()
                let stop = StudyTimer.Stop(minutes: 25, done: false)
                let first = try? await client.send(timer, stop) { await kept.add($0) }
                #expect((first == nil) == (losses > 0))
                if losses > 0 {
                    let tried = try #require(await kept.items.last)
                    let again = try await client.send(tried, #require(tried.stop)) { await kept.add($0) }
                    #expect(again.minutesDone == 25)
                }
            }
        }
        #expect(await server.marks == 1)
        #expect(await server.task.minutesDone == 25)
    }
}
