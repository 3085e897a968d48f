import NoteItCore

/// A degree plan as a picture (SVG 1.1): a column for each term, six beside each other. Each text is escaped.
struct PlanPicture {
    private static let columns = 6
    private static let (wide, row) = (150, 26)
    /// How many Latin letters a box has room for.
    private static let letters = 22

    /// A course or an elective of a term.
    private struct Item {
        var text: String
        var fill: String
        /// The problems of the course in its term.
        var problems: [DegreePlanProblem] = []
    }

    let plan: DegreePlan
    let check: PlanCheck

    var svg: String {
        let terms = board
        let rows = stride(from: 0, to: terms.count, by: Self.columns).map {
            Array(terms[$0..<min($0 + Self.columns, terms.count)])
        }
        var (parts, y): ([String], Int) = ([], 44)
        for row in rows {
            for (column, term) in row.enumerated() {
                parts += picture(term.name, term.items, x: 10 + column * (Self.wide + 10), y: y)
            }
            y += 30 + (row.map(\.items.count).max() ?? 0) * Self.row
        }
        parts.append(
            Self.text("done, in progress, planned; a red edge: a problem, a grey one: kept or for the department", 10, y + 4))
        let (wide, tall) = (10 + Self.columns * (Self.wide + 10), y + 20)
        let head = [
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(wide) \#(tall)" font-family="sans-serif" font-size="12">"#,
            "<title>\(plan.name.escapedForXML)</title>", #"<rect width="\#(wide)" height="\#(tall)" fill="white"/>"#,
            #"<text x="10" y="22" font-size="16">\#(plan.name.cut(to: (wide - 20) / 9).escapedForXML)</text>"#,
        ]
        return (head + parts + ["</svg>", ""]).joined(separator: "\n")
    }

    private var board: [(name: String, items: [Item])] {
        let taken = check.taken ?? []
        let early = taken.filter { $0.term == nil }
        let terms = Set(taken.compactMap(\.term)).union(plan.terms.map(\.term)).sorted()
        let before = early.isEmpty ? [] : [(name: "Without a term", items: early.map(item))]
        return before
            + terms.map { term in
                let own = taken.filter { $0.term == term }
                let coming = plan.terms.first { $0.term == term }
                let planned = (coming?.courses ?? []).filter { code in !own.contains { $0.course == code } }.map { code in
                    Item(
                        text: code.description, fill: "#cfe3f7",
                        problems: check.problems.filter { $0.term == term && $0.course == code })
                }
                let open = (coming?.electives ?? []).map { elective in
                    Item(text: "\(elective.credits) credits: \(elective.requirement ?? "any")", fill: "#eeeeee")
                }
                let whole = check.problems.filter { $0.term == term && $0.course == nil }
                let credits = whole.isEmpty ? [] : [Item(text: "credits", fill: "white", problems: whole)]
                return (name: term.name, items: own.map(item) + planned + open + credits)
            }
    }

    private func item(_ taken: TakenCourse) -> Item {
        Item(text: taken.course.description, fill: taken.inProgress ? "#fff59d" : "#a5d6a7")
    }

    private func picture(_ name: String, _ items: [Item], x: Int, y: Int) -> [String] {
        var parts = [#"<text x="\#(x)" y="\#(y + 14)" font-weight="bold">\#(name.cut(to: Self.letters).escapedForXML)</text>"#]
        for (place, item) in items.enumerated() {
            let top = y + 22 + place * Self.row
            let isOpen = item.problems.contains { !$0.accepted && !$0.unsure }
            let edge = item.problems.isEmpty ? "" : #" stroke="\#(isOpen ? "#c62828" : "gray")" stroke-width="2""#
            let why = item.problems.map(\.detail).joined(separator: " ")
            let hover = why.isEmpty ? "" : "<title>\(why.escapedForXML)</title>"
            parts.append(
                #"<rect x="\#(x)" y="\#(top)" width="\#(Self.wide)" height="\#(Self.row - 4)" rx="4" fill="\#(item.fill)"\#(edge)>\#(hover)</rect>"#
            )
            parts.append(Self.text(item.text.cut(to: Self.letters), x + 6, top + 15))
        }
        return parts
    }

    private static func text(_ text: String, _ x: Int, _ y: Int) -> String {
        #"<text x="\#(x)" y="\#(y)">\#(text.escapedForXML)</text>"#
    }
}
