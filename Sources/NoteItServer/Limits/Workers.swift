import Dispatch
import Foundation
import Synchronization

/// A few threads for long work, so that it never runs on a thread that serves requests. People take turns: a person with many
/// jobs waits for the jobs of others.
final class Workers<Person: Hashable & Sendable>: Sendable {
    private let queue = Queue()

    /// - Parameter niceness: of the threads, as in setpriority(2); on Linux each thread has its own.
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

    /// Returns or throws the result of the work.
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

        /// Waits for a job; nil once the queue is closed.
        func next() -> (@Sendable () -> Void)? {
            ready.wait()
            let job = jobs.withLock { $0.next() }
            // A signal without a job is the end, and is passed on to the next thread.
            if job == nil { ready.signal() }
            return job
        }

        func close() { ready.signal() }
    }
}

/// A queue that serves people in turn, and each person's elements in the order of their arrival.
struct TurnQueue<Person: Hashable & Sendable, Element> {
    private var elements: [Person: [Element]] = [:]
    /// Everyone who waits, once, in the order of their turns.
    private var turns: [Person] = []

    init() {}

    mutating func add(_ element: Element, for person: Person) {
        if elements[person] == nil { turns.append(person) }
        elements[person, default: []].append(element)
    }

    /// Nil if nobody waits.
    mutating func next() -> Element? {
        guard !turns.isEmpty else { return nil }
        let person = turns.removeFirst()
        let element = elements[person]?.removeFirst()
        if elements[person]?.isEmpty == false { turns.append(person) } else { elements[person] = nil }
        return element
    }
}
