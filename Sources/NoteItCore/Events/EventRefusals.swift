/// The wording of each `403` about events, replies and notices.
extension DomainError {
    public static let onlyAuthorEditsEvent = forbidden("Only its author may edit an event.")
    public static let onlyAuthorAndStaffDeleteEvent = forbidden(
        "Only its author and the staff of its course may delete an event.")
    public static let onlyStaffInChargePinEvent = forbidden("Only the staff in charge of an event may pin it.")
    public static let onlyAskerAcceptsAndStaffEndorse = forbidden(
        "Only the person who asked may accept an answer, and only staff of the course may endorse one.")
    public static let onlyAuthorEditsReply = forbidden("Only its author may edit a reply.")
    public static let onlyAuthorAndStaffDeleteReply = forbidden(
        "Only its author and the staff of its course may delete a reply.")
    /// For an event of the kind notice. `onlyStaffSendNotices` is for a notice to several courses and sections.
    public static let onlyStaffPostNotices = forbidden("Only staff of the course may post notices.")
    public static let onlySenderAndStaffSeeCount = forbidden(
        "Only the sender and the staff in charge may see how many have seen a notice.")
    public static let onlyStaffInChargeSeeUnseen = forbidden(
        "Only the staff in charge of a notice may see who has not seen it.")

    /// For a notice to several courses and sections. `onlyStaffPostNotices` is for an event of the kind notice.
    public static func onlyStaffSendNotices(to course: Course.ID) -> Self {
        .forbidden("Only staff of \(course) may send it notices.")
    }

    public static func onlyOwnSectionsGetNotices(_ own: String) -> Self {
        .forbidden("You are staff of \(own) alone. Name those sections.")
    }
}
