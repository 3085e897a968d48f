import Foundation

/// The type of a change's subject. Later versions add types. A client skips types that it does not know.
public struct ChangeType: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let event = ChangeType(rawValue: "event")
    public static let reply = ChangeType(rawValue: "reply")
    public static let enrollment = ChangeType(rawValue: "enrollment")
    /// A course of the catalog that the reader is in.
    public static let course = ChangeType(rawValue: "course")
    /// The reader's own account.
    public static let account = ChangeType(rawValue: "account")
    /// A notification in the reader's inbox.
    public static let notification = ChangeType(rawValue: "notification")
    /// A section that the reader watches.
    public static let seatWatch = ChangeType(rawValue: "seatWatch")
    /// The reader's `EventMark` of an event.
    public static let mark = ChangeType(rawValue: "mark")
    /// The reader's settings for reminders and notifications.
    public static let preferences = ChangeType(rawValue: "preferences")
    /// Staff removed an event or a reply.
    public static let removal = ChangeType(rawValue: "removal")
    public static let task = ChangeType(rawValue: "task")
    public static let studySettings = ChangeType(rawValue: "studySettings")
    public static let studyPlan = ChangeType(rawValue: "studyPlan")
    /// The reader's academic record.
    public static let record = ChangeType(rawValue: "record")
    /// A plan of the reader, or one that they follow.
    public static let degreePlan = ChangeType(rawValue: "degreePlan")
    /// A comment on such a plan.
    public static let planReply = ChangeType(rawValue: "planReply")
    /// An event of one of the reader's personal calendars.
    public static let personalEvent = ChangeType(rawValue: "personalEvent")
    /// A calendar that the reader imports. The events in it are not part of the log.
    public static let calendarImport = ChangeType(rawValue: "calendarImport")

    /// Whether each reader of a subject of this type has log rows of their own.
    public var isPersonal: Bool {
        [
            .account, .enrollment, .notification, .seatWatch, .mark, .preferences, .task, .studySettings, .studyPlan,
            .record, .degreePlan, .planReply, .personalEvent, .calendarImport,
        ].contains(self)
    }

    /// No type, for log rows about scopes and sessions.
    public static let none = ChangeType(rawValue: "")
}

/// A change as a client receives it. Applying a change twice has the same effect as applying it once.
public enum Change: Sendable, Equatable {
    case upsert(Body, rev: Int?)
    case remove(ChangeType, id: String)
    /// The reader joined this section, or, if nil, the staff of the whole course. Upserts of the newly visible subjects follow.
    case scopeGranted(course: Course.ID, section: Section.ID?)
    /// The reader left this section, or, if nil, the staff of the whole course. The client purges subjects that were visible only
    /// through it. Removals of them follow.
    case scopeRevoked(course: Course.ID, section: Section.ID?)
    /// A type or operation that this version does not know. Skip it.
    case unknown

    public enum Body: Sendable, Equatable {
        case event(Event), reply(Reply), enrollment(Enrollment), course(Course), account(Account)
        case notification(InboxNotification), seatWatch(SeatWatch)
        case mark(EventMark), preferences(Preferences, of: Account.ID), removal(Removal)
        case task(StudyTask), studySettings(StudySettings, of: Account.ID), studyPlan(StudyPlan, of: Account.ID)
        case record(AcademicRecord, of: Account.ID), degreePlan(DegreePlan), planReply(PlanReply)
        case personalEvent(PersonalEvent), calendarImport(CalendarImport)
    }
}

extension Change: Codable {
    enum CodingKeys: CodingKey { case op, type, id, rev, body, course, section }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .op) {
        case "upsert":
            guard let body = try Self.body(in: container) else { self = .unknown; return }
            self = .upsert(body, rev: try container.decodeIfPresent(Int.self, forKey: .rev))
        case "remove":
            self = .remove(
                try container.decode(ChangeType.self, forKey: .type), id: try container.decode(String.self, forKey: .id))
        case "scopeGranted":
            self = .scopeGranted(
                course: try container.decode(Course.ID.self, forKey: .course),
                section: try container.decodeIfPresent(Section.ID.self, forKey: .section))
        case "scopeRevoked":
            self = .scopeRevoked(
                course: try container.decode(Course.ID.self, forKey: .course),
                section: try container.decodeIfPresent(Section.ID.self, forKey: .section))
        default: self = .unknown
        }
    }

    private static func body(in container: KeyedDecodingContainer<CodingKeys>) throws -> Body? {
        func value<Value: Decodable>() throws -> Value { try container.decode(Value.self, forKey: .body) }
        return switch try container.decode(ChangeType.self, forKey: .type) {
        case .event: .event(try value())
        case .reply: .reply(try value())
        case .enrollment: .enrollment(try value())
        case .course: .course(try value())
        case .account: .account(try value())
        case .notification: .notification(try value())
        case .seatWatch: .seatWatch(try value())
        case .mark: .mark(try value())
        case .preferences: .preferences(try value(), of: try container.decode(Account.ID.self, forKey: .id))
        case .removal: .removal(try value())
        case .task: .task(try value())
        case .studySettings: .studySettings(try value(), of: try container.decode(Account.ID.self, forKey: .id))
        case .studyPlan: .studyPlan(try value(), of: try container.decode(Account.ID.self, forKey: .id))
        case .record: .record(try value(), of: try container.decode(Account.ID.self, forKey: .id))
        case .degreePlan: .degreePlan(try value())
        case .planReply: .planReply(try value())
        case .personalEvent: .personalEvent(try value())
        case .calendarImport: .calendarImport(try value())
        default: nil
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .upsert(let body, let rev):
            try container.encode("upsert", forKey: .op)
            let subject = body.subject
            try container.encode(subject.type, forKey: .type)
            try container.encode(subject.id, forKey: .id)
            try container.encodeIfPresent(rev, forKey: .rev)
            try container.encode(subject.value, forKey: .body)
        case .remove(let type, let id):
            try container.encode("remove", forKey: .op)
            try container.encode(type, forKey: .type)
            try container.encode(id, forKey: .id)
        case .scopeGranted(let course, let section):
            try container.encode("scopeGranted", forKey: .op)
            try container.encode(course, forKey: .course)
            try container.encode(section, forKey: .section)
        case .scopeRevoked(let course, let section):
            try container.encode("scopeRevoked", forKey: .op)
            try container.encode(course, forKey: .course)
            try container.encode(section, forKey: .section)
        case .unknown:
            try container.encode("unknown", forKey: .op)
        }
    }
}

extension Change.Body {
    public var subject: (type: ChangeType, id: String, value: any Encodable & Sendable) {
        switch self {
        case .event(let event): (.event, event.id.description, event)
        case .reply(let reply): (.reply, reply.id.description, reply)
        case .enrollment(let enrollment): (.enrollment, enrollment.scope, enrollment)
        case .course(let course): (.course, course.id.text, course)
        case .account(let account): (.account, account.id.description, account)
        case .notification(let notification): (.notification, notification.id.description, notification)
        case .seatWatch(let watch): (.seatWatch, watch.section.id.text, watch)
        case .mark(let mark): (.mark, mark.event.description, mark)
        case .preferences(let preferences, let account): (.preferences, account.description, preferences)
        case .removal(let removal): (.removal, removal.id, removal)
        case .task(let task): (.task, task.id.description, task)
        case .studySettings(let settings, let account): (.studySettings, account.description, settings)
        case .studyPlan(let plan, let account): (.studyPlan, account.description, plan)
        case .record(let record, let account): (.record, account.description, record)
        case .degreePlan(let plan): (.degreePlan, plan.id.description, plan)
        case .planReply(let reply): (.planReply, reply.id.description, reply)
        case .personalEvent(let event): (.personalEvent, event.id.description, event)
        case .calendarImport(let source): (.calendarImport, source.id.description, source)
        }
    }
}

/// Everything that a person may see, read at `cursor`: `GET /v1/snapshot`.
///
/// The first page holds everything but events and replies. Events, then replies, fill the pages. Every page has the cursor of the
/// first page, so the changes since that cursor bring all pages to the same state.
public struct Snapshot: Codable, Sendable, Memberwise, JSONObject {
    public var cursor: String
    public var account: Account
    public var enrollments: [Enrollment]
    public var courses: [Course]
    public var notifications: [InboxNotification]
    public var seatWatches: [SeatWatch]
    public var marks: [EventMark]
    @Nullable public var preferences: Preferences?
    public var removals: [Removal]
    /// The study settings; nil where the person never set them.
    @Nullable public var studySettings: StudySettings? = nil
    /// The study plan; nil before the first one.
    @Nullable public var studyPlan: StudyPlan? = nil
    public var tasks: [StudyTask] = []
    /// The record; nil before its first item.
    @Nullable public var record: AcademicRecord? = nil
    /// The reader's own, and those that they follow.
    public var plans: [DegreePlan] = []
    /// The comments on these plans.
    public var planReplies: [PlanReply] = []
    public var personalEvents: [PersonalEvent] = []
    public var calendarImports: [CalendarImport] = []
    public var events: [Event]
    public var replies: [Reply]
    @Nullable public var next: String?
}

extension Snapshot {
    /// Older servers send no tasks, study settings and plan, no record and degree plans, and no calendars.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func list<Item: Decodable>(_ key: CodingKeys) throws -> [Item] { try container.decode([Item].self, forKey: key) }
        self.init(
            cursor: try container.decode(String.self, forKey: .cursor),
            account: try container.decode(Account.self, forKey: .account), enrollments: try list(.enrollments),
            courses: try list(.courses), notifications: try list(.notifications), seatWatches: try list(.seatWatches),
            marks: try list(.marks), preferences: try container.decodeIfPresent(Preferences.self, forKey: .preferences),
            removals: try list(.removals),
            studySettings: try container.decodeIfPresent(StudySettings.self, forKey: .studySettings),
            studyPlan: try container.decodeIfPresent(StudyPlan.self, forKey: .studyPlan),
            tasks: try container.decodeIfPresent([StudyTask].self, forKey: .tasks) ?? [],
            record: try container.decodeIfPresent(AcademicRecord.self, forKey: .record),
            plans: try container.decodeIfPresent([DegreePlan].self, forKey: .plans) ?? [],
            planReplies: try container.decodeIfPresent([PlanReply].self, forKey: .planReplies) ?? [],
            personalEvents: try container.decodeIfPresent([PersonalEvent].self, forKey: .personalEvents) ?? [],
            calendarImports: try container.decodeIfPresent([CalendarImport].self, forKey: .calendarImports) ?? [],
            events: try list(.events), replies: try list(.replies),
            next: try container.decodeIfPresent(String.self, forKey: .next))
    }
}
