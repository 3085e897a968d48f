import NoteItCore

/// The week as a picture (SVG 1.1): 120 points for a day, one for a minute.
extension WeekDrawing {
    private static let colours = ["#90caf9", "#a5d6a7", "#ce93d8", "#fff59d", "#80deea", "#ef9a9a", "#cfd8dc"]

    public func svg(title: String) -> String {
        let (wide, tall) = (60 + days.count * 120, 70 + (last - first))
        var parts = [
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(wide) \#(tall)" font-family="sans-serif" font-size="12">"#,
            #"<title>\#(title.escapedForXML)</title>"#,
            #"<rect width="\#(wide)" height="\#(tall)" fill="white"/>"#,
            #"<text x="10" y="20" font-size="16">\#(title.escapedForXML)</text>"#,
        ]
        for day in days { parts.append(#"<text x="\#(60 + day * 120)" y="44" font-weight="bold">\#(Self.names[day])</text>"#) }
        for minute in stride(from: first, through: last, by: 60) {
            let y = 54 + minute - first
            parts.append(#"<path d="M50 \#(y)H\#(wide)" stroke="silver"/>"#)
            parts.append(#"<text x="8" y="\#(y + 4)" fill="gray">\#(WallTime(minute: minute).map(String.init) ?? "")</text>"#)
        }
        parts += classes.flatMap(picture)
        return (parts + ["</svg>", ""]).joined(separator: "\n")
    }

    private func picture(_ block: Block) -> [String] {
        let (x, y, tall) = (60 + block.day * 120, 54 + block.start - first, block.end - block.start)
        let fill = Self.colours[(block.course ?? 0) % Self.colours.count]
        let lines = [block.title, block.detail, block.dates, block.times, block.place].filter { !$0.isEmpty }
        return [#"<rect x="\#(x)" y="\#(y)" width="114" height="\#(tall)" rx="4" fill="\#(fill)"/>"#]
            + lines.prefix(max(1, (tall - 4) / 15)).enumerated().map { row, text in
                let weight = row == 0 ? #" font-weight="bold""# : ""
                return
                    #"<text x="\#(x + 6)" y="\#(y + 16 + row * 15)"\#(weight)>\#(text.truncated(to: 17).escapedForXML)</text>"#
            }
    }
}
