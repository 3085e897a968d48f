import NoteItCore
import Testing

/// The rules of a plan that depend on the plan alone.
struct DegreePlanTests {
    @Test func aSeasonWithoutALimitHasThatOfEverySeason() {
        let (ten, fifteen) = (CreditAmount(10), CreditAmount(15))
        #expect(CreditLimits(every: nil, spring: nil, summer: nil, fall: nil) == nil)
        #expect(CreditLimits(every: fifteen, spring: nil, summer: nil, fall: nil) == CreditLimits(every: fifteen))
        #expect(
            CreditLimits(every: fifteen, spring: nil, summer: ten, fall: nil)
                == CreditLimits(spring: fifteen, summer: ten, fall: fifteen))
        #expect(
            CreditLimits(every: nil, spring: ten, summer: nil, fall: nil)
                == CreditLimits(spring: ten, summer: .zero, fall: .zero))
    }

    @Test func aPathBeginsInAYearOfFourDigits() {
        #expect(PathRequest.fault(ofFirst: AcademicTerm(9_900, .fall)) == nil)
        #expect(PathRequest.fault(ofFirst: AcademicTerm(9_901, .spring)) == "must not be after the year 9900")
    }
}
