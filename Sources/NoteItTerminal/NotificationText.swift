import NoteItCore

import struct NoteItCore.Notification

/// A notification in words.
public struct NotificationText: Sendable, Equatable {
    /// `CMPT225`; nothing for one that is about no course.
    public var course: String
    /// What of the course: `D100`.
    public var subject: String
    /// What happened: `a seat opened, 3 of 120 free`.
    public var news: Styled
    /// Why its reader is told: `you watch it`.
    public var reason: String

    public init(_ notification: Notification) {
        course = notification.course.map(code(ofCourse:)) ?? ""
        subject = notification.section?.code ?? ""
        let free = notification.section.map(\.freeWords).map { ", \($0)" } ?? ""
        reason = "you watch it"
        switch notification.kind {
        case .seatOpened: news = Styled("a seat opened", .good) + Styled(free)
        case .fewSeatsLeft: news = Styled("few seats left", .warning) + Styled(free)
        case .sectionFull: news = Styled("full", .bad) + Styled(free)
        case .sectionCancelled:
            news = Styled("no longer offered", .bad)
            reason = "you watched it"
        default:
            news = Styled(notification.kind.rawValue)
            reason = "a newer noteit can say more"
        }
    }

    /// `CMPT225 D100: a seat opened, 3 of 120 free`
    public var sentence: Styled {
        let place = [course, subject].filter { !$0.isEmpty }.joined(separator: " ")
        return (place.isEmpty ? Styled() : Styled(place, .strong) + Styled(": ")) + news
    }
}

extension SectionSeats {
    /// `3 of 120 free`; `seats unknown` where a count is not known.
    public var freeWords: String {
        guard let free, let capacity else { return "seats unknown" }
        return free == 0 ? "none of \(capacity) free" : "\(free) of \(capacity) free"
    }
}

extension SeatState {
    public var tone: Tone {
        switch self {
        case .unknown: .faint
        case .full: .bad
        case .few: .warning
        case .open: .good
        }
    }
}
