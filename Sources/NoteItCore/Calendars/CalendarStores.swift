import Foundation

public protocol AppPasswordStore: Sendable {
    /// Oldest first.
    func appPasswords(of account: Account.ID) async throws -> [AppPassword]
    /// Throws `.conflict` if the person has too many.
    /// - Parameter hash: SHA-256 of the password, in hexadecimal.
    /// - Parameter password: as of `AccountStore.update`.
    func addAppPassword(
        _ new: NewAppPassword, hash: String, by account: Account.ID, ifPassword password: String?
    ) async throws -> AppPassword
    /// Throws `.notFound`.
    func revokeAppPassword(_ id: AppPassword.ID, by account: Account.ID) async throws
    /// Whose password it is; nil if it is nobody's with that email, or the account is suspended.
    func account(email: String, appPasswordHash: String) async throws -> (account: Account.ID, password: AppPassword)?
    /// Notes that it was used now.
    func used(_ id: AppPassword.ID) async throws
}

public protocol CalendarFeedStore: Sendable {
    /// Oldest first.
    func calendarFeeds(of account: Account.ID) async throws -> [CalendarFeed]
    /// Throws `.conflict` if the person has too many, `.invalid` for a course that they are not in.
    /// - Parameter hash: SHA-256 of the secret, in hexadecimal.
    func addCalendarFeed(_ new: NewCalendarFeed, hash: String, by account: Account.ID) async throws -> CalendarFeed
    /// Throws `.notFound`.
    func revokeCalendarFeed(_ id: CalendarFeed.ID, by account: Account.ID) async throws
    /// The feed with this secret's hash, and its owner; nil if the secret is unknown, or the account is suspended or left.
    func calendarFeed(hash: String) async throws -> (feed: CalendarFeed, account: Account.ID)?
    /// Notes that it was read now.
    func read(_ id: CalendarFeed.ID) async throws
}

/// People's calendars.
///
/// Derived calendars are rows that say what each item was when they were last brought up to date; the server makes the
/// objects (see `keepDerived`). The others hold what programs sent.
public protocol CalendarStore: Sendable {
    /// Derived ones, `personal`, own ones by id, imports by id.
    /// - Parameter withProperties: of programs; otherwise they are empty.
    func calendars(
        of account: Account.ID, withProperties: Bool
    ) async throws -> (calendars: [CalendarCollection], state: CalendarState)
    /// Opens a calendar for requests about it or its objects. Throws `.notFound` for the account.
    func openCalendar(_ id: String, of account: Account.ID) async throws -> OpenedCalendar
    /// Throws `.conflict` if the id is taken, or the person has too many calendars or too many properties.
    /// - Parameter components: what its objects can be made of: at least one.
    func makeCalendar(
        _ id: String, components: [CalendarCollection.Component], displayName: String?, properties: [String: String],
        by account: Account.ID) async throws
    /// Sets properties; nil removes one. Any calendar may have its own. Throws `.notFound`, `.conflict` if it has too
    /// many, or the person's calendars together (`CalendarCollection.propertiesFull`).
    func setProperties(
        ofCalendar id: String, displayName: Clearable<String>?, properties: [String: String?], by account: Account.ID)
        async throws
    /// Deletes a personal calendar with its objects. Throws `.notFound`, and `.forbidden` for a derived one.
    func deleteCalendar(_ id: String, by account: Account.ID) async throws

    /// The objects of a calendar, by name. Throws `.notFound` for the calendar.
    func objects(
        inCalendar id: String, matching query: CalendarObjectQuery, of account: Account.ID
    ) async throws -> (objects: [CalendarObject], state: CalendarState)
    /// The changes after a position, oldest first, at most `limit`; nil for every object. Throws `.notFound`, and `.expired`
    /// for a position that is pruned or ahead.
    func changes(
        inCalendar id: String, after position: CalendarPosition?, limit: Int, of account: Account.ID
    ) async throws -> CalendarChanges
    /// Stores an object as it was sent, with a row in the log. In a derived calendar it stands beside its item, which the
    /// caller changed. Throws `.stale` if the condition does not hold, `.conflict` if another object has its UID, the
    /// calendar is full, or the person's objects take too many bytes, `.notFound`, `.forbidden` for a calendar that is not
    /// writable.
    func put(
        _ object: SentCalendarObject, inCalendar id: String, if condition: WriteCondition, by account: Account.ID
    ) async throws -> (object: CalendarObject, created: Bool)
    /// Moves an object from one personal calendar to another, or to another name, in the place of what is there.
    /// - Parameters: `condition`: of the object that is moved; `target`: of what is there. Throws as `put`.
    func moveObject(
        _ name: String, inCalendar id: String, if condition: WriteCondition, to object: SentCalendarObject,
        inCalendar target: String, if targetCondition: WriteCondition, by account: Account.ID
    ) async throws -> (object: CalendarObject, created: Bool)
    /// Throws as `put`.
    func deleteObject(
        _ name: String, inCalendar id: String, if condition: WriteCondition, by account: Account.ID) async throws

    /// The data that derived calendars are made from, read in one transaction.
    func calendarInputs(of account: Account.ID) async throws -> CalendarInputs
    /// Brings the rows of derived calendars up to date: new ones appear, ones with another digest change, others go. False,
    /// and nothing is stored, if the log grew by something that the person may see since `inputs`.
    func keepDerived(_ objects: [DerivedObject], of account: Account.ID, from inputs: CalendarInputs) async throws -> Bool
    /// The items that were removed from derived calendars since `date`, except those that the person lost access to.
    func removedObjects(since date: Date, of account: Account.ID) async throws -> [RemovedCalendarObject]
    /// Forgets objects that were removed before `date`. Returns their number.
    func pruneCalendars(before date: Date) async throws -> Int
}

/// How far a person's calendars have come.
public struct CalendarState: Equatable, Sendable, Memberwise {
    /// The head of the log at the reading.
    public var head: LogHead
    /// Whether derived calendars hold all that the log has up to `head`. True where no derived calendar is asked for.
    public var isCurrent: Bool
}

/// One calendar of a person, with what requests about it need to know of the person.
public struct OpenedCalendar: Sendable, Memberwise {
    public var account: Account
    /// The zone of the study settings.
    public var zone: TimeZone
    /// The calendar; nil if the person has none of this id.
    public var calendar: CalendarCollection?
    public var state: CalendarState
}

public enum CalendarObjectQuery: Equatable, Sendable {
    case all
    case names([String])
    case uid(String)
    /// Objects that may have an instance in the span.
    case between(Date, Date)

    /// Objects that may have an instance within a span, in whatever zone their days and floating times are read: the store has
    /// the moments of one zone.
    public static func meeting(_ span: Range<Date>) -> Self {
        .between(span.lowerBound - zoneDifference, span.upperBound + zoneDifference)
    }

    /// The most seconds by which two zones can differ.
    public static let zoneDifference: TimeInterval = 26 * 3_600
}

/// How far a program knows the changes of a calendar, which stand in the order of their offsets and names.
public struct CalendarPosition: Hashable, Sendable, Memberwise {
    /// The offset of the change in the log.
    public var offset: Int64
    /// The last one that is known of those with this offset; nil: all are.
    public var name: String? = nil
    /// Within a first copy, the head of the log when it began: nothing that was removed before is known. Else 0.
    public var floor: Int64 = 0
}

public struct CalendarChanges: Equatable, Sendable, Memberwise {
    public var changed: [CalendarObject]
    public var removed: [RemovedCalendarObject]
    /// The position where the next call goes on; after the last change, the offset of the calendar's newest one.
    public var next: CalendarPosition
    /// Whether there is more after `next`.
    public var hasMore: Bool
    public var state: CalendarState
}

public struct CalendarInputs: Equatable, Sendable, Memberwise {
    /// The head of the log at the reading.
    public var head: LogHead
    /// IANA name of the person's zone; nil if they never set one.
    public var timeZone: String?
    /// The alerts of the study settings, which become alarms.
    public var alerts: StudySettings.Alerts = .init(start: nil, end: nil)
    /// The classes of the sections in which the person is enrolled or which they teach.
    public var classes: [StudyClass]
    /// The events with a due date that the person may see, with the former due dates of each.
    public var due: [(event: Event, former: [Event.DueChange])]
    /// The study blocks that are stored.
    public var blocks: [StudyPlan.Block]
    public var tasks: [StudyTask]
    /// The rows of derived calendars, by calendar.
    public var objects: [CalendarCollection.Derived: [CalendarObject]]
    /// Counts changes that have no row in the log, such as those of holidays.
    public var version: Int64 = 0

    /// The names that the person has for the courses of these items.
    public var names: ReaderCourses {
        ReaderCourses(Set(classes.map(\.course) + due.map(\.event.course) + tasks.compactMap(\.course)))
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.head == right.head && left.timeZone == right.timeZone && left.alerts == right.alerts
            && left.classes == right.classes
            && left.due.elementsEqual(right.due) { $0 == $1 } && left.blocks == right.blocks && left.tasks == right.tasks
            && left.objects == right.objects && left.version == right.version
    }
}

public protocol CalendarImportStore: Sendable {
    /// Oldest first.
    func calendarImports(of account: Account.ID) async throws -> [CalendarImport]
    /// Throws `.notFound`.
    func calendarImport(_ id: CalendarImport.ID, by account: Account.ID) async throws -> CalendarImport
    /// Throws `.conflict` if the person has too many, or another calendar has the name.
    /// - Parameter source: nil for a file, which has `copy`.
    func addImport(
        _ name: String, from source: ImportSource?, busy: Bool, tasks: Bool, copy: ImportCopy?, by account: Account.ID
    ) async throws -> CalendarImport
    /// Deletes an import with its objects, and with those of its tasks that were not touched. Throws `.notFound`.
    func deleteImport(_ id: CalendarImport.ID, by account: Account.ID) async throws
    /// The source of an import. Throws `.notFound`; `.conflict` for a file.
    func importSource(_ id: CalendarImport.ID, by account: Account.ID) async throws -> ImportSource
    /// How often the server reads an import again. Throws `.notFound`.
    func importPace(_ id: CalendarImport.ID, by account: Account.ID) async throws -> ImportPace
    /// Imports whose time has come, and moves that time on by `pause`, so that no other process takes them: at most `limit`.
    func importsToSync(limit: Int, pause: TimeInterval) async throws -> [(
        account: Account.ID, id: CalendarImport.ID, source: ImportSource
    )]
    /// Stores what a sync found, in one transaction with its log rows. Unchanged objects stay as they are. Throws `.notFound`
    /// if the import was deleted meanwhile.
    /// - Parameters: `next`: when to read it again; `pace`: how often from then on.
    func keepSync(
        _ result: ImportResult, of id: CalendarImport.ID, next: Date, pace: ImportPace, by account: Account.ID
    ) async throws -> CalendarImport
}

/// The address of an import, and what its host said about the last copy.
public struct ImportSource: Equatable, Sendable, Memberwise {
    public var url: String
    public var etag, lastModified: String?
}

/// The objects of an import, each with one UID, and its tasks if they were asked for.
public struct ImportCopy: Equatable, Sendable, Memberwise {
    public var objects: [SentCalendarObject]
    public var tasks: [ImportedTask]
    /// VEVENTs and VTODOs that were read; a series is one.
    public var events: Int
    /// The components that could not be read; nil if all could.
    public var leftOut: ImportLeftOut? = nil
    /// Whether all-day events that do not say so are busy time.
    public var allDayBusy: Bool = false
    /// The all-day events that do not say whether they are busy, and are free.
    public var freeDays: Int = 0
}

/// A task of an import. It follows its source until the person edits it.
public struct ImportedTask: Equatable, Sendable, Memberwise {
    public var uid: String
    public var task: NewStudyTask
}

public enum ImportResult: Equatable, Sendable {
    /// The host said that nothing changed.
    case unchanged
    case copy(ImportCopy, ImportSource)
    /// Why it failed, in a sentence.
    case failed(String)
}
