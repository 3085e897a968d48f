import NoteItCore

extension WeekDrawing {
    private static let colours = ["#90caf9", "#a5d6a7", "#ce93d8", "#fff59d", "#80deea", "#ef9a9a", "#cfd8dc"]

    public func svg(title: String) -> String {
        let blocks = classes.map { block in
            let lines = [block.title, block.detail, block.dates, block.times, block.place].filter { !$0.isEmpty }
            return HourSheet.Block(
                column: block.day, start: block.start, end: block.end,
                fill: Self.colours[(block.course ?? 0) % Self.colours.count], lines: lines.map { $0.truncated(to: 17) })
        }
        return HourSheet(title: title, heads: days.map { Self.names[$0] }, blocks: blocks, first: first, last: last).svg
    }
}
