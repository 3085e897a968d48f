/// The free time that is left while blocks are placed, one task after the other.
struct FreeHoles {
    struct Hole {
        var start: Int
        var end: Int
        var day: Int
    }

    private(set) var holes: [Hole]
    private(set) var room: [Int]?
    private let gap: Int
    /// Shorter holes are of no use to any task.
    private let least: Int
    /// Holes looked at so far, and a few more for each block.
    private(set) var steps = 0

    init(_ grid: WeeksGrid) {
        let least = grid.shortestBlock
        holes = grid.segments.filter { $0.slots.count >= least }.map {
            Hole(start: $0.slots.lowerBound, end: $0.slots.upperBound, day: $0.day)
        }
        (room, gap, self.least) = (grid.room, grid.gap, least)
    }

    /// The hole in which a block fits, if there is one. O(log holes).
    func hole(for slots: Range<Int>) -> Hole? {
        let index = holes.partition { $0.end >= slots.upperBound }
        guard index < holes.count, holes[index].start <= slots.lowerBound else { return nil }
        return room.map { $0[holes[index].day] < slots.count } ?? false ? nil : holes[index]
    }

    /// Occupies the hole in which a block fits, with its distance to others. O(holes).
    mutating func occupy(_ slots: Range<Int>) {
        let index = holes.partition { $0.end >= slots.upperBound }
        room?[holes[index].day] -= slots.count
        steps += 8
        var (low, high) = (index, index + 1)
        while low > 0, holes[low - 1].end > slots.lowerBound - gap { low -= 1 }
        while high < holes.count, holes[high].start < slots.upperBound + gap { high += 1 }
        var left: [Hole] = []
        for hole in holes[low..<high] {
            let before = Hole(start: hole.start, end: min(hole.end, slots.lowerBound - gap), day: hole.day)
            let after = Hole(start: max(hole.start, slots.upperBound + gap), end: hole.end, day: hole.day)
            if before.end - before.start >= least { left.append(before) }
            if after.end - after.start >= least { left.append(after) }
        }
        holes.replaceSubrange(low..<high, with: left)
    }

    /// How much of a hole goes to a task, as so many blocks.
    private struct Portion {
        var hole: Int
        var start: Int
        var day: Int
        var blocks: Int
        var slots: Int
    }

    /// One more block in a hole, and the slots that it adds to the other blocks there.
    private struct Piece {
        var slots: Int
        var hole: Int
    }

    /// Places as much of a task as can be: with the fewest blocks, then with the earliest end. Optimal for one task of one block;
    /// with several blocks and a daily limit it may miss the best.
    /// - Parameters:
    ///   - need: slots to place, > 0.
    ///   - window: blocks lie inside.
    /// - Complexity: O(holes * blocks).
    mutating func place(_ task: WeeksGrid.Task, need: Int, window: Range<Int>) -> [Range<Int>] {
        guard task.longest >= task.shortest else { return [] }
        let first = holes.partition { $0.end > window.lowerBound }
        let portions =
            whole(task, need, window, from: first) ?? most(task, need, window, from: first)
        let blocks = portions.flatMap { portion in
            var (blocks, start, left) = ([Range<Int>](), portion.start, portion.slots)
            for more in (0..<portion.blocks).reversed() {
                let length = min(task.longest, left - more * task.shortest)
                blocks.append(start..<start + length)
                (start, left) = (start + length + gap, left - length)
            }
            return blocks
        }
        // Holes may lie closer together than a break is long: then a block goes elsewhere.
        var taken = blocks.filter { block in
            guard hole(for: block) != nil else { return false }
            occupy(block)
            return true
        }
        let rest = need - taken.reduce(0) { $0 + $1.count }
        if taken.count < blocks.count, !taken.isEmpty, !task.isSpaced {
            taken += place(task, need: rest, window: window)
        }
        return taken
    }

    /// The part of a hole inside the window, and what its day has room for; nil if no block of the task may stand there.
    private func usable(
        _ hole: Hole, _ task: WeeksGrid.Task, _ window: Range<Int>
    ) -> (start: Int, length: Int, room: Int)? {
        let start = max(hole.start, window.lowerBound)
        let length = min(hole.end, window.upperBound) - start
        let room = room?[hole.day] ?? .max
        let isTaken = task.isSpaced && task.daysTaken.contains(hole.day)
        return length >= task.shortest && room >= task.shortest && !isTaken ? (start, length, room) : nil
    }

    /// Portions for all of the need in the fewest blocks that can hold it; nil if there is no room for them.
    private mutating func whole(
        _ task: WeeksGrid.Task, _ need: Int, _ window: Range<Int>, from first: Int
    ) -> [Portion]? {
        let count = task.blocks(for: need)
        guard count * task.shortest <= need else { return nil }
        var pieces: [Piece] = []
        var index = first
        while index < holes.count, holes[index].start < window.upperBound {
            defer { index += 1 }
            steps += 1 + pieces.count / 8
            let hole = holes[index]
            guard let (start, length, room) = usable(hole, task, window) else { continue }
            var best: (end: Int, here: Int, slots: Int)?
            // What the greatest pieces hold elsewhere, and of it today.
            var (elsewhere, today) = (pieces.reduce(0) { $0 + $1.slots }, 0)
            if self.room != nil || task.isSpaced {
                for piece in pieces where holes[piece.hole].day == hole.day { today += piece.slots }
            }
            for others in (0...pieces.count).reversed() {
                if others < pieces.count {
                    elsewhere -= pieces[others].slots
                    if today > 0, holes[pieces[others].hole].day == hole.day { today -= pieces[others].slots }
                }
                let here = count - others
                if here > 1 && (task.isSpaced || here * task.shortest + (here - 1) * gap > length) { break }
                let slots = max(here * task.shortest, need - elsewhere)
                guard slots <= min(here * task.longest, length - (here - 1) * gap), need - slots >= others * task.shortest,
                    slots <= room - today, !(task.isSpaced && today > 0)
                else { continue }
                let end = start + slots + (here - 1) * gap
                if best.map({ end < $0.end }) ?? true { best = (end, here, slots) }
            }
            if let best {
                var portions = portions(Array(pieces.prefix(count - best.here)), window)
                trim(&portions, to: need - best.slots, task)
                return portions + [
                    Portion(hole: index, start: start, day: hole.day, blocks: best.here, slots: best.slots)
                ]
            }
            if count > 1 { insertPieces(into: &pieces, index, length, task, room, keeping: count - 1) }
        }
        return nil
    }

    /// Portions for as much of the need as fits, in as few blocks as that takes.
    private mutating func most(
        _ task: WeeksGrid.Task, _ need: Int, _ window: Range<Int>, from first: Int
    ) -> [Portion] {
        var pieces: [Piece] = []
        var index = first
        while index < holes.count, holes[index].start < window.upperBound {
            defer { index += 1 }
            steps += 1 + pieces.count / 8
            guard let (_, length, room) = usable(holes[index], task, window) else { continue }
            insertPieces(into: &pieces, index, length, task, room, keeping: need / task.shortest)
        }
        var (count, slots) = (0, 0)
        while count < pieces.count, slots < need {
            slots += pieces[count].slots
            count += 1
        }
        // Blocks that cannot be so short: rather one less, though some of the need stays.
        if slots > need, count * task.shortest > need { count -= 1 }
        var portions = portions(Array(pieces.prefix(count)), window)
        trim(&portions, to: need, task)
        return portions
    }

    /// Adds a hole's pieces, greatest first; of equal ones the earlier comes first.
    private func insertPieces(
        into pieces: inout [Piece], _ hole: Int, _ length: Int, _ task: WeeksGrid.Task, _ room: Int, keeping most: Int
    ) {
        var room = room
        if self.room != nil || task.isSpaced {
            let today = pieces.filter { holes[$0.hole].day == holes[hole].day }
            if task.isSpaced, let other = today.first {
                guard other.slots < min(length, task.longest, room) else { return }
                pieces.removeAll { $0.hole == other.hole }
            } else {
                room -= today.reduce(0) { $0 + $1.slots }
            }
        }
        var (count, sum) = (0, 0)
        while count < most {
            let total = min((count + 1) * task.longest, length - count * gap, room)
            guard total > sum, total >= (count + 1) * task.shortest else { break }
            let piece = Piece(slots: total - sum, hole: hole)
            pieces.insert(piece, at: pieces.partition { $0.slots < piece.slots })
            (count, sum) = (count + 1, total)
            if task.isSpaced { break }
        }
        if pieces.count > most { pieces.removeLast(pieces.count - most) }
    }

    private func portions(_ pieces: [Piece], _ window: Range<Int>) -> [Portion] {
        var portions: [Portion] = []
        for piece in pieces.sorted(by: { $0.hole < $1.hole }) {
            if portions.last?.hole == piece.hole {
                portions[portions.count - 1].blocks += 1
                portions[portions.count - 1].slots += piece.slots
            } else {
                let hole = holes[piece.hole]
                portions.append(
                    Portion(
                        hole: piece.hole, start: max(hole.start, window.lowerBound), day: hole.day, blocks: 1,
                        slots: piece.slots))
            }
        }
        return portions
    }

    /// Gives back what is more than needed, of the latest first.
    private func trim(_ portions: inout [Portion], to need: Int, _ task: WeeksGrid.Task) {
        var excess = portions.reduce(0) { $0 + $1.slots } - need
        for place in portions.indices.reversed() where excess > 0 {
            let back = min(excess, portions[place].slots - portions[place].blocks * task.shortest)
            portions[place].slots -= back
            excess -= back
        }
    }
}
