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
                <p><a href="\(link.escapedForXML)" target="_blank" rel="opener" role="button">Open NoteIt in a new window</a></p>
                <script>name = "\(frame)"</script>
                """, isFramed: true, scriptHash: "IhgudcEFdEUNjJkJ3dwvlVIavGJl918sk/s1Zzjslf8=")
    }

    /// Its button closes the frame at the platform (LTI Dynamic Registration 1.0).
    static func registered(_ platform: LearningPlatform) -> PlainPage {
        let next =
            platform.deployments.isEmpty
            ? "The page of its first launch names the command by which the operator of NoteIt allows it."
            : "Courses can open it now."
        return PlainPage(
            title: "NoteIt is registered",
            body: """
                <p>NoteIt knows this platform as \(platform.name.escapedForXML). \(next) If the platform asks, activate the tool \
                there.</p>
                <p><button>Close</button></p>
                <script>document.querySelector("button").onclick = () => (opener ?? parent).postMessage({ subject: \
                "org.imsglobal.lti.close" }, "*")</script>
                """, isFramed: true, scriptHash: "paWQnTRu0inyeA37LpLUO5cqx2lscy7LBSHILDJnN6s=")
    }

    static func refusal(_ why: String) -> PlainPage {
        PlainPage(title: "NoteIt was not opened", body: "<p role=\"alert\">\(why.escapedForXML)</p>")
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
                <p>“\(title.escapedForXML)” is not linked to NoteIt yet. Its students will join what you choose. With the whole \
                course, each chooses a section.</p>
                \(form(ticket, "\(base)/lti/link", options, button: "Link it"))
                """)
    }

    /// Asks whether the account that has the email is not the person's.
    /// - Parameter launch: the form of the launch, which comes again with the ticket.
    static func held(_ why: String, launch: String, ticket: String, base: String) -> PlainPage {
        let fields = ["id_token", "state"].map { name in
            let value = FormBody.value(name, in: launch) ?? ""
            return "<input type=\"hidden\" name=\"\(name)\" value=\"\(value.escapedForXML)\">"
        }
        let button = "It is not mine: go on with a new account"
        return PlainPage(
            title: "Is this account yours?",
            body: "<p>\(why.escapedForXML)</p>\(form(ticket, "\(base)/lti/launch", fields, button: button))")
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
                <form method="post" action="\(target.escapedForXML)"\(isFramed ? " target=\"\(frame)\"" : "")>
                <input type="hidden" name="JWT" value="\(token.escapedForXML)">
                <p><button>Add “\(title.escapedForXML)”</button></p></form>
                """, formTarget: origin)
    }

    /// Asks for a code, or has an authenticator app set up.
    /// - Parameter fault: what was wrong with the last code.
    static func factor(_ proving: LaunchTickets.Proving, ticket: String, base: String, fault: String?) -> PlainPage {
        let words =
            if let key = proving.key, let uri = proving.uri {
                """
                <p>You need a second factor here: an authenticator app on your phone. Type this key into it, or \
                <a href="\(uri.escapedForXML)">open it in an app on this device</a>. Then type the code that the app shows.</p>
                <p>Key: <code>\(key.escapedForXML)</code></p>
                """
            } else {
                """
                <p>Type the code that your authenticator app shows, or a recovery code.\
                \(proving.hasPasskey ? " With a passkey, sign in at \(base.escapedForXML)." : "")</p>
                """
            }
        return PlainPage(
            title: "Second factor",
            body: """
                \(words)
                <form method="post" action="\(base.escapedForXML)/lti/factor">
                <input type="hidden" name="ticket" value="\(ticket.escapedForXML)">
                <p role="alert">\((fault ?? "").escapedForXML)</p>
                <p><label>Code <input name="code" autocomplete="one-time-code" required autofocus></label></p>
                <p><button>Go on</button></p></form>
                """)
    }

    static func recovery(_ codes: [String], then place: String) -> PlainPage {
        PlainPage(
            title: "Recovery codes",
            body: """
                <p>Each signs in once if the phone is lost. They are not shown again: keep them.</p>
                <ul>\(codes.map { "<li><code>\($0.escapedForXML)</code></li>" }.joined())</ul>
                <p><a href="\(place.escapedForXML)#launched" role="button">Go on</a></p>
                """)
    }

    private static func form(_ ticket: String, _ action: String, _ options: [String], button: String) -> String {
        """
        <form method="post" action="\(action.escapedForXML)">
        <input type="hidden" name="ticket" value="\(ticket.escapedForXML)">
        \(options.joined(separator: "\n"))
        <p><button>\(button)</button></p></form>
        """
    }

    private static func option(_ value: String, _ name: String, isFirst: Bool = false) -> String {
        """
        <p><label><input type="radio" name="choice" value="\(value.escapedForXML)" required\(isFirst ? " checked" : "")> \
        \(name.escapedForXML)</label></p>
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
