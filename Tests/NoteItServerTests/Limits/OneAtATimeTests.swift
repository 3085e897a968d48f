import Testing

@testable import NoteItServer

struct OneAtATimeTests {
    private actor Room {
        private var inside: [Int: Int] = [:]
        private(set) var most = 0
        private(set) var mostTogether = 0
        private(set) var passed = 0

        func enter(_ person: Int) {
            inside[person, default: 0] += 1
            most = max(most, inside[person, default: 0])
            mostTogether = max(mostTogether, inside.values.reduce(0, +))
        }

        func leave(_ person: Int) {
            inside[person, default: 0] -= 1
            passed += 1
        }
    }

    private struct Failed: Error {}

    @Test
    func aPersonsWorkRunsInSequenceAndPeopleRunConcurrently() async {
        let (line, room) = (OneAtATime<Int>(), Room())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let person = number % 5
                    // Failed work makes way too.
                    try? await line.run(for: person) {
                        await room.enter(person)
                        for _ in 0..<20 { await Task.yield() }
                        await room.leave(person)
                        if number % 3 == 0 { throw Failed() }
                    }
                }
            }
        }
        #expect(await room.passed == 200)
        #expect(await room.most == 1)
        #expect(await room.mostTogether > 1)
    }
}
