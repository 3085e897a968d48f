import Foundation
import NoteItCore

/// The days to which a study block can be moved: a year back, as far as blocks are kept, and as far ahead as plans look.
struct StudyHorizon: Sendable {
    let days: ClosedRange<Day>
    private let zone: TimeZone

    /// - Parameter zone: of the study settings.
    init(at now: Date, in zone: TimeZone) {
        let today = Day(now, in: zone)
        days = today.adding(days: -365)...today.adding(days: PersonalPlan.mostDays - 1)
        self.zone = zone
    }

    var start: Date { days.lowerBound.start(in: zone) }
    var end: Date { days.upperBound.adding(days: 1).start(in: zone) }

    /// What is wrong with a new time; nil for one within these days. A block that is beyond them already may stay.
    func fault(of new: StudyPlan.Block, from old: StudyPlan.Block) -> String? {
        if (new.start, new.end) == (old.start, old.end) { return nil }
        if new.start < start { return "must not be before \(days.lowerBound): older study blocks are not kept" }
        return new.end > end ? "must not be after \(days.upperBound), the last day that can be planned" : nil
    }
}
