import Testing

@testable import ICalendar

struct RuleParserTests {
    /// A text and the canonical text of the same rule.
    @Test(arguments: [
        ("FREQ=DAILY", "FREQ=DAILY"),
        ("freq=weekly;byday=we,mo;interval=1", "FREQ=WEEKLY;BYDAY=MO,WE"),
        ("FREQ=WEEKLY;WKST=MO;BYDAY=FR;", "FREQ=WEEKLY;BYDAY=FR"),
        ("BYDAY=-1FR,+2MO,1TU,SU;FREQ=MONTHLY", "FREQ=MONTHLY;BYDAY=SU,1TU,2MO,-1FR"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1,31,1,1,-2", "FREQ=MONTHLY;BYMONTHDAY=1,31,-2,-1"),
        ("FREQ=YEARLY;WKST=SU;BYDAY=MO;BYWEEKNO=20;COUNT=007", "FREQ=YEARLY;COUNT=7;BYWEEKNO=20;BYDAY=MO;WKST=SU"),
        ("FREQ=YEARLY;BYSETPOS=-1,1;BYYEARDAY=366,1;BYMONTH=12,1", "FREQ=YEARLY;BYMONTH=1,12;BYYEARDAY=1,366;BYSETPOS=1,-1"),
        ("FREQ=DAILY;UNTIL=20261224", "FREQ=DAILY;UNTIL=20261224"),
        ("FREQ=DAILY;UNTIL=20261224T113000", "FREQ=DAILY;UNTIL=20261224T113000"),
        ("FREQ=DAILY;INTERVAL=2;UNTIL=20261224T113000z", "FREQ=DAILY;INTERVAL=2;UNTIL=20261224T113000Z"),
    ])
    func aRuleIsWrittenInOneWay(text: String, canonical: String) throws {
        let rule = try RecurrenceRule(text)
        #expect(rule.description == canonical)
        #expect(try RecurrenceRule(canonical) == rule)
    }

    /// A text, the part that is wrong, and words of the message.
    @Test(arguments: [
        ("", "FREQ", "FREQ=DAILY, WEEKLY, MONTHLY or YEARLY"),
        ("INTERVAL=2", "FREQ", "is missing"),
        ("FREQ=SECONDLY", "FREQ", "finer than daily"),
        ("FREQ=FORTNIGHTLY", "FREQ", "could not understand \"FORTNIGHTLY\""),
        ("FREQ=DAILY;BYSECOND=0", "BYSECOND", "finer than daily"),
        ("FREQ=DAILY;FREQ=WEEKLY", "FREQ", "twice"),
        ("FREQ", "FREQ", "no value"),
        ("FREQ=", "FREQ", "no value"),
        ("RSCALE=HEBREW;FREQ=YEARLY", "RSCALE", "not a part"),
        ("RRULE:FREQ=DAILY", "RRULE:FREQ", "not a part"),
        ("FREQ=DAILY;INTERVAL=0", "INTERVAL", "1 to"),
        ("FREQ=DAILY;INTERVAL=-1", "INTERVAL", "1 to"),
        ("FREQ=DAILY;INTERVAL=340282366920938463463374607431768211455", "INTERVAL", "1 to"),
        ("FREQ=DAILY;COUNT=0", "COUNT", "1 to"),
        ("FREQ=DAILY;COUNT=1.5", "COUNT", "1 to"),
        ("FREQ=DAILY;COUNT=3;UNTIL=20261224", "UNTIL", "beside COUNT"),
        ("FREQ=DAILY;UNTIL=20260230", "UNTIL", "20261224T113000Z"),
        ("FREQ=DAILY;UNTIL=2026-12-24", "UNTIL", "20261224"),
        ("FREQ=DAILY;UNTIL=20261224T253000Z", "UNTIL", "20261224T113000Z"),
        ("FREQ=YEARLY;BYMONTH=13", "BYMONTH", "1 to 12"),
        ("FREQ=YEARLY;BYMONTH=-1", "BYMONTH", "1 to 12"),
        ("FREQ=YEARLY;BYMONTH=1,,2", "BYMONTH", "1 to 12"),
        ("FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY", "1 to 31 or -1 to -31"),
        ("FREQ=MONTHLY;BYMONTHDAY=-9223372036854775808", "BYMONTHDAY", "1 to 31"),
        ("FREQ=YEARLY;BYYEARDAY=367", "BYYEARDAY", "1 to 366"),
        ("FREQ=YEARLY;BYWEEKNO=54", "BYWEEKNO", "1 to 53"),
        ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=367", "BYSETPOS", "1 to 366"),
        ("FREQ=WEEKLY;BYDAY=MONDAY", "BYDAY", "MO, TU, WE, TH, FR, SA or SU"),
        ("FREQ=MONTHLY;BYDAY=0MO", "BYDAY", "2MO, -1FR"),
        ("FREQ=MONTHLY;BYDAY=54MO", "BYDAY", "2MO, -1FR"),
        ("FREQ=MONTHLY;BYDAY=--1MO", "BYDAY", "2MO, -1FR"),
        ("FREQ=WEEKLY;BYDAY=1MO", "BYDAY", "FREQ=MONTHLY or YEARLY"),
        ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO", "BYDAY", "BYWEEKNO"),
        ("FREQ=WEEKLY;BYMONTHDAY=1", "BYMONTHDAY", "FREQ=WEEKLY"),
        ("FREQ=MONTHLY;BYYEARDAY=1", "BYYEARDAY", "FREQ=YEARLY"),
        ("FREQ=MONTHLY;BYWEEKNO=1", "BYWEEKNO", "FREQ=YEARLY"),
        ("FREQ=MONTHLY;BYSETPOS=1", "BYSETPOS", "another part"),
        ("FREQ=DAILY;WKST=XX", "WKST", "MO, TU"),
    ])
    func aWrongRuleIsRefusedWithWhatWouldBeRight(text: String, part: String, words: String) {
        let error = #expect(throws: RuleError.self) { try RecurrenceRule(text) }
        #expect(error?.part == part)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test func aRuleOfAnyLengthIsRefusedInFewWords() throws {
        let long = "FREQ=YEARLY;BYYEARDAY=" + String(repeating: "1,", count: 5_000_000) + "1"
        #expect(throws: RuleError(part: "RRULE", message: "is too long; write at most 8192 characters")) {
            try RecurrenceRule(long)
        }
        for start in ["", "FREQ=", "FREQ=DAILY;UNTIL=", "FREQ=MONTHLY;BYDAY=", "FREQ=DAILY;INTERVAL="] {
            let error = #expect(throws: RuleError.self) { try RecurrenceRule(start + String(repeating: "9", count: 8_000)) }
            #expect((error?.description.count ?? .max) < 250)
        }
    }
}
