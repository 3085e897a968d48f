extension CalendarImport: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("busy", busy)
        json.field("events", events)
        json.field("host", host)
        json.field("id", id)
        json.field("lastError", lastError)
        json.field("lastSynced", lastSynced)
        json.field("leftOut", leftOut)
        json.field("name", name)
        json.field("nextSync", nextSync)
        json.field("rev", rev)
        json.field("tasks", tasks)
    }
}

extension ImportLeftOut: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("count", count)
        json.field("why", why)
    }
}

extension PersonalEvent: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("allDay", allDay)
        json.field("calendar", calendar)
        json.field("createdAt", createdAt)
        json.field("editedAt", editedAt)
        json.field("end", end)
        json.field("id", id)
        json.field("location", location)
        json.field("rev", rev)
        json.field("rule", rule)
        json.field("series", series)
        json.field("start", start)
        json.field("title", title)
    }
}

extension PersonalEventSeries: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("exceptions", exceptions)
        json.field("first", first)
        json.field("others", others)
        json.field("rule", rule)
        json.field("timeZone", timeZone)
    }
}

extension PersonalEventSeries.Occurrence: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("allDay", allDay)
        json.field("end", end)
        json.field("location", location)
        json.field("start", start)
        json.field("title", title)
    }
}
