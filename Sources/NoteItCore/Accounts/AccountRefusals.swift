/// The wording of each `403` about accounts and passwords.
extension DomainError {
    public static let registrationIsClosed = forbidden("This server takes no registrations. Ask its admin for an account.")
    public static let accountIsSuspended = forbidden("This account is suspended. Ask the admin of this server.")
    public static let passwordWouldBeReadable = forbidden("A password must travel encrypted. Use the server's https address.")
}
