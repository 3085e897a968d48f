import Foundation

/// A term of the catalog, such as Fall 2025.
public struct Term: Codable, Equatable, Sendable, Identifiable, Memberwise {
    /// The term's id as the registrar writes it, such as `202530`.
    public typealias ID = CatalogID<Term>

    public var id: ID
    public var name: String
    /// The first day of the term; nil if the registrar's file has no dates.
    @Nullable public var startsOn: Day?
    @Nullable public var endsOn: Day?
    /// IANA name of the time zone of the term's days and times of day.
    public var timeZone: String
    /// Whether today falls in the term; if today falls in no term, whether it is the newest.
    public var current: Bool
    /// Days without classes, in order. The operator enters them, because registrars' files do not have them.
    public var holidays: [Holiday] = []

    public var zone: TimeZone { TimeZone(identifier: timeZone) ?? .gmt }

    /// Whether the term has ended and another is current. A term without an end date is never past.
    public func isPast(at now: Date) -> Bool {
        guard !current, let endsOn else { return false }
        return endsOn < Day(now, in: zone)
    }
}

extension Term {
    /// Older servers send no `holidays`: an absent field is an empty list.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(ID.self, forKey: .id), name: try container.decode(String.self, forKey: .name),
            startsOn: try container.decodeIfPresent(Day.self, forKey: .startsOn),
            endsOn: try container.decodeIfPresent(Day.self, forKey: .endsOn),
            timeZone: try container.decode(String.self, forKey: .timeZone),
            current: try container.decode(Bool.self, forKey: .current),
            holidays: try container.decodeIfPresent([Holiday].self, forKey: .holidays) ?? [])
    }
}

/// A day of a term without classes.
public struct Holiday: Codable, Equatable, Sendable, Memberwise {
    public var day: Day
    /// The holiday's name, such as `Thanksgiving Day`; may be empty.
    public var name: String
}

extension [Term] {
    /// Marks the current term: the newest that `now` falls in, else the newest by start date, else by id.
    public func markingCurrent(at now: Date) -> [Term] {
        let newest = self.sorted {
            ($0.startsOn?.description ?? $0.id.text, $0.id) > ($1.startsOn?.description ?? $1.id.text, $1.id)
        }
        let running = newest.first { term in
            guard let starts = term.startsOn, let ends = term.endsOn else { return false }
            return (starts...Swift.max(starts, ends)).contains(Day(now, in: term.zone))
        }
        let current = (running ?? newest.first)?.id
        return map { term in
            var term = term
            term.current = term.id == current
            return term
        }
    }
}

extension [Term] {
    /// The IANA name of the zone of people who never set one: that of the current term; without terms, `UTC`.
    public var homeZone: String { first(where: \.current)?.timeZone ?? "UTC" }
}

/// A department's code and the number of courses that it offers in a term.
public struct Subject: Codable, Equatable, Sendable, Memberwise {
    public var code, name: String
    public var courses: Int
}
