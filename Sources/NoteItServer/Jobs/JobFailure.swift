import Logging

extension Logger {
    /// Says that a job failed, unless it was stopped because the server stops.
    /// - Parameters: `job`: `write reminders`; `next`: when it is tried again: `in 30 seconds`.
    func failed(to job: String, again next: String, _ error: any Error) {
        guard !Task.isCancelled else { return }
        warning("Could not \(job); trying again \(next): \(error)")
    }
}
