import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

/// When study plans are refreshed after changes.
struct StudyWakesTests {
    private let wakes = StudyWakes()
    private let ada = Account.ID(UUID())
    private let ben = Account.ID(UUID())

    @Test func whoIsWokenIsTakenOnce() {
        wakes.wake(ada)
        wakes.wake(ada)
        #expect(wakes.takeWoken() == [ada])
        #expect(wakes.takeWoken().isEmpty)
    }

    @Test(.timeLimit(.minutes(1))) func aChangeDuringARestIsSeenAfterIt() async {
        wakes.rest(ada, for: .milliseconds(50))
        for _ in 0..<1_000 { wakes.wake(ada) }
        wakes.wake(ben)
        #expect(wakes.takeWoken() == [ben], "others do not wait")
        for await _ in wakes.bell where wakes.takeWoken() == [ada] { break }
        #expect(!wakes.isResting(ada))
    }

    @Test(.timeLimit(.minutes(1))) func aRefreshThatIsPutOffIsMadeLater() async {
        wakes.rest(ada, for: .milliseconds(50))
        #expect(wakes.isResting(ada))
        wakes.rest(ada, for: .seconds(3_600))
        for await _ in wakes.bell where wakes.takeWoken() == [ada] { break }
    }

    @Test(.timeLimit(.minutes(1))) func afterAFailureThereIsAnotherAttempt() async {
        wakes.rest(ada, for: .milliseconds(10), waking: true)
        for await _ in wakes.bell where wakes.takeWoken() == [ada] { break }
    }
}
