/// The wording of each `403` about staff, the roster and moderation.
extension DomainError {
    public static let onlyStaffRestoresPosts = forbidden("Only the staff of the course may restore a removed post.")
    public static let authorDoesNotRestore = forbidden(
        "You wrote this. Ask another member of the course's staff to restore it.")

    public static func onlyWholeStaffDecidesJoining(of course: Course.ID) -> Self {
        .forbidden("Only admins and staff of the whole course decide who may join \(course).")
    }

    public static func onlyStaffRemovesPeople(from course: String) -> Self {
        .forbidden("Only the staff of \(course) may remove people from it.")
    }

    public static func notStaffOfSection(_ section: Section.ID) -> Self {
        .forbidden("You are not staff of section \(section). Name one of your own sections.")
    }

    public static func onlyStaffChangesStaff(of course: Course.ID) -> Self {
        .forbidden("Only admins and the staff of \(course) may change its staff.")
    }

    public static func staffOfOtherSections(_ own: String, not what: String) -> Self {
        .forbidden("You are staff of \(own) alone, not of \(what). Name your own sections.")
    }

    public static func onlyStaffSeesThis(of course: String) -> Self { .forbidden("Only the staff of \(course) may see this.") }

    public static func staffWriteUnderTheirNames(_ advice: String) -> Self {
        .forbidden("Staff of the course write under their names. \(advice)")
    }
}
