import Testing

@testable import NoteItServer

struct WorkStepsTests {
    @Test func workEndsWithItsSteps() throws {
        var steps = WorkSteps(10)
        try steps.spend(9)
        #expect(throws: WorkSteps.Spent.self) { try steps.spend(1) }
        #expect(throws: WorkSteps.Spent.self) { try steps.spend(1) }
    }

    @Test func workEndsWhenNobodyWaitsForIt() throws {
        var looks = 0
        var steps = WorkSteps(WorkSteps.most) {
            looks += 1
            return looks == 3
        }
        var taken = 0
        #expect(throws: WorkSteps.Spent.self) {
            while true {
                try steps.spend(1_000)
                taken += 1_000
            }
        }
        #expect(looks == 3 && taken < 200_000)
    }
}
