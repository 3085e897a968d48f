/// A programme of the server by its id, or a whole one.
public enum ProgrammeChoice: Codable, Equatable, Sendable {
    case stored(Programme.ID)
    case whole(Programme)

    public init(from decoder: any Decoder) throws {
        if let id = try? decoder.singleValueContainer().decode(String.self) {
            self = .stored(Programme.ID(id))
        } else {
            self = .whole(try Programme(from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .stored(let id): try id.encode(to: encoder)
        case .whole(let programme): try programme.encode(to: encoder)
        }
    }
}

extension Faults {
    mutating func check(_ programme: ProgrammeChoice, _ record: AcademicRecord?) throws(DomainError) {
        if case .whole(let programme) = programme {
            try check { () throws(DomainError) in _ = try programme.validated(at: "programme.") }
        }
        try check { () throws(DomainError) in _ = try record?.validated(at: "record.") }
    }
}
