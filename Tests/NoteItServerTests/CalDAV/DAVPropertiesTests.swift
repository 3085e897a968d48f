import Foundation
import HTTPTypes
import NoteItCore
import Testing

@testable import NoteItServer

@Suite struct DAVPropertiesTests {
    static let id = Account.ID(UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2)))
    private let properties = DAVProperties(
        caller: Account(id: id, email: "ada@example.edu", displayName: "Ada", role: .student),
        state: CalendarState(head: LogHead(epoch: "e1", offset: 70, pruned: 0), isCurrent: true))

    private func calendar(
        _ id: String, _ kind: CalendarCollection.Kind, name: String? = nil, _ properties: [String: String] = [:]
    ) -> DAVResource {
        .calendar(
            CalendarCollection(id: id, kind: kind, displayName: name, properties: properties, changed: 63), of: Self.id)
    }

    private var object: DAVResource {
        let time = Date(timeIntervalSince1970: 784_111_777)
        let object = CalendarObject(
            name: "a.ics", uid: "a", item: "a", etag: "abc", data: nil, digest: "d", firstStart: nil, lastEnd: nil, sequence: 0,
            createdAt: time, modifiedAt: time, changed: 1)
        let calendar = CalendarCollection(id: "due", kind: .derived(.due), displayName: nil, properties: [:], changed: 63)
        return .object(ServedObject(object: object, bytes: Array("12345".utf8)), in: calendar, of: Self.id)
    }

    private func privileges(_ resource: DAVResource) -> [String] {
        properties.value(.dav("current-user-privilege-set"), of: resource)?.children.flatMap(\.children).map(\.name.local) ?? []
    }

    @Test func aProgramFindsItsWayFromTheRootToTheCalendars() {
        let (principal, home) = ("/dav/principals/\(Self.id)/", "/dav/calendars/\(Self.id)/")
        #expect(properties.value(.dav("current-user-principal"), of: .root)?.children == [.href(principal)])
        #expect(properties.value(.caldav("calendar-home-set"), of: .principal(Self.id))?.children == [.href(home)])
        #expect(
            properties.value(.caldav("calendar-user-address-set"), of: .principal(Self.id))?.children
                == [.href("mailto:ada@example.edu"), .href(principal)])
        let types = properties.value(.dav("resourcetype"), of: calendar("classes", .derived(.classes)))?.children.map(\.name)
        #expect(types == [.dav("collection"), .caldav("calendar")])
        #expect(properties.value(.dav("resourcetype"), of: object)?.content.isEmpty == true)
    }

    @Test func readOnlyCalendarsSaySo() {
        for resource in [calendar("classes", .derived(.classes)), calendar("due", .derived(.due)), object] {
            #expect(
                Set(privileges(resource)).isDisjoint(with: ["write", "write-content", "write-properties", "bind", "unbind"]))
            #expect(privileges(resource).contains("read"))
        }
        let writable = [
            calendar("study", .derived(.study)), calendar("tasks", .derived(.tasks)), calendar("personal", .personal),
        ]
        for resource in writable { #expect(privileges(resource).contains("write-content")) }
    }

    @Test func tasksAreToDosAndTheOthersEvents() {
        func component(_ resource: DAVResource) -> String? {
            properties.value(.caldav("supported-calendar-component-set"), of: resource)?.children.first?.attributes["name"]
        }
        #expect(component(calendar("tasks", .derived(.tasks))) == "VTODO")
        #expect(component(calendar("due", .derived(.due))) == "VEVENT")
        #expect(component(calendar("mine", .personal)) == "VEVENT")
    }

    @Test func aCalendarTellsAllItsComponents() {
        let notes = DAVResource.calendar(
            CalendarCollection(
                id: "notes", kind: .personal, components: [.todo, .journal], displayName: nil, properties: [:], changed: 63),
            of: Self.id)
        let set = properties.value(.caldav("supported-calendar-component-set"), of: notes)
        #expect(set?.children.compactMap { $0.attributes["name"] } == ["VTODO", "VJOURNAL"])
        let sets = properties.value(.caldav("supported-calendar-component-sets"), of: .home(Self.id))
        #expect(sets?.children.count == 7)
    }

    @Test func anObjectHasItsETagLengthAndTimes() {
        func text(_ name: String) -> String? { properties.value(.dav(name), of: object)?.text }
        #expect(text("getetag") == "\"abc\"")
        #expect(text("getcontentlength") == "5")
        #expect(text("getcontenttype") == "text/calendar; charset=utf-8; component=VEVENT")
        #expect(text("getlastmodified") == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(text("creationdate") == "1994-11-06T08:49:37Z")
        #expect(text("sync-token") == nil)
    }

    @Test func tokenAndTagOfACalendarMoveWithItAlone() {
        let due = calendar("due", .derived(.due))
        #expect(properties.value(.dav("sync-token"), of: due)?.text == "urn:noteit:sync:e1.63")
        #expect(properties.value(.calendarServer("getctag"), of: due)?.text == "e1.63")
    }

    @Test func whatAProgramSetIsGivenBackInItsNamespaces() {
        let value = DAVElement(DAVName("urn:x", "note"), attributes: [DAVName.language.key: "en"], text: "a & b")
        let mine = calendar("mine", .personal, name: "Mine", [value.name.key: DAVWriter.fragment(value)])
        let asked: [DAVElement] = [
            DAVElement(value.name), DAVElement(.dav("displayname")), DAVElement(DAVName("urn:x", "other")),
        ]
        let response = properties.response(for: mine, href: "/x/", requested: .these(asked))
        #expect(response.found == [value, DAVElement(.dav("displayname"), text: "Mine")])
        #expect(response.missing == [DAVName("urn:x", "other")])
        let all = properties.response(for: mine, href: "/x/", requested: .all(including: [DAVElement(.dav("sync-token"))]))
        #expect(all.found.contains(value))
        #expect(all.found.contains { $0.name == .dav("sync-token") })
        let names = properties.response(for: mine, href: "/x/", requested: .names)
        #expect(names.found.contains(DAVElement(value.name)))
        #expect(names.found.allSatisfy { $0.content.isEmpty })
    }

    @Test func calendarDataIsForReportsAlone() {
        let asked = DAVRequested.these([DAVElement(.caldav("calendar-data"))])
        #expect(properties.response(for: object, href: "/x", requested: asked).missing == [.caldav("calendar-data")])
        let response = properties.response(for: object, href: "/x", requested: asked, data: Array("data".utf8))
        #expect(response.found == [DAVElement(.caldav("calendar-data"), text: "data")])
    }

    @Test func aMinimalAnswerLeavesOutWhatIsMissing() {
        let asked = DAVRequested.these([DAVElement(.dav("getetag")), DAVElement(.dav("displayname"))])
        let response = properties.response(for: object, href: "/x", requested: asked)
        #expect(response.propertyStatuses(minimal: false).count == 2)
        #expect(response.propertyStatuses(minimal: true).count == 1)
        let nothing = properties.response(for: object, href: "/x", requested: .these([DAVElement(.dav("displayname"))]))
        #expect(nothing.propertyStatuses(minimal: true) == [DAVXML.propertyStatus([], .ok)])
    }
}

@Suite struct PropertyUpdateTests {
    private func update(_ body: String) throws -> PropertyUpdate {
        let head = #"<D:propertyupdate xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:x="urn:x">"#
        return try PropertyUpdate(DAVReader.element(from: Array("\(head)\(body)</D:propertyupdate>".utf8)))
    }

    @Test func theLastChangeOfAPropertyCounts() throws {
        let update = try update(
            """
            <D:set><D:prop><x:a>1</x:a><x:b>1</x:b><D:displayname> My\ncalendar </D:displayname></D:prop></D:set>
            <D:remove><D:prop><x:a/></D:prop></D:remove><D:set><D:prop><x:b>2</x:b></D:prop></D:set>
            """)
        #expect(update.names == [DAVName("urn:x", "a"), DAVName("urn:x", "b"), .dav("displayname")])
        #expect(update.properties == ["{urn:x}a": nil, "{urn:x}b": #"<n0:b xmlns:n0="urn:x">2</n0:b>"#])
        #expect(update.displayName == .set("My calendar"))
        #expect(update.refusals(present: []).isEmpty)
    }

    @Test func aPropertyKeepsTheLanguageAroundIt() throws {
        let update = try update(#"<D:set xml:lang="fr"><D:prop><x:a>un</x:a><x:b xml:lang="en">one</x:b></D:prop></D:set>"#)
        #expect(update.value(DAVName("urn:x", "a"))?.attributes == [DAVName.language.key: "fr"])
        #expect(update.value(DAVName("urn:x", "b"))?.attributes == [DAVName.language.key: "en"])
    }

    @Test func allOrNoneOfTheChangesAreMade() throws {
        let refusals = try update("<D:set><D:prop><x:a>1</x:a><D:getetag>e</D:getetag></D:prop></D:set>").refusals(present: [])
        #expect(refusals.map(\.status.code) == [424, 403])
        #expect(refusals[1].condition == DAVElement(.dav("cannot-modify-protected-property")))
    }

    @Test func aNameIsRemovedOrEmptied() throws {
        #expect(try update("<D:remove><D:prop><D:displayname/></D:prop></D:remove>").displayName == .cleared)
        #expect(try update("<D:set><D:prop><D:displayname> </D:displayname></D:prop></D:set>").displayName == .cleared)
        #expect(try update("<D:set><D:prop><x:a/></D:prop></D:set>").displayName == nil)
    }

    @Test func propertiesAreBounded() throws {
        let long = String(repeating: "x", count: CalendarCollection.mostPropertyBytes)
        let large = try update("<D:set><D:prop><x:a>\(long)</x:a></D:prop></D:set>")
        #expect(large.refusals(present: []).map(\.status) == [.insufficientStorage])
        let full = Set((0..<CalendarCollection.mostProperties).map { "{urn:x}p\($0)" })
        #expect(
            try update("<D:set><D:prop><x:a/></D:prop></D:set>").refusals(present: full).map(\.status) == [.insufficientStorage]
        )
        #expect(try update("<D:set><D:prop><x:p1/></D:prop></D:set>").refusals(present: full).isEmpty)
        let swap = try update("<D:remove><D:prop><x:p1/></D:prop></D:remove><D:set><D:prop><x:a/></D:prop></D:set>")
        #expect(swap.refusals(present: full).isEmpty)
        let name = String(repeating: "n", count: PropertyUpdate.longestName + 1)
        #expect(
            try update("<D:set><D:prop><D:displayname>\(name)</D:displayname></D:prop></D:set>").refusals(present: []).map(
                \.status)
                == [.forbidden])
    }

    @Test func aTimeZoneMustBeOne() throws {
        let wrong = try update("<D:set><D:prop><C:calendar-timezone>Europe/Berlin</C:calendar-timezone></D:prop></D:set>")
        #expect(wrong.refusals(present: []).first?.condition == DAVElement(.caldav("valid-calendar-data")))
    }

    @Test func aNewCalendarHoldsWhatItIsAskedFor() throws {
        func set(_ names: String...) -> String {
            let components = names.map { "<C:comp name=\"\($0)\"/>" }.joined()
            return "<D:set><D:prop><D:resourcetype><D:collection/><C:calendar/></D:resourcetype>"
                + "<C:supported-calendar-component-set>\(components)</C:supported-calendar-component-set></D:prop></D:set>"
        }
        #expect(try update(set("VEVENT", "VTODO")).refusalsOfNew().isEmpty)
        #expect(try update(set("VEVENT", "VTODO")).components == [.event, .todo])
        #expect(try update(set("vjournal", "X-OTHER")).components == [.journal])
        #expect(try update(set()).components == [.event, .todo, .journal] && PropertyUpdate().components.count == 3)
        #expect(try update(set("VFREEBUSY")).refusalsOfNew().map(\.status.code) == [424, 403])
        #expect(try update(set("VEVENT")).afterMaking.changes.isEmpty)
    }
}
