import Testing

@testable import NoteItServer

struct TurnQueueTests {
    @Test
    func aPersonWithManyElementsWaitsForTheOthers() {
        var queue = TurnQueue<String, Int>()
        for number in 1...4 { queue.add(number, for: "ada") }
        queue.add(11, for: "bob")
        queue.add(21, for: "cleo")
        queue.add(12, for: "bob")
        var order: [Int] = []
        while let next = queue.next() { order.append(next) }
        #expect(order == [1, 11, 21, 2, 12, 3, 4])
    }

    @Test
    func aReturningPersonComesAfterThoseWhoWait() {
        var queue = TurnQueue<String, Int>()
        queue.add(1, for: "ada")
        queue.add(11, for: "bob")
        #expect(queue.next() == 1)
        queue.add(2, for: "ada")
        #expect([queue.next(), queue.next(), queue.next()] == [11, 2, nil])
    }
}
