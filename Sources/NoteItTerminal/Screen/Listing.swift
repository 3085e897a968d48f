/// The lines of a list, of which some can be opened.
struct Listing: Sendable {
    private(set) var lines: [Styled] = []
    /// The lines that can be opened, in order.
    private(set) var rows: [(line: Int, target: Glance.Target, section: String)] = []

    init(_ sections: [Glance.Section]) {
        for section in sections {
            if !lines.isEmpty { lines.append(Styled()) }
            lines.append(Styled(section.title, .strong))
            for row in section.rows {
                if let target = row.target { rows.append((lines.count, target, section.title)) }
                lines.append(Styled("  ") + row.line)
            }
            lines += section.notes.map { Styled("  ") + $0 }
        }
    }

    /// The lines from `top`, with the chosen one marked: by a sign, and reversed if there are colours.
    func shown(_ selection: ClassView.Selection, size: ScreenSize, room: Int, unicode: Bool) -> [Styled] {
        let chosen = rows.indices.contains(selection.index) ? rows[selection.index].line : nil
        return lines.indices.dropFirst(selection.top).prefix(room).map { index in
            guard index == chosen else { return lines[index] }
            let text = String(lines[index].text.dropFirst(2)).truncated(to: max(0, size.width - 2))
            return Styled((unicode ? "▸ " : "> ") + text.padded(to: max(0, size.width - 2)), .today)
        }
    }
}

extension ClassView.Selection {
    /// Stays at the same target if it is still there, else at the same row; before the first key at the first row.
    mutating func settle(_ listing: Listing, room: Int) {
        if listing.rows.isEmpty {
            (index, target) = (0, nil)
            top = min(top, max(0, listing.lines.count - room))
            return
        }
        // A task may have several times on a day.
        let places = listing.rows.indices.filter { listing.rows[$0].target == target && listing.rows[$0].section == section }
        let place = places.min { abs($0 - index) < abs($1 - index) }
        choose(isTouched ? place ?? min(index, listing.rows.count - 1) : 0, listing)
        reveal(listing, room: room)
    }

    private mutating func choose(_ row: Int, _ listing: Listing) {
        (index, target, section) = (row, listing.rows[row].target, listing.rows[row].section)
    }

    mutating func press(_ key: Key, _ listing: Listing, room: Int) {
        settle(listing, room: room)
        guard !listing.rows.isEmpty else {
            top = Scroll.moved(top, key, count: listing.lines.count, room: room)
            return
        }
        let last = listing.rows.count - 1
        switch key {
        case .down, .letter("j"): choose(min(last, index + 1), listing)
        case .up, .letter("k"): choose(max(0, index - 1), listing)
        case .pageDown, .letter(" "): choose(min(last, index + max(1, room - 2)), listing)
        case .pageUp, .letter("b"): choose(max(0, index - max(1, room - 2)), listing)
        case .home, .letter("g"): choose(0, listing)
        case .letter("G"): choose(last, listing)
        default: return
        }
        reveal(listing, room: room)
    }

    /// Scrolls as little as possible, with the line above. The first row shows everything above it, the last one everything below.
    private mutating func reveal(_ listing: Listing, room: Int) {
        let (line, count) = (listing.rows[index].line, listing.lines.count)
        if line <= top { top = line - 1 }
        if line >= top + room { top = line - room + 1 }
        if index == 0, line < room {
            top = 0
        } else if index == listing.rows.count - 1, count - line <= room {
            top = count - room
        }
        top = max(0, min(top, count - room))
    }
}
