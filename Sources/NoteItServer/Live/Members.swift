import NoteItCore

/// The joined subscribers who hold one topic, in the order in which a batch goes through them.
struct Members {
    struct Member {
        let subscriber: any Subscriber
        /// Whether they are staff of the topic's course.
        var isStaff: Bool
    }

    private(set) var all: ContiguousArray<Member> = []
    private var places: [ObjectIdentifier: Int] = [:]

    var isEmpty: Bool { all.isEmpty }

    mutating func set(_ member: Member) {
        let id = ObjectIdentifier(member.subscriber)
        if let place = places[id] {
            all[place] = member
        } else {
            places[id] = all.count
            all.append(member)
        }
    }

    /// Moves the last one to the free place, so that it costs the same however many they are.
    mutating func remove(_ id: ObjectIdentifier) {
        guard let place = places.removeValue(forKey: id), let last = all.popLast(), place < all.count else { return }
        all[place] = last
        places[ObjectIdentifier(last.subscriber)] = place
    }
}
