/// What takes the place of invalid values while a body is decoded.
extension CourseCode: StandIn {
    static var standIn: CourseCode { CourseCode(subject: "A", number: "0") }
}

extension AcademicTerm: StandIn {
    static var standIn: AcademicTerm { AcademicTerm(2000, .fall) }
}

extension AcademicTerm.Season: StandIn {
    static var standIn: Self { .fall }
}

extension Grade: StandIn {
    static var standIn: Grade { .noCredit("N") }
}

extension CreditAmount: StandIn {
    static var standIn: CreditAmount { .unknown }
}

extension RecordItem.Kind: StandIn {
    static var standIn: Self { .taken }
}

extension RecordItem: StandIn {
    static var standIn: RecordItem { RecordItem(course: .standIn, term: nil) }
}

extension DegreePlanProblem.Kind: StandIn {
    static var standIn: Self { .credits }
}

extension CoursePattern: StandIn {
    static var standIn: CoursePattern { CoursePattern(.any) }
}

extension RequirementTree: StandIn {
    static var standIn: RequirementTree { .none }
}

extension Programme.Requirement: StandIn {
    static var standIn: Self { Self(id: "", name: "", need: .courses(1), from: []) }
}
