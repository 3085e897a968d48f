import Foundation
import NoteItCore

/// A running count of the time that is studied for a task, kept in a file of the profile.
public struct StudyTimer: Codable, Equatable, Sendable, Memberwise {
    /// The end of a timer, until the server has its minutes.
    public struct Stop: Codable, Equatable, Sendable, Memberwise {
        public var minutes: Int
        /// Whether the task is done, too.
        public var done: Bool
        /// The minutes of the task before the first attempt to send these. If the answer was lost, they tell whether the server
        /// has counted them.
        public var minutesBefore: Int? = nil
    }

    public var server: URL
    public var account: Account.ID
    public var task: StudyTask.ID
    public var title: String
    public var startedAt: Date
    /// When and how the timer was stopped; nil while it runs.
    public var stop: Stop? = nil

    /// How long the timer has run at `now`, in whole minutes, rounded; 0 if the clock was set back.
    public func minutes(at now: Date) -> Int { max(0, Int((now.timeIntervalSince(startedAt) / 60).rounded())) }
}

/// The file with the timer of a profile. All methods throw `.unexpected` if the file cannot be used.
public struct StudyTimerFile: Sendable {
    private let profile: Profile

    public init(_ profile: Profile) { self.profile = profile }

    private var file: URL { profile.state.appending(path: "study-timer.json") }
    private var lock: FileLock { FileLock(file: profile.state.appending(path: "study-timer.lock")) }

    /// Nil if there is no timer, or its file is damaged.
    public func read() throws -> StudyTimer? {
        try file.contents().flatMap { try? JSONCoding.decoder().decode(StudyTimer.self, from: $0) }
    }

    /// Keeps `timer` unless there is one.
    /// - Returns: the timer that is in the way; nil if `timer` was kept.
    public func start(_ timer: StudyTimer) async throws -> StudyTimer? {
        try profile.make(profile.state)
        return try await lock.withLock(within: .seconds(5)) {
            if let other = try read() { return other }
            try write(timer)
            return nil
        }
    }

    /// Replaces `old` with `new`, or with no timer. Does nothing if another process changed the timer meanwhile.
    /// - Returns: whether the timer was replaced.
    @discardableResult
    public func replace(_ old: StudyTimer, with new: StudyTimer?) async throws -> Bool {
        try await lock.withLock(within: .seconds(5)) {
            guard try read() == old else { return false }
            if let new { try write(new) } else { try remove() }
            return true
        }
    }

    private func write(_ timer: StudyTimer) throws {
        do {
            try JSONCoding.encoder().encode(timer).write(to: file, options: .atomic)
        } catch {
            throw ClientError.unexpected("The file \(file.path) cannot be written: \(error.localizedDescription)")
        }
    }

    private func remove() throws {
        guard unlink(file.path) == 0 || errno == ENOENT else {
            throw ClientError.failed("The file \(file.path) cannot be removed")
        }
    }
}

extension APIClient {
    /// Sends the minutes of a stopped timer, once. If an earlier answer was lost, first looks whether the server has them.
    /// - Parameter keep: stores the timer before it is sent.
    /// - Returns: the task with the minutes.
    public func send(_ timer: StudyTimer, _ stop: StudyTimer.Stop, keep: (StudyTimer) async throws -> Void) async throws
        -> StudyTask
    {
        let task = try await task(timer.task)
        if let before = stop.minutesBefore, task.minutesDone >= before + stop.minutes { return task }
        var tried = timer
        tried.stop = StudyTimer.Stop(minutes: stop.minutes, done: stop.done, minutesBefore: task.minutesDone)
        try await keep(tried)
        return try await mark(timer.task, TaskDone(done: stop.done || task.done, minutes: stop.minutes))
    }
}
