import Dispatch
import Foundation
import Synchronization

/// A few threads for work that takes long, so that it is never done on a thread that serves requests. People take turns: whoever
/// has many jobs waits for those of the others.
final class Workers<Person: Hashable & Sendable>: Sendable {
    private let queue = Queue()

    /// - Parameter niceness: of the threads, as setpriority(2) has it; on Linux each thread has its own.
    init(_ count: Int, niceness: Int32 = 0) {
        for _ in 0..<count {
            Thread.detachNewThread { [queue] in
                if niceness != 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
                while let job = queue.next() { job() }
            }
        }
    }

    deinit { queue.close() }

    func add(for person: Person, _ job: @escaping @Sendable () -> Void) { queue.add(job, for: person) }

    /// What the work makes, or throws.
    func run<Value: Sendable>(for person: Person, _ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            add(for: person) { continuation.resume(with: Result(catching: work)) }
        }
    }

    private final class Queue: Sendable {
        private let jobs = Mutex(TurnQueue<Person, @Sendable () -> Void>())
        private let ready = DispatchSemaphore(value: 0)

        func add(_ job: @escaping @Sendable () -> Void, for person: Person) {
            jobs.withLock { $0.add(job, for: person) }
            ready.signal()
        }

        /// Waits for a job; nil once it is closed.
        func next() -> (@Sendable () -> Void)? {
            ready.wait()
            let job = jobs.withLock { $0.next() }
            // What wakes without a job is the end, for the next thread too.
            if job == nil { ready.signal() }
            return job
        }

        func close() { ready.signal() }
    }
}
