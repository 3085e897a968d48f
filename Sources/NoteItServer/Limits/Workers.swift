import Dispatch
import Foundation
import Synchronization

/// A few threads for long work, so that it never runs on a thread that serves requests. People take turns: a person with many
/// jobs waits for the jobs of others, and has some of the threads at most.
final class Workers<Person: Hashable & Sendable>: Sendable {
    private let queue: Queue

    /// - Parameters: `each`: the most threads that one person's jobs have at a time; `niceness`: of the threads, as in
    ///   setpriority(2); on Linux each thread has its own.
    init(_ count: Int, each: Int = .max, niceness: Int32 = 0) {
        queue = Queue(each: each)
        for _ in 0..<count {
            Thread.detachNewThread { [queue] in
                if niceness != 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
                while let job = queue.next() { job() }
            }
        }
    }

    deinit { queue.close() }

    func add(for person: Person, _ job: @escaping @Sendable () -> Void) { queue.add(job, for: person) }

    /// Returns or throws the result of the work; throws `CancellationError` as soon as the task is cancelled. Then work that has
    /// begun goes on by itself.
    func run<Value: Sendable>(for person: Person, _ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let answer = FirstAnswer<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                answer.wait(continuation)
                add(for: person) { if !answer.isGiven { answer.give(Result(catching: work)) } }
            }
        } onCancel: {
            answer.give(.failure(CancellationError()))
        }
    }

    private final class Queue: Sendable {
        private let jobs: Mutex<TurnQueue<Person, @Sendable () -> Void>>
        private let ready = DispatchSemaphore(value: 0)
        private let isClosed = Atomic(false)

        init(each: Int) { jobs = Mutex(TurnQueue(each: each)) }

        func add(_ job: @escaping @Sendable () -> Void, for person: Person) {
            jobs.withLock { $0.add(job, for: person) }
            ready.signal()
        }

        /// Waits for a job; nil once the queue is closed and empty.
        func next() -> (@Sendable () -> Void)? {
            while true {
                ready.wait()
                if let (person, job) = jobs.withLock({ $0.next() }) {
                    return { [self] in
                        job()
                        // A job of the same person may have been passed over meanwhile.
                        if jobs.withLock({ $0.finished(person) }) { ready.signal() }
                    }
                }
                if isClosed.load(ordering: .acquiring) {
                    // The end is passed on to the next thread.
                    ready.signal()
                    return nil
                }
            }
        }

        func close() {
            isClosed.store(true, ordering: .releasing)
            ready.signal()
        }
    }
}

/// A queue that serves people in turn, and each person's elements in the order of their arrival.
struct TurnQueue<Person: Hashable & Sendable, Element> {
    private let each: Int
    private var elements: [Person: [Element]] = [:]
    /// Everyone who waits, once, in the order of their turns.
    private var turns: [Person] = []
    /// How many elements of a person were given out and are not finished.
    private var open: [Person: Int] = [:]

    /// - Parameter each: the most elements of one person that are open at a time.
    init(each: Int = .max) { self.each = each }

    mutating func add(_ element: Element, for person: Person) {
        if elements[person] == nil { turns.append(person) }
        elements[person, default: []].append(element)
    }

    /// Opens an element, until `finished`. Nil if nobody waits who may open another.
    mutating func next() -> (person: Person, element: Element)? {
        guard let turn = turns.firstIndex(where: { open[$0, default: 0] < each }) else { return nil }
        let person = turns.remove(at: turn)
        guard let element = elements[person]?.removeFirst() else { return nil }
        if elements[person]?.isEmpty == false { turns.append(person) } else { elements[person] = nil }
        open[person, default: 0] += 1
        return (person, element)
    }

    /// Returns whether more of the person's elements wait.
    mutating func finished(_ person: Person) -> Bool {
        let left = open[person, default: 1] - 1
        open[person] = left > 0 ? left : nil
        return elements[person] != nil
    }
}
