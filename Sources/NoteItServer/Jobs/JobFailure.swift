import Logging

extension Duration {
    /// The pause after so many failures in a row, at least one: 1 second, then twice as long each time, and a minute at most.
    static func backOff(after failures: Int) -> Duration { min(.seconds(1) * (1 << min(failures - 1, 6)), .seconds(60)) }
}

extension Logger {
    /// Says that a job failed, unless it was stopped because the server stops.
    /// - Parameters: `job`: `write reminders`; `next`: when it is tried again: `in 30 seconds`.
    func failed(to job: String, again next: String, _ error: any Error) {
        guard !Task.isCancelled else { return }
        warning("Could not \(job); trying again \(next): \(error)")
    }

    /// The same for a job that is tried again later and later: only the first failure is said, and that it works again.
    /// - Parameter failures: in a row, with this one.
    func failed(to job: String, times failures: Int, _ error: any Error) {
        guard failures == 1 else { return }
        failed(to: job, again: "in \(Duration.backOff(after: failures)), then later and later", error)
    }

    /// - Parameter failures: before it worked.
    func worked(_ job: String, after failures: Int) {
        if failures > 0 { notice("It works again: \(job)") }
    }
}
