import ArgumentParser
import NoteItClient
import NoteItCore
import NoteItTerminal

/// `noteit study stop`.
struct StudyStop: SignedInCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "Stop the timer and record the minutes.",
        discussion: """
            --minutes replaces what the timer counted. Without the server the stopped timer is kept, and 'noteit study stop' \
            or 'start' sends it later, once. A timer that ran longer than 16 hours needs --minutes. Less than half a minute \
            is not recorded.

            Examples:
              noteit study stop
              noteit study stop --done
              noteit study stop --minutes 45
              noteit study stop --discard
            """)

    @Flag(help: "Mark the task as done too.") var done = false
    @Option(help: ArgumentHelp("Record this much instead: \(DurationPhrase.examples).", valueName: "length")) var minutes:
        String?
    @Flag(help: "Record nothing.") var discard = false
    @OptionGroup(title: "Global options") var session: SessionOptions

    func validate() throws {
        if discard, done || minutes != nil { throw ValidationError("--discard excludes --done and --minutes.") }
    }

    /// A longer time was probably not studied.
    private static let longest = 16 * 60

    func run(_ context: CommandContext) async throws {
        let timers = StudyTimerFile(context.profile)
        guard var timer = try timers.read() else {
            throw Complaint("No timer runs.", advice: ["Start one with: noteit study start TASK"])
        }
        if discard {
            try await timers.replace(timer, with: nil)
            return context.say(Styled("Discarded: \(timer.title), \(timer.minutes(at: context.now).asHours).", .warning))
        }
        if timer.stop == nil {
            let counted = try counted(timer, context)
            guard counted > 0 || done else {
                try await timers.replace(timer, with: nil)
                return context.say("Stopped: \(timer.title). Less than a minute is not recorded.")
            }
            var stopped = timer
            stopped.stop = StudyTimer.Stop(minutes: max(1, counted), done: done)
            guard try await timers.replace(timer, with: stopped) else { throw Complaint("Another noteit changed the timer.") }
            timer = stopped
        }
        try await context.send(timer, timers)
    }

    private func counted(_ timer: StudyTimer, _ context: CommandContext) throws -> Int {
        if let minutes {
            return try DurationPhrase.minutes(minutes).understood(
                minutes, as: "a length of time", "Try one of: \(DurationPhrase.examples)")
        }
        let counted = timer.minutes(at: context.now)
        guard counted <= Self.longest else {
            throw Complaint.usage(
                "The timer for \(timer.title) has run for \(counted.asHours).",
                "Say how much you studied, as in: noteit study stop --minutes 2h; or: noteit study stop --discard")
        }
        return counted
    }
}

extension CommandContext {
    /// Sends the minutes of a stopped timer. If the server is not reached, says that they wait.
    func send(_ timer: StudyTimer, _ timers: StudyTimerFile) async throws {
        guard let stop = timer.stop else { return }
        guard timer.server == client.server, timer.account == (try account().id) else {
            throw Complaint(
                "The timer for \(timer.title) is another account's, on \(timer.server.absoluteString).",
                advice: ["Sign in there, or drop it with: noteit study stop --discard"])
        }
        var kept = timer
        do {
            let task = try await client.send(timer, stop) { tried in
                try await timers.replace(kept, with: tried)
                kept = tried
            }
            try await timers.replace(kept, with: nil)
            try await refresh()
            let whole = task.every == nil ? task.minutes : nil
            let state = task.done ? ", done" : whole.map { ", \(task.minutesDone.asHours) of \($0.asHours)" } ?? ""
            try report(
                task, plain: [[task.id.description, task.title, "\(stop.minutes)", "\(task.minutesDone)"]],
                Styled("Recorded \(stop.minutes.asHours) for \(task.title)\(state).", .good))
        } catch ClientError.problem(let problem) where problem.status == 404 {
            throw Complaint(
                "The task of the timer, \(timer.title), is gone; \(stop.minutes.asHours) are not recorded.",
                advice: ["Drop the timer with: noteit study stop --discard"])
        } catch let error as ClientError where error.isPassing {
            say(Styled("The timer is stopped and kept: \(timer.title), \(stop.minutes.asHours).", .warning))
            say(Styled("  Send it when the server is reached: noteit study stop", .warning))
            throw error
        }
    }
}
