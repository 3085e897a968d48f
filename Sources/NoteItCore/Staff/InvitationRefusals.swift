import Foundation

/// The wording of each refusal of an invitation.
extension DomainError {
    public static let unknownInvitation = notFound("invitation with this code")
    public static let usedInvitation = conflict("This invitation was used already. Ask for a new one.")
    public static let revokedInvitation = conflict("This invitation was revoked. Ask for a new one.")
    public static let usedByYou = conflict("You used this invitation already. Ask for a new one.")
    public static let invitedAlready = conflict("This invitation makes a new account, and you have one.")
    public static let inviterLeft = conflict("This invitation is not valid: its maker may no longer invite. Ask for a new one.")
    public static let invitedAnother = forbidden("This invitation is for another person. Ask for your own.")
    public static let onlyAdminsInviteToServer = forbidden("Only admins make invitations for accounts alone.")

    public static func expiredInvitation(_ end: Date) -> Self {
        .conflict("This invitation expired on \(RFC3339.string(end).prefix(10)). Ask for a new one.")
    }

    public static func barredFromInvitation(_ course: Course.ID) -> Self {
        .forbidden("The staff removed you from \(course.code). Ask them for an invitation in your name.")
    }

    public static func onlyStaffInvites(to course: Course.ID) -> Self {
        .forbidden("Only admins and the staff of \(course) may invite people to it.")
    }
}
