import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

/// When study plans are refreshed after changes.
struct StudyWakesTests {
    private let wakes = StudyWakes(pace: .milliseconds(50))
    /// Longer than any test.
    private let hour = Duration.seconds(3_600)
    private let ada = Account.ID(UUID())
    private let ben = Account.ID(UUID())

    @Test func whoIsWokenIsTakenOnce() {
        wakes.wake(ada)
        wakes.wake(ada)
        #expect(wakes.takeWoken() == [ada])
        #expect(wakes.takeWoken().isEmpty)
    }

    @Test func aChangeIsAwaitedUntilItsRefreshIsOver() {
        #expect(!wakes.isAwaited(ada))
        wakes.wake(ada)
        #expect(wakes.isAwaited(ada) && !wakes.isAwaited(ben))
        _ = wakes.takeWoken()
        #expect(wakes.isAwaited(ada))
        wakes.finishTaken()
        #expect(!wakes.isAwaited(ada))
    }

    @Test func aChangeOfACalendarProgramIsAwaitedDuringThePause() {
        let wakes = StudyWakes(pace: hour)
        wakes.wakePaced(ada)
        wakes.wakePaced(ada)
        _ = wakes.takeWoken()
        wakes.finishTaken()
        #expect(wakes.isAwaited(ada))
    }

    @Test func manyChangesOfACalendarProgramWakeAtOnce() {
        let wakes = StudyWakes(pace: hour)
        for _ in 0..<1_000 { wakes.wakePaced(ada) }
        #expect(wakes.takeWoken() == [ada])
        for _ in 0..<1_000 { wakes.wakePaced(ada) }
        wakes.wakePaced(ben)
        #expect(wakes.takeWoken() == [ben], "others do not wait")
    }

    @Test(.timeLimit(.minutes(5))) func theLastChangesOfACalendarProgramWakeOnceMore() async {
        wakes.wakePaced(ada)
        #expect(wakes.takeWoken() == [ada])
        for _ in 0..<1_000 { wakes.wakePaced(ada) }
        for await _ in wakes.bell where wakes.takeWoken() == [ada] { break }
    }

    @Test func otherChangesDoNotWaitForCalendarPrograms() {
        let wakes = StudyWakes(pace: hour)
        wakes.wakePaced(ada)
        _ = wakes.takeWoken()
        wakes.wake(ada)
        #expect(wakes.takeWoken() == [ada])
    }

    @Test(.timeLimit(.minutes(5))) func afterAFailureThereIsAnotherAttempt() async {
        wakes.wake(ada, after: .milliseconds(50))
        for await _ in wakes.bell where wakes.takeWoken() == [ada] { break }
        #expect(!wakes.isResting(ada))
    }

    @Test(.timeLimit(.minutes(5))) func aRestEndsAsItBegan() async {
        wakes.wake(ada, after: hour)
        wakes.wake(ada, after: .zero)
        // If the second rest counted, Ada would be woken before Ben.
        wakes.wake(ben, after: .milliseconds(50))
        for await _ in wakes.bell where wakes.takeWoken() == [ben] { break }
        #expect(wakes.isResting(ada))
    }
}
