extension CourseCode: JSONWritable {}
extension AcademicTerm: JSONWritable {}
extension Grade: JSONWritable {}
extension RecordItem.Kind: JSONWritable {}
extension DegreePlanProblem.Kind: JSONWritable {}

extension CreditAmount: JSONWritable {
    func write(to json: inout JSONWriter) { json.raw(description.utf8) }
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
