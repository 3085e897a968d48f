import Testing

@testable import NoteItServer

struct TurnQueueTests {
    @Test
    func aPersonWithManyElementsWaitsForTheOthers() {
        var queue = TurnQueue<String, Int>()
        for number in 1...4 { queue.enqueue(number, for: "ada") }
        queue.enqueue(11, for: "bob")
        queue.enqueue(21, for: "cleo")
        queue.enqueue(12, for: "bob")
        var order: [Int] = []
        while let (_, next) = queue.next() { order.append(next) }
        #expect(order == [1, 11, 21, 2, 12, 3, 4])
    }

    @Test
    func aReturningPersonComesAfterThoseWhoWait() {
        var queue = TurnQueue<String, Int>()
        queue.enqueue(1, for: "ada")
        queue.enqueue(11, for: "bob")
        #expect(queue.next()?.element == 1)
        queue.enqueue(2, for: "ada")
        #expect([queue.next()?.element, queue.next()?.element, queue.next()?.element] == [11, 2, nil])
    }

    @Test
    func aPersonWithEnoughOpenElementsIsPassedOver() {
        var queue = TurnQueue<String, Int>(each: 1)
        for number in 1...3 { queue.enqueue(number, for: "ada") }
        queue.enqueue(11, for: "bob")
        #expect([queue.next()?.element, queue.next()?.element, queue.next()?.element] == [1, 11, nil])
        let bobMakesRoom = queue.finished("bob")
        #expect(!bobMakesRoom && queue.next() == nil)
        let adaMakesRoom = queue.finished("ada")
        #expect(adaMakesRoom && queue.next()?.element == 2)
    }
}
