extension StudyTask.CalendarOnly: JSONWritable {}
extension StudyTask.Every: JSONWritable {}
extension StudyTask.Kind: JSONWritable {}
extension StudyTask.Priority: JSONWritable {}

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

extension StudyPlan.Block.Kind: JSONWritable {}

extension StudyPlan.Because.Reason: JSONWritable {}

extension StudyPlan.Change.Setting: JSONWritable {}
