import HTTPTypes
import Hummingbird
import NoteItCore

/// The pages behind the links of mails: a question with one button, and what became of it.
struct MailPage {
    enum Action {
        case verify
        case reset(String)
        case unsubscribe(MailList)
    }

    private let title, body: String

    /// Anyone can register with another person's address, so the name says which account it is.
    /// - Parameters:
    ///   - person: the email of the person.
    ///   - fault: what is wrong with what they sent.
    static func question(_ action: Action, of person: String, named name: String, fault: String? = nil) -> MailPage {
        let (title, words, field, button) =
            switch action {
            case .verify:
                (
                    "Confirm your address",
                    "The account “\(name)” uses \(person). Is this account yours? If not, close this page: whoever has the account "
                        + "would count as you.", "", "Yes, the account is mine"
                )
            case .unsubscribe(let list):
                ("Stop these mails", "\(words(list)) You still see all of it in NoteIt.", "", "Stop them")
            case .reset:
                (
                    "Set a new password", "For \(person). All your devices are signed out.",
                    """
                    <p><label>New password (at least 10 characters)<br>
                    <input name="newPassword" type="password" autocomplete="new-password" required maxlength="1000"></label></p>
                    """, "Set the password"
                )
            }
        let told = fault.map { "<p role=\"alert\"><strong>\($0.escapedForXML)</strong></p>" } ?? ""
        return MailPage(
            title: title,
            body: """
                <p>\(words.escapedForXML)</p>\(told)
                <form method="post">\(field)<p><button>\(button)</button></p></form>
                """)
    }

    static func done(_ action: Action) -> MailPage {
        let (title, words) =
            switch action {
            case .verify: ("Your address is confirmed", "You can choose in the settings of NoteIt what you get by mail.")
            case .unsubscribe: ("No more of these mails", "You can change it in the settings of NoteIt.")
            case .reset: ("The password is set", "Sign in with it.")
            }
        return MailPage(title: title, body: "<p>\(words)</p>")
    }

    private static func words(_ list: MailList) -> String {
        switch list {
        case .digest: "You will get no digest any more."
        case .notices: "You will get no notices by mail any more, except those that staff ask you to read."
        case .mustRead: "You will get no notices by mail any more."
        case .mentions: "You will get no mail any more when somebody mentions you."
        case .replies: "You will get no mail any more about replies."
        case .reminders: "You will get no reminders by mail any more."
        }
    }

    func response(_ status: HTTPResponse.Status = .ok) -> Response { PlainPage(title: title, body: body).response(status) }
}
