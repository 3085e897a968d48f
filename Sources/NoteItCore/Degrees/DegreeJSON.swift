extension CourseCode: JSONWritable {}
extension AcademicTerm: JSONWritable {}
extension Grade: JSONWritable {}
extension RecordItem.Kind: JSONWritable {}
extension DegreePlanProblem.Kind: JSONWritable {}

extension CreditAmount: JSONWritable {
    func write(to json: inout JSONWriter) { json.raw(description.utf8) }
}

extension RecordItem: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("course", course)
        json.field("credits", credits)
        json.field("grade", grade)
        json.field("inProgress", inProgress)
        json.field("kind", kind)
        if let reason { json.field("reason", reason) }
        json.field("term", term)
    }
}

extension AcademicRecord: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("items", items)
        json.field("rev", rev)
    }
}

extension PlanTerm: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("courses", courses)
        if let electives { json.field("electives", electives) }
        json.field("term", term)
    }
}

extension DegreePath.Elective: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("credits", credits)
        json.field("requirement", requirement)
    }
}

extension CreditLimits: JSONWritable {
    func write(to json: inout JSONWriter) {
        if spring == summer, summer == fall { return fall.write(to: &json) }
        json.object { json in
            json.field("fall", fall)
            json.field("spring", spring)
            json.field("summer", summer)
        }
    }
}

extension AcceptedProblem: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("course", course)
        json.field("kind", kind)
        json.field("term", term)
    }
}

extension DegreePlan.Approval: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("at", at)
        json.field("by", by)
    }
}

extension DegreePlan: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("accepted", accepted)
        json.field("approvalLost", approvalLost)
        json.field("approved", approved)
        json.field("createdAt", createdAt)
        json.field("creditsPerTerm", creditsPerTerm)
        json.field("editedAt", editedAt)
        json.field("id", id)
        json.field("name", name)
        json.field("owner", owner)
        json.field("programme", programme)
        json.field("replyCount", replyCount)
        json.field("rev", rev)
        json.field("shared", shared)
        json.field("terms", terms)
    }
}

extension PlanReply: JSONObject {
    func writeFields(to json: inout JSONWriter) {
        json.field("author", author)
        json.field("body", body)
        json.field("createdAt", createdAt)
        json.field("editedAt", editedAt)
        json.field("id", id)
        json.field("number", number)
        json.field("parent", parent)
        json.field("plan", plan)
        json.field("rev", rev)
    }
}
