import HTTPTypes
import NoteItCore

/// The pages between a platform and the page of NoteIt.
enum LaunchPage {
    /// The name that the frame gives itself, so that the new window can bring an answer back to it.
    private static let frame = "noteit-launch"

    /// In a frame of the platform, browsers keep cookies from us. The link begins the same launch in a window of its own.
    /// - Parameter link: relative to this page.
    static func newWindow(_ link: String) -> PlainPage {
        PlainPage(
            title: "NoteIt",
            body: """
                <p><a href="\(LetterPart.escaped(link))" target="_blank" rel="opener" role="button">Open NoteIt in a new window</a></p>
                <script>name = "\(frame)"</script>
                """, isFramed: true, scriptHash: "IhgudcEFdEUNjJkJ3dwvlVIavGJl918sk/s1Zzjslf8=")
    }

    static func refusal(_ why: String) -> PlainPage {
        PlainPage(title: "NoteIt was not opened", body: "<p role=\"alert\">\(LetterPart.escaped(why))</p>")
    }

    /// - Parameter base: the address of this server.
    static func link(_ title: String, to choices: [StaffedSection], ticket: String, base: String) -> PlainPage {
        let options = choices.enumerated().map { index, choice in
            let name = "\(choice.course) \(choice.code ?? "(the whole course)"): \(choice.title)"
            return option(choice.value, name, isFirst: index == 0)
        }
        return PlainPage(
            title: "Link this course",
            body: """
                <p>“\(LetterPart.escaped(title))” is not linked to NoteIt yet. Its students will join what you choose. With the whole \
                course, each chooses a section.</p>
                \(form(ticket, "\(base)/lti/link", options, button: "Link it"))
                """)
    }

    static func pick(_ events: [Event], ticket: String, base: String) -> PlainPage {
        let options = [option("course", "The course’s page", isFirst: true)] + events.map { option("\($0.number)", $0.title) }
        return PlainPage(
            title: "Add a link to NoteIt", body: form(ticket, "\(base)/lti/pick", options, button: "Choose"))
    }

    /// - Parameters: `target`: the platform's page, whose origin is `origin`; `isFramed`: whether the platform waits in the frame.
    static func answer(_ title: String, to target: String, origin: String, token: String, isFramed: Bool) -> PlainPage {
        PlainPage(
            title: "Add a link to NoteIt",
            body: """
                \(isFramed ? "<p>Then go back to your course. You can close this window.</p>" : "")
                <form method="post" action="\(LetterPart.escaped(target))"\(isFramed ? " target=\"\(frame)\"" : "")>
                <input type="hidden" name="JWT" value="\(LetterPart.escaped(token))">
                <p><button>Add “\(LetterPart.escaped(title))”</button></p></form>
                """, formTarget: origin)
    }

    private static func form(_ ticket: String, _ action: String, _ options: [String], button: String) -> String {
        """
        <form method="post" action="\(LetterPart.escaped(action))">
        <input type="hidden" name="ticket" value="\(LetterPart.escaped(ticket))">
        \(options.joined(separator: "\n"))
        <p><button>\(button)</button></p></form>
        """
    }

    private static func option(_ value: String, _ name: String, isFirst: Bool = false) -> String {
        """
        <p><label><input type="radio" name="choice" value="\(LetterPart.escaped(value))" required\(isFirst ? " checked" : "")> \
        \(LetterPart.escaped(name))</label></p>
        """
    }
}

extension StaffedSection {
    /// In the form: the course, and after a space the section.
    fileprivate var value: String { section.map { "\(course) \($0)" } ?? course.text }

    static func chosen(_ value: String) -> (course: Course.ID, section: Section.ID?)? {
        let parts = value.split(separator: " ").map(String.init)
        let isPlain = value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        guard let course = parts.first, parts.count <= 2, isPlain else { return nil }
        return (Course.ID(course), parts.count == 2 ? Section.ID(parts[1]) : nil)
    }
}
