import Foundation
import NoteItTerminal

/// A due date as it was understood, to show to its author.
struct DueDate {
    let date: Date
    let isPast: Bool
    /// How an ambiguous date was read; nil if it was clear.
    let note: String?

    func lines(_ clock: DueText) -> [Styled] {
        let due = Styled("due \(clock.full(date))", .strong) + Styled(" (\(clock.distance(date)))", isPast ? .warning : .faint)
        return [due] + (note.map { [Styled($0, .faint)] } ?? [])
    }
}

extension CommandContext {
    /// Reads a due date. Asks about one in the past.
    /// Throws a usage complaint if `text` is not a time, or is in the past and nobody can be asked; `Cancelled` for a no.
    /// - Parameter yes: whether a date in the past is meant.
    func due(_ text: String, _ clock: DueText, yes: Bool) throws -> DueDate {
        let phrase = DuePhrase(now: clock.now, timeZone: clock.timeZone)
        guard let date = phrase.date(text) else { throw Complaint.notATime(text) }
        let due = DueDate(date: date, isPast: date < clock.now.addingTimeInterval(-60), note: phrase.note(text))
        if due.isPast, !yes { try allowPast("'\(text)' is in the past: \(clock.full(date)), \(clock.distance(date)).") }
        return due
    }

    /// Reads a time to come, as of a reminder or a publication. Throws a usage complaint if `text` is not a time, or is in the past.
    static func coming(_ text: String, _ clock: DueText) throws -> DueDate {
        let phrase = DuePhrase(now: clock.now, timeZone: clock.timeZone)
        guard let date = phrase.date(text) else { throw Complaint.notATime(text) }
        guard date > clock.now else {
            throw Complaint.usage(
                "'\(text)' is in the past: \(clock.full(date)), \(clock.distance(date)).", "Give a later time.")
        }
        return DueDate(date: date, isPast: false, note: phrase.note(text))
    }

    /// Asks whether a time in the past is meant. Throws a usage complaint where it cannot ask.
    func allowPast(_ sentence: String) throws {
        guard console.canAsk else {
            throw Complaint.usage(sentence, "Give a later time; if you mean this one, add --yes.")
        }
        say(Styled(sentence, .warning))
        guard try console.confirm("Take it all the same?", standard: false) else { throw Cancelled() }
    }
}

extension Complaint {
    fileprivate static func notATime(_ text: String) -> Complaint {
        let fault = TimeFault.words(text)
        let message = fault.hasPrefix("could not") ? "Could not understand '\(text)' as a time." : "\(fault)."
        return .usage(message, "Try one of: \(DuePhrase.examples)")
    }
}
