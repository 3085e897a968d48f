import Dispatch
import Foundation
import Synchronization

/// A few threads for long work, so that it never runs on a thread that serves requests. People take turns: a person with many
/// jobs waits for the jobs of others, and has some of the threads at most. A long job may give way to others.
final class Workers<Person: Hashable & Sendable>: Sendable {
    private let crew: Crew

    /// - Parameters: `count`: the jobs that run at a time; `each`: the most jobs of one person that have begun at a time;
    ///   `niceness`: of the threads, as in setpriority(2); on Linux each thread has its own.
    init(_ count: Int, each: Int = .max, niceness: Int32 = 0) { crew = Crew(count: count, each: each, niceness: niceness) }

    deinit { crew.close() }

    func enqueue(for person: Person, _ job: @escaping @Sendable () -> Void) { crew.enqueue(job, for: person) }

    /// Called by a job of the person on its own thread: lets waiting jobs run, and returns when the job's turn has come
    /// again.
    func giveWay(_ person: Person) { crew.giveWay(person) }

    /// Returns or throws the result of the work; throws `CancellationError` as soon as the task is cancelled. Then work that has
    /// begun goes on by itself.
    func run<Value: Sendable>(for person: Person, _ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let answer = FirstAnswer<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                answer.wait(continuation)
                enqueue(for: person) { if !answer.isGiven { answer.give(Result(catching: work)) } }
            }
        } onCancel: {
            answer.give(.failure(CancellationError()))
        }
    }

    /// The threads. Jobs that gave way keep theirs, so there may be more threads than jobs that run.
    private final class Crew: Sendable {
        private enum Turn {
            case job(@Sendable () -> Void)
            case resumption(DispatchSemaphore)
        }

        private struct State {
            var turns: TurnQueue<Person, Turn>
            var running = 0
            /// Jobs whose turn has come.
            var ready: [(person: Person, job: @Sendable () -> Void)] = []
            /// Threads without a job.
            var idle = 0
            var isClosed = false
        }

        private let count: Int
        private let niceness: Int32
        private let state: Mutex<State>
        private let bell = DispatchSemaphore(value: 0)

        init(count: Int, each: Int, niceness: Int32) {
            (self.count, self.niceness) = (count, niceness)
            state = Mutex(State(turns: TurnQueue(each: each)))
        }

        func enqueue(_ job: @escaping @Sendable () -> Void, for person: Person) {
            state.withLock { state in
                state.turns.enqueue(.job(job), for: person)
                fill(&state)
            }
        }

        func giveWay(_ person: Person) {
            let resumption = state.withLock { state -> DispatchSemaphore? in
                guard state.turns.hasNext else { return nil }
                let resumption = DispatchSemaphore(value: 0)
                state.turns.giveBack(.resumption(resumption), for: person)
                state.running -= 1
                fill(&state)
                return resumption
            }
            resumption?.wait()
        }

        /// Gives turns while there are fewer than `count` jobs that run.
        private func fill(_ state: inout State) {
            while state.running < count, let (person, turn) = state.turns.next() {
                state.running += 1
                switch turn {
                case .resumption(let semaphore): semaphore.signal()
                case .job(let job):
                    state.ready.append((person, job))
                    if state.idle >= state.ready.count { bell.signal() } else { hire(&state) }
                }
            }
        }

        private func hire(_ state: inout State) {
            state.idle += 1
            bell.signal()
            Thread.detachNewThread { [self] in
                if niceness != 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
                while let (person, job) = next() {
                    job()
                    if !finish(person) { return }
                }
            }
        }

        /// Waits for a job; nil once the crew is closed.
        private func next() -> (Person, @Sendable () -> Void)? {
            bell.wait()
            let next = state.withLock { state -> (Person, @Sendable () -> Void)? in
                state.idle -= 1
                guard !state.ready.isEmpty else { return nil }
                let first = state.ready.removeFirst()
                return (first.person, first.job)
            }
            // A signal without a job is the end, and is passed on to the next thread.
            if next == nil { bell.signal() }
            return next
        }

        /// Returns whether the thread stays.
        private func finish(_ person: Person) -> Bool {
            state.withLock { state in
                state.running -= 1
                _ = state.turns.finished(person)
                let stays = state.idle < count && !state.isClosed
                if stays { state.idle += 1 }
                fill(&state)
                return stays
            }
        }

        func close() {
            state.withLock { $0.isClosed = true }
            bell.signal()
        }
    }
}

/// A queue that serves people in turn, and each person's elements in the order of their arrival.
struct TurnQueue<Person: Hashable & Sendable, Element> {
    private let each: Int
    private var elements: [Person: [Element]] = [:]
    /// Elements that are open and wait for another turn.
    private var returned: [Person: [Element]] = [:]
    /// Everyone who waits, once, in the order of their turns.
    private var turns: [Person] = []
    /// How many elements of a person were given out and are not finished.
    private var open: [Person: Int] = [:]

    /// - Parameter each: the most elements of one person that are open at a time.
    init(each: Int = .max) { self.each = each }

    mutating func enqueue(_ element: Element, for person: Person) {
        wait(person)
        elements[person, default: []].append(element)
    }

    /// Takes an open element back, for another turn of its person.
    mutating func giveBack(_ element: Element, for person: Person) {
        wait(person)
        returned[person, default: []].append(element)
    }

    private mutating func wait(_ person: Person) {
        if elements[person] == nil, returned[person] == nil { turns.append(person) }
    }

    /// Whether `next` would return an element.
    var hasNext: Bool { place != nil }

    private var place: Int? { turns.firstIndex { returned[$0] != nil || open[$0, default: 0] < each } }

    /// Opens an element, until `finished`; those that were given back come first. Nil if nobody waits who may open another.
    mutating func next() -> (person: Person, element: Element)? {
        guard let place else { return nil }
        let person = turns.remove(at: place)
        let element: Element?
        if returned[person] != nil {
            element = returned[person]?.removeFirst()
            if returned[person]?.isEmpty == true { returned[person] = nil }
        } else {
            element = elements[person]?.removeFirst()
            if elements[person]?.isEmpty == true { elements[person] = nil }
            open[person, default: 0] += 1
        }
        if elements[person] != nil || returned[person] != nil { turns.append(person) }
        return element.map { (person, $0) }
    }

    /// Returns whether more of the person's elements wait.
    mutating func finished(_ person: Person) -> Bool {
        let left = open[person, default: 1] - 1
        open[person] = left > 0 ? left : nil
        return elements[person] != nil
    }
}
