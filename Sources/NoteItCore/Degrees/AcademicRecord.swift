/// A course that a person has taken, takes, or need not take.
public struct RecordItem: Codable, Equatable, Sendable, Memberwise, JSONObject {
    public enum Kind: String, Codable, CaseIterable, Sendable { case taken, transfer, exam, waiver }

    public var course: CourseCode
    /// The term; nil if it is not known, as for many transfers. Nil sorts before all terms.
    @Nullable public var term: AcademicTerm?
    /// The credits; nil means those of the catalog.
    @Nullable public var credits: CreditAmount? = nil
    @Nullable public var grade: Grade? = nil
    public var kind: Kind = .taken
    public var inProgress: Bool = false
    /// A note, such as why a course was waived.
    public var reason: String? = nil
}

extension RecordItem {
    /// Reads an item: one without `kind` is taken, one without `inProgress` is not in progress.
    public init(from decoder: any Decoder) throws { self = try decoder.collecting { try Self(decoding: decoder) } }

    private init(decoding decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            course: try container.decode(CourseCode.self, forKey: .course),
            term: try container.decodeIfPresent(AcademicTerm.self, forKey: .term),
            credits: try container.decodeIfPresent(CreditAmount.self, forKey: .credits),
            grade: try container.decodeIfPresent(Grade.self, forKey: .grade),
            kind: try container.decodeIfPresent(Kind.self, forKey: .kind) ?? .taken,
            inProgress: try container.decodeIfPresent(Bool.self, forKey: .inProgress) ?? false,
            reason: try container.decodeIfPresent(String.self, forKey: .reason))
    }

    /// Whether it counts at all: a failed, withdrawn or audited course does not.
    public var counts: Bool { kind == .waiver || grade?.passes ?? true }

    /// Whether it meets a minimum grade; nil is no minimum. Waivers, courses in progress, and transfers and exams without a grade
    /// meet every minimum. A course that was taken without a grade meets none.
    public func meets(_ minimum: Grade?) -> Bool {
        guard let minimum, kind != .waiver, !inProgress else { return true }
        return grade?.meets(minimum) ?? (kind != .taken)
    }
}

/// `GET`, `PUT /v1/me/record`.
public struct AcademicRecord: Codable, Equatable, Sendable, Revised, JSONObject {
    public var items: [RecordItem]
    /// 0 before the first item, then 1, 2, ...: counts its changes.
    public var rev: Int

    public init(items: [RecordItem], rev: Int = 0) { (self.items, self.rev) = (items, rev) }

    /// The most items of a record.
    public static let most = 500
    public static let empty = AcademicRecord(items: [])

    enum CodingKeys: CodingKey { case items, rev }

    /// Reads a record, or a bare list of items.
    public init(from decoder: any Decoder) throws {
        if let items = try? decoder.unkeyedContainer(), items.count != nil {
            self.init(items: try [RecordItem](from: decoder))
        } else {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                items: try container.decode([RecordItem].self, forKey: .items),
                rev: try container.decodeIfPresent(Int.self, forKey: .rev) ?? 0)
        }
    }

    /// Throws `.invalid` that names every invalid field.
    /// - Parameter field: stands before each field's name, such as `record.`.
    public func validated(at field: String = "") throws(DomainError) -> Self {
        var faults = Faults()
        try faults.check("\(field)items", items, atMost: Self.most)
        for (index, item) in items.enumerated() {
            faults.check("\(field)items.\(index).reason", item.reason?.fault(length: 0...500))
            if item.kind == .waiver, item.inProgress {
                faults.check("\(field)items.\(index).inProgress", "must be false for a waiver")
            }
        }
        try faults.raise()
        return self
    }
}
