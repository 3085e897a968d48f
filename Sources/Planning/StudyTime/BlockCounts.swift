/// The fewest blocks that hold some work, as a lower bound: each of the longest kind, and the greatest that free time leaves.
struct BlockCounts {
    /// Free time that is counted together: a day where days are limited, a segment otherwise.
    private struct Group {
        var segments: Range<Int>
        var room: Int
    }

    private let segments: [WeeksGrid.Segment]
    private let gap: Int
    private let shortest: Int
    private let longest: Int
    private var groups: [Group] = []
    /// The group of each segment.
    private var groupOf: [Int] = []
    /// The work that so many blocks of a group and those after it hold at most.
    private var most: [[Int]] = []
    /// The most blocks that are counted in a group.
    private static let mostBlocks = 256
    /// The greatest blocks that fit in the group that `fewest` looks at; kept between calls to save the allocation.
    private var pieces: [Int] = []

    /// O(segments * (blocks + log segments)), of the blocks that all open tasks take.
    init(_ grid: WeeksGrid) {
        (segments, gap) = (grid.segments, grid.gap)
        let open = grid.tasks.filter { $0.need > 0 && $0.longest >= $0.shortest && $0.mayStart }
        longest = open.map(\.longest).max() ?? 1
        shortest = open.map(\.shortest).min() ?? 1
        let work = open.reduce(0) { $0 + $1.need }
        for index in segments.indices {
            if let room = grid.room, index > 0, segments[index - 1].day == segments[index].day {
                groups[groups.count - 1].segments = groups[groups.count - 1].segments.lowerBound..<index + 1
                groups[groups.count - 1].room = room[segments[index].day]
            } else {
                groups.append(Group(segments: index..<index + 1, room: grid.room?[segments[index].day] ?? .max))
            }
            groupOf.append(groups.count - 1)
        }
        most = Array(repeating: [0], count: groups.count + 1)
        var pieces: [Int] = []
        for group in groups.indices.reversed() {
            var here: [Int] = []
            for segment in groups[group].segments { add(segments[segment].slots.count, to: &here) }
            var room = groups[group].room
            for piece in here {
                let part = min(piece, room)
                guard part > 0 else { break }
                room -= part
                pieces.insert(part, at: pieces.partition { $0 < part })
            }
            var (sums, sum) = ([0], 0)
            for piece in pieces.prefix(Self.mostBlocks) where sum < work {
                sum += piece
                sums.append(sum)
            }
            if pieces.count > sums.count { pieces.removeLast(pieces.count - sums.count) }
            most[group] = sums
        }
    }

    /// - Parameter used: what the slot's day has taken.
    /// - Complexity: O(blocks of the group * log blocks).
    mutating func fewest(for work: Int, from slot: Int, _ segment: Int, used: Int) -> Int {
        guard work > 0, segment < segments.count else { return work > 0 ? 1 : 0 }
        let group = groupOf[segment]
        pieces.removeAll(keepingCapacity: true)
        for index in segment..<groups[group].segments.upperBound {
            add(segments[index].slots.upperBound - max(slot, segments[index].slots.lowerBound), to: &pieces)
        }
        let room = groups[group].room == .max ? .max : groups[group].room - used
        var (count, here, fewest) = (0, 0, Int.max)
        while true {
            let after = self.after(group, work - here)
            fewest = min(fewest, count + after)
            guard count < pieces.count, here < room, after > 0 else { return fewest }
            here = min(room, here + pieces[count])
            count += 1
        }
    }

    private func after(_ group: Int, _ work: Int) -> Int { work <= 0 ? 0 : most[group + 1].partition { $0 >= work } }

    /// Adds what each further block in free time adds at most, the greatest first.
    private func add(_ slots: Int, to pieces: inout [Int]) {
        guard slots >= shortest else { return }
        var left = slots
        while left > 0 {
            let piece = min(longest, left)
            pieces.insert(piece, at: pieces.partition { $0 < piece })
            left -= piece + gap
        }
    }
}
