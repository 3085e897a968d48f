extension StudyTask: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("after", after)
        json.field("calendarOnly", calendarOnly)
        json.field("course", course)
        json.field("createdAt", createdAt)
        json.field("deadline", deadline)
        json.field("done", done)
        json.field("earliest", earliest)
        json.field("editedAt", editedAt)
        json.field("end", end)
        json.field("event", event)
        json.field("id", id)
        json.field("kind", kind)
        json.field("minutes", minutes)
        json.field("minutesDone", minutesDone)
        json.field("notes", notes)
        json.field("priority", priority)
        json.field("recurrence", recurrence)
        json.field("rev", rev)
        json.field("spaced", spaced)
        json.field("start", start)
        json.field("title", title)
    }
}

extension StudyTask.CalendarOnly: JSONWritable {}
extension StudyTask.Kind: JSONWritable {}
extension StudyTask.Priority: JSONWritable {}

extension TaskRecurrence: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("exceptions", exceptions)
        json.field("rule", rule)
    }
}

extension StudySettings: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("alerts", alerts)
        json.field("break", `break`)
        json.field("dailyLimit", dailyLimit)
        json.field("hours", WeekHours(hours: hours))
        json.field("longBreak", longBreak)
        json.field("longestRun", longestRun)
        json.field("maximumBlock", maximumBlock)
        json.field("minimumBlock", minimumBlock)
        json.field("mode", mode)
        json.field("rules", rules)
        json.field("timeZone", timeZone)
    }

    /// The hours as an object; all its keys are weekdays.
    private struct WeekHours: JSONObject {
        let hours: [String: [Hours]]

        func writeFields(to json: inout JSONWriter) {
            for day: StaticString in ["F", "M", "R", "S", "T", "U", "W"] {
                if let hours = hours["\(day)"] { json.field(day, hours) }
            }
        }
    }
}

extension StudySettings.Mode: JSONWritable {}

extension StudySettings.Hours: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("end", end)
        json.field("start", start)
    }
}

extension StudySettings.Alerts: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("end", end)
        json.field("start", start)
    }
}

extension StudySettings.Rule: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("course", course)
        json.field("kind", kind)
        json.field("minutes", minutes)
    }
}

extension StudyPlan: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("blocks", blocks)
        if let bound { json.field("bound", bound) }
        json.field("objective", objective)
        json.field("optimal", optimal)
        json.field("unplaced", unplaced)
    }
}

extension StudyPlan.Block: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("course", course)
        json.field("done", done)
        json.field("end", end)
        json.field("event", event)
        json.field("id", id)
        json.field("kind", kind)
        json.field("missed", missed)
        json.field("pinned", pinned)
        json.field("start", start)
        json.field("task", task)
        json.field("title", title)
    }
}

extension StudyPlan.Block.Kind: JSONWritable {}

extension StudyPlan.Unplaced: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("because", because)
        json.field("minutes", minutes)
        json.field("task", task)
    }
}

extension StudyPlan.Because: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("detail", detail)
        json.field("reason", reason)
    }
}

extension StudyPlan.Because.Reason: JSONWritable {}
