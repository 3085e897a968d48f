import Foundation

extension MailSettings {
    /// The first moment after `date` at which a digest is due; nil if the person wants none.
    public func nextDigest(after date: Date, in zone: TimeZone) -> Date? {
        guard digest != .off else { return nil }
        let today = Day(date, in: zone)
        for ahead in 0...8 {
            let day = today.adding(days: ahead)
            if digest == .weekly, String(day.letter) != digestDay { continue }
            let moment = digestAt.moment(on: day, in: zone)
            if moment > date { return moment }
        }
        return nil
    }

    /// The end of the quiet hours in which `date` falls; nil if it falls in none.
    public func quietEnd(at date: Date, in zone: TimeZone) -> Date? {
        guard let quiet else { return nil }
        let today = Day(date, in: zone)
        for day in [today.adding(days: -1), today] {
            let last = quiet.start < quiet.end ? day : day.adding(days: 1)
            let end = quiet.end.moment(on: last, in: zone)
            if quiet.start.moment(on: day, in: zone) <= date, date < end { return end }
        }
        return nil
    }
}

extension WallTime {
    /// This time of a day. A time that the clocks skip is the first one after the gap; one that they repeat is the first of both.
    func moment(on day: Day, in zone: TimeZone) -> Date {
        let parts = DateComponents(year: day.year, month: day.month, day: day.day, hour: minute / 60, minute: minute % 60)
        return Day.calendar(zone).date(from: parts) ?? day.start(in: zone)
    }
}
