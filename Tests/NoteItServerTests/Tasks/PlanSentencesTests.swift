import Foundation
import NoteItCore
@testable import Planning
import Testing

@testable import NoteItServer

struct PlanSentencesTests {
    private func detail(_ minutes: Int, _ reason: StudyTimetable.Reason, _ change: StudyTimetable.Change?) -> String {
        let sentences = PlanSentences(zone: .vancouver, dailyLimit: 120) { $0 == "r" ? "Read chapter 7" : $0 }
        return sentences.detail(.init(task: "a", minutes: minutes, reason: reason, change: change))
    }

    @Test func theSmallestChangeIsNamed() {
        let tuesday = day("2026-11-24").number
        #expect(
            detail(60, .hours, .longerHours(day: tuesday, minutes: 60))
                == "1 hour does not fit into the study hours. One more hour of study on Tuesday 24 November would place it.")
        #expect(
            detail(1, .hours, .longerHours(day: tuesday, minutes: 135))
                == "1 minute does not fit into the study hours. 2 hours 15 minutes more of study on Tuesday 24 November would place it."
        )
        #expect(
            detail(30, .deadline, .laterDeadline(at("2026-11-28T02:00:00Z").seconds))
                == "30 minutes do not fit before the deadline. A deadline at 18:00 on Friday 27 November would place it.")
        #expect(
            detail(45, .limit, .higherLimit(165))
                == "45 minutes do not fit under the daily limit of 2 hours. A daily limit of 2 hours 45 minutes would place it."
        )
        #expect(
            detail(20, .blocks, .shorterMinimum(20))
                == "20 minutes do not fit in blocks of the lengths that the settings allow. A minimum block of 20 minutes would place it."
        )
        #expect(
            detail(60, .after, .finish("r"))
                == "It waits for another task. \"Read chapter 7\" must be done or have its time first.")
    }

    @Test func withoutAChangeTheObstacleIsNamed() {
        #expect(detail(0, .hours, nil) == "It does not fit into the study hours.")
        #expect(detail(2080, .hours, nil) == "34 hours 40 minutes do not fit into the study hours.")
    }
}
