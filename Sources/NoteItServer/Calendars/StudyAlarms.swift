import ICalendar
import NoteItCore

/// The alerts of the study settings as alarms of calendar items (VALARM), so that they reach phones.
struct StudyAlarms: Sendable {
    /// A due date that is a whole day: in the morning of that day.
    private static let morning = "PT9H"

    private let alerts: StudySettings.Alerts

    init(_ alerts: StudySettings.Alerts) { self.alerts = alerts }

    static let none = StudyAlarms(StudySettings.Alerts(start: nil, end: nil))

    /// The component with alarms: at its start, and before its end.
    func ringing(_ component: Component, atEnd: Bool) -> Component {
        var component = component
        let title = component.text("SUMMARY") ?? ""
        let isWholeDay = component["DTSTART"]?.parameter("VALUE") == "DATE"
        if let lead = alerts.start {
            component.components.append(Self.alarm(isWholeDay ? Self.morning : Self.trigger(lead), ofEnd: false, title))
        }
        let hasEnd = component["DTEND"] != nil || component["DUE"] != nil
        if atEnd, hasEnd, !isWholeDay, let lead = alerts.end {
            component.components.append(Self.alarm(Self.trigger(lead), ofEnd: true, title))
        }
        return component
    }

    /// - Parameter lead: minutes.
    private static func trigger(_ lead: Int) -> String { lead == 0 ? "PT0S" : "-PT\(lead)M" }

    private static func alarm(_ trigger: String, ofEnd: Bool, _ title: String) -> Component {
        Component(
            "VALARM",
            properties: [
                Property("ACTION", value: "DISPLAY"), Property("DESCRIPTION", text: title),
                Property("TRIGGER", parameters: ofEnd ? [.init("RELATED", ["END"])] : [], value: trigger),
            ])
    }
}
