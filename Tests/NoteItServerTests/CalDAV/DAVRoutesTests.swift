import NoteItCore
import Testing

@testable import NoteItServer

@Suite struct DAVRoutesTests {
    private func propfind(_ names: String...) -> String {
        let head = #"<d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:x="urn:x"><d:prop>"#
        return head + names.map { "<\($0)/>" }.joined() + "</d:prop></d:propfind>"
    }

    private func xml(_ depth: String = "0") -> [String: String] { ["Content-Type": "application/xml", "Depth": depth] }

    private func root(_ answer: Answer) throws -> DAVElement { try DAVReader.element(from: Array(answer.body.utf8)) }

    private func hrefs(_ answer: Answer) throws -> [String] {
        try root(answer).children.compactMap { $0[.dav("href")]?.text }
    }

    @Test func programsAreLedToTheServiceWithoutSigningIn() async throws {
        try await withServer { server in
            for method in ["GET", "PROPFIND", "OPTIONS"] {
                let answer = try await server.send(method, "/.well-known/caldav")
                #expect(answer.status == 301)
                #expect(answer.headers["location"] == "/dav/")
            }
            #expect(try await server.send("OPTIONS", "/dav/").status == 401)
            let options = try await server.send("OPTIONS", "/")
            #expect(options.status == 200)
            #expect(options.headers["dav"] == "1, 3, calendar-access, extended-mkcol")
            #expect(options.headers["allow"]?.contains("PROPFIND") == true)
            let refused = try await server.send("PROPFIND", "/dav/", json: propfind("d:resourcetype"), headers: xml())
            #expect(refused.status == 401)
            #expect(refused.headers["www-authenticate"]?.hasPrefix(#"Basic realm="NoteIt""#) == true)
            #expect(try root(refused).name == .dav("error"))
        }
    }

    @Test func methodsThatAreNotOfferedAreNotAllowed() async throws {
        try await withServer { server in
            let ada = try await server.student("ada")
            for method in ["COPY", "MOVE", "LOCK", "POST"] {
                let answer = try await server.send(method, "/dav/calendars/\(ada.account.id)/personal/", as: ada.accessToken)
                #expect(answer.status == 405)
                #expect(answer.headers["allow"]?.contains("REPORT") == true)
            }
        }
    }

    @Test func aCalendarForNotesTakesJournals() async throws {
        try await withServer { server in
            let ada = try await server.student("ada")
            let notes = "/dav/calendars/\(ada.account.id)/notes/"
            let spaces = #"xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav""#
            let made = try await server.send(
                "MKCALENDAR", notes, as: ada.accessToken,
                json: "<c:mkcalendar \(spaces)><d:set><d:prop><c:supported-calendar-component-set><c:comp name=\"VJOURNAL\"/>"
                    + "</c:supported-calendar-component-set></d:prop></d:set></c:mkcalendar>", headers: xml())
            #expect(made.status == 201)
            let journal = sampleCalendar(sampleEvent("DTSTART;VALUE=DATE:20270301").replacing("VEVENT", with: "VJOURNAL"))
            let sent = try await server.send(
                "PUT", notes + "a.ics", as: ada.accessToken, json: journal, headers: ["Content-Type": "text/calendar"])
            #expect(sent.status == 201)
            let refused = try await server.send(
                "PUT", notes + "b.ics", as: ada.accessToken, json: sampleCalendar(sampleTodo()),
                headers: ["Content-Type": "text/calendar"])
            #expect(try refused.status == 403 && root(refused)[.caldav("supported-calendar-component")] != nil)
            for (day, found) in [("20270301", [notes + "a.ics"]), ("20270302", [])] {
                let query = try await server.send(
                    "REPORT", notes, as: ada.accessToken,
                    json:
                        "<c:calendar-query \(spaces)><d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name=\"VCALENDAR\">"
                        + "<c:comp-filter name=\"VJOURNAL\"><c:time-range start=\"\(day)T180000Z\" end=\"\(day)T190000Z\"/>"
                        + "</c:comp-filter></c:comp-filter></c:filter></c:calendar-query>", headers: xml("1"))
                #expect(try hrefs(query) == found)
            }
            let busy = try await server.send("GET", "/v1/me/calendar?from=2027-03-01&to=2027-03-02", as: ada.accessToken)
            #expect(try JSONCoding.decode(CalendarDays.self, from: busy.body).items.isEmpty)
        }
    }

    /// As after an update of NoteIt, or when an item became too old.
    @Test func aRowThatNoItemMatchesIsBroughtUpToDate() async throws {
        try await withServer { server in
            let ada = try await server.student("ada")
            let inputs = try await server.store.calendarInputs(of: ada.account.id)
            let old = DerivedObject(calendar: .tasks, item: "old", digest: "1", firstStart: nil, lastEnd: nil, course: nil)
            #expect(try await server.store.keepDerived([old], of: ada.account.id, from: inputs))
            let tasks = "/dav/calendars/\(ada.account.id)/tasks/"
            let answer = try await server.send(
                "PROPFIND", tasks, as: ada.accessToken, json: propfind("d:getetag"), headers: xml("1"))
            #expect(try answer.status == 207 && hrefs(answer) == [tasks])
        }
    }

    @Test func aHomeListsItsCalendars() async throws {
        try await withServer { server in
            let ada = try await server.student("ada")
            let home = "/dav/calendars/\(ada.account.id)/"
            let answer = try await server.send(
                "PROPFIND", home, as: ada.accessToken, json: propfind("d:resourcetype", "x:none"), headers: xml("1"))
            #expect(answer.status == 207)
            #expect(try hrefs(answer) == [home] + ["classes", "due", "study", "tasks", "personal"].map { "\(home)\($0)/" })
            let infinite = try await server.send(
                "PROPFIND", home, as: ada.accessToken, json: propfind("d:resourcetype"), headers: xml("infinity"))
            #expect(infinite.status == 403)
            #expect(try root(infinite)[.dav("propfind-finite-depth")] != nil)
            let bad = try await server.send("PROPFIND", home, as: ada.accessToken, json: "<a", headers: xml())
            #expect(bad.status == 400)
        }
    }

    @Test func anotherPersonsPathsAreNotThere() async throws {
        try await withServer { server in
            let (ada, bob) = try await (server.student("ada"), server.student("bob"))
            for path in ["/dav/principals/\(bob.account.id)/", "/dav/calendars/\(bob.account.id)/personal/"] {
                let answer = try await server.send(
                    "PROPFIND", path, as: ada.accessToken, json: propfind("d:displayname"), headers: xml())
                #expect(answer.status == 404)
            }
        }
    }

    @Test func aCalendarIsMadeNamedAndRemoved() async throws {
        try await withServer { server in
            let ada = try await server.student("ada")
            let path = "/dav/calendars/\(ada.account.id)/clubs/"
            let body = """
                <c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop>\
                <d:displayname>Clubs &amp; more</d:displayname></d:prop></d:set></c:mkcalendar>
                """
            #expect(try await server.send("MKCALENDAR", path, as: ada.accessToken, json: body, headers: xml()).status == 201)
            #expect(try await server.send("MKCALENDAR", path, as: ada.accessToken, json: body, headers: xml()).status == 405)
            let update = """
                <d:propertyupdate xmlns:d="DAV:" xmlns:x="urn:x"><d:set><d:prop><x:note xml:lang="en">a<x:b/></x:note>\
                </d:prop></d:set></d:propertyupdate>
                """
            #expect(try await server.send("PROPPATCH", path, as: ada.accessToken, json: update, headers: xml()).status == 207)
            let answer = try await server.send(
                "PROPFIND", path, as: ada.accessToken, json: propfind("d:displayname", "x:note"), headers: xml())
            let prop = try root(answer)[.dav("response")]?[.dav("propstat")]?[.dav("prop")]
            #expect(prop?[.dav("displayname")]?.text == "Clubs & more")
            let note = DAVName("urn:x", "note")
            #expect(prop?[note]?.content == [.text("a"), .element(DAVElement(DAVName("urn:x", "b")))])
            #expect(prop?[note]?.attributes == [DAVName.language.key: "en"])
            #expect(try await server.send("DELETE", path, as: ada.accessToken).status == 204)
            #expect(try await server.send("DELETE", path, as: ada.accessToken).status == 404)
            let kept = try await server.send("DELETE", "/dav/calendars/\(ada.account.id)/classes/", as: ada.accessToken)
            #expect(kept.status == 403)
            #expect(try root(kept)[.dav("need-privileges")] != nil)
        }
    }

    @Test func expandPropertyFollowsHrefs() async throws {
        try await withServer { server in
            let ada = try await server.student("ada")
            let body = """
                <d:expand-property xmlns:d="DAV:"><d:property name="current-user-principal">\
                <d:property name="displayname"/></d:property></d:expand-property>
                """
            let answer = try await server.send("REPORT", "/dav/", as: ada.accessToken, json: body, headers: xml())
            let found = try root(answer)[.dav("response")]?[.dav("propstat")]?[.dav("prop")]?[.dav("current-user-principal")]
            let inner = found?[.dav("response")]
            #expect(inner?[.dav("href")]?.text == "/dav/principals/\(ada.account.id)/")
            #expect(inner?[.dav("propstat")]?[.dav("prop")]?[.dav("displayname")]?.text == "ada")
        }
    }
}
