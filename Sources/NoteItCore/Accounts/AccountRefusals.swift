/// The wording of refusals about accounts and passwords.
extension DomainError {
    public static let registrationIsClosed = forbidden("This server takes no registrations. Ask its admin for an account.")
    public static let signOnOnly = forbidden(
        "People sign in to this server at their campus: open its page in a browser. A terminal signs in with noteit auth login --browser."
    )

    /// - Parameter campus: its name.
    public static func signOnTellsNoEmail(_ campus: String) -> Self {
        forbidden(
            "\(campus) does not tell your email, which an account here needs. Ask the operator: the scope email may be missing."
        )
    }

    public static func signOnEmail(of campus: String, _ fault: String) -> Self {
        forbidden("\(campus) tells an email that cannot be used here: it \(fault). Ask your campus.")
    }

    public static let accountIsSuspended = forbidden("This account is suspended. Ask the admin of this server.")
    public static let wrongCode = unauthenticated("The code is wrong, or it was used. Wait for the next one, or try again.")
    public static let signInAgain = unauthenticated(
        "The sign-in was not finished in time, or the account has changed. Sign in again.")
    public static let factorIsMissing = unauthenticated(
        "This server demands a second factor of you now. Sign in again to add one.")
    public static let codeWasUsed = unauthenticated("This code was used already. Wait for the next one.")
    public static let passkeyWasUsed = unauthenticated("This answer of the passkey was used already. Begin again.")
    public static let passkeyWasCopied = unauthenticated(
        "The counter of this passkey went back, so somebody may have a copy of it. Sign in in another way, and remove it.")
    public static let unknownPasskey = unauthenticated(
        "This server does not know this passkey, or it was removed. Sign in with your password.")
    public static let passkeyNeedsPassword = unauthenticated(
        "The password was reset since this passkey was used. Sign in once with the new password and the passkey.")
    public static let passkeyIsKnown = invalid("passkey", "was added to this server already; use another one")
    public static let passkeysNeedName = conflict(
        "A passkey belongs to the name of a server. Open the page by its name in place of a number such as 127.0.0.1.")
    public static let unknownDeviceCode = notFound("sign-in that waits with this code")
    public static let onlyThePageApproves = forbidden(
        "Only the page of this server approves a device. Sign in there, and open /device.")
    public static let onlyPeople = forbidden(
        "Tokens of scripts may not do this. Sign in, and use the access token of the session.")
    public static let tokenMayOnlyRead = forbidden("This token may only read.")

    public static func tokenIsOf(_ course: Course.ID) -> Self { forbidden("This token is for \(course.shown) alone.") }

    public static let passwordWouldBeReadable = forbidden("A password must travel encrypted. Use the server's https address.")
}
