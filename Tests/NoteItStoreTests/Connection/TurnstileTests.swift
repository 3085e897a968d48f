import NoteItCore
import Testing

@testable import NoteItStore

struct TurnstileTests {
    private actor Room {
        private(set) var inside = 0
        private(set) var most = 0
        private(set) var passed = 0

        func enter() {
            inside += 1
            most = max(most, inside)
        }

        func leave() {
            inside -= 1
            passed += 1
        }
    }

    private struct Failed: Error {}

    @Test
    func noMoreThanItsPlacesAreInsideAndAllComeThrough() async {
        let (turnstile, room) = (Turnstile<Int>(places: 2), Room())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    // Who fails inside gives the place back too.
                    try? await turnstile.pass(for: number % 5) {
                        await room.enter()
                        await Task.yield()
                        await room.leave()
                        if number % 3 == 0 { throw Failed() }
                    }
                }
            }
        }
        #expect(await room.passed == 200)
        #expect(await (1...2).contains(room.most))
    }
}
