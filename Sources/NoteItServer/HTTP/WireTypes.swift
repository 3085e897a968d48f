import Hummingbird
import NoteItCore

// The values that routes answer with.
extension Account: ResponseEncodable {}
extension SignedIn: ResponseEncodable {}
extension Course: ResponseEncodable {}
extension Event: ResponseEncodable {}
extension Reply: ResponseEncodable {}
extension NoteItCore.InboxNotification: ResponseEncodable {}
extension SeatWatch: ResponseEncodable {}
extension EventMark: ResponseEncodable {}
extension Preferences: ResponseEncodable {}
extension NoticeReceipts: ResponseEncodable {}
extension Member: ResponseEncodable {}
extension EnrollmentList: ResponseEncodable {}
extension CourseJoining: ResponseEncodable {}
extension Report: ResponseEncodable {}
extension SavedTimetable: ResponseEncodable {}
extension TimetableAnswer: ResponseEncodable {}
extension StudyTask: ResponseEncodable {}
extension StudySettings: ResponseEncodable {}
extension StudyPlan: ResponseEncodable {}
extension StudyPlan.Block: ResponseEncodable {}
extension StudyStats: ResponseEncodable {}
extension CourseLoad: ResponseEncodable {}
extension CourseRequirementsAnswer: ResponseEncodable {}
extension Programme: ResponseEncodable {}
extension AcademicRecord: ResponseEncodable {}
extension DegreePlan: ResponseEncodable {}
extension PlanReply: ResponseEncodable {}
extension PlanCheck: ResponseEncodable {}
extension DegreeAudit: ResponseEncodable {}
extension DegreePath: ResponseEncodable {}
extension ParsedRequirements: ResponseEncodable {}
extension CalendarImport: ResponseEncodable {}
extension DuePage: ResponseEncodable {}
extension Page: ResponseEncodable {}

extension Page {
    /// A page of a list that is short enough to be read whole. Its `next` is the key of its last item.
    init(of all: [Item], _ request: PageRequest, by key: (Item) -> String) throws {
        var start = all.startIndex
        if let after = request.after {
            guard let last = all.firstIndex(where: { key($0) == after }) else {
                throw DomainError.notANext()
            }
            start = last + 1
        }
        let items = Array(all[start...].prefix(request.limit))
        self.init(items: items, next: start + items.count < all.count ? items.last.map(key) : nil)
    }
}
