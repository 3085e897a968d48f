import NoteItCore
import Testing

@testable import NoteItServer

struct DegreeCatalogTests {
    private static let samples = DegreeSamples.edition

    @Test func anImportIsSeenByTheNextRequestAndOtherwiseNothingIsRead() async throws {
        try await withServer { server in
            let catalog = DegreeCatalog(store: server.store)
            let first = try await catalog.edition()
            #expect(first.byCode.keys.contains(DegreeSamples.cmpt225) && first.programmes.isEmpty)
            #expect(try await catalog.edition() === first)
            try await server.importDegrees()
            let second = try await catalog.edition()
            #expect(second !== first && second.version > first.version)
            #expect(second.programmes.map(\.id) == [DegreeSamples.minor.id])
            #expect(second.byCode.keys.contains(DegreeSamples.macm101))
        }
    }

    @Test func manyRequestsAtOnceShareOneRead() async throws {
        try await withServer { server in
            let catalog = DegreeCatalog(store: server.store)
            let editions = try await withThrowingTaskGroup(of: CatalogEdition.self) { group in
                for _ in 0..<20 { group.addTask { try await catalog.edition() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(editions.allSatisfy { $0 === editions.first })
        }
    }

    @Test func aCourseOpensThoseWhoseTreesNameIt() {
        #expect(Self.samples.opens(DegreeSamples.cmpt120) == [DegreeSamples.cmpt125])
        #expect(Self.samples.opens(DegreeSamples.macm101) == [DegreeSamples.cmpt225])
        #expect(Self.samples.opens(DegreeSamples.cmpt225) == [])
    }

    @Test(arguments: [
        ("cmpt-225", "CMPT 225"), ("CMPT_225", "CMPT 225"), ("PHYSX99", "PHYS X99"), ("physx99", "PHYS X99"), ("CMPT 226", nil),
        ("", nil), ("CMPT 225 extra", nil),
    ])
    func aListingIsFoundByEachFormOfItsCode(text: String, code: String?) {
        #expect(Self.samples.listing(named: text)?.entry.code.description == code)
    }

    @Test func unknownNamesGetSuggestions() {
        #expect(Self.samples.suggestion(for: DegreeSamples.code("226")).hasPrefix(" (did you mean CMPT 225"))
        #expect(Self.samples.suggestion(for: CourseCode(subject: "CMTP", number: "120")) == " (did you mean CMPT 120?)")
        #expect(Self.samples.suggestion(for: CourseCode(subject: "ZZZZ", number: "9")) == "")
        let near = Self.samples.fault(of: "sfu-2025-computing-miner", at: "programme")
        #expect(near.field == "programme" && near.detail.contains("did you mean sfu-2025-computing-minor?"))
    }

    @Test(arguments: [
        ("", ["CMPT 120", "CMPT 125", "CMPT 225", "MACM 101", "PHYS X99"]),
        ("subject=cmpt", ["CMPT 120", "CMPT 125", "CMPT 225"]),
        ("from=121&to=225", ["CMPT 125", "CMPT 225"]), ("to=110", ["MACM 101"]), ("from=225&to=120", []),
        ("attribute=q", ["CMPT 120"]), ("level=ugrd", ["MACM 101"]), ("credits=6", ["MACM 101"]),
        ("credits=3", ["CMPT 120", "CMPT 125", "CMPT 225", "MACM 101", "PHYS X99"]), ("credits=6.5", []),
        ("offered=summer", ["CMPT 125", "CMPT 225", "MACM 101", "PHYS X99"]), ("q=data+CMPT225", ["CMPT 225"]),
        ("q=about+PHYSICS", ["PHYS X99"]), ("q=cmpt+120&attribute=q", ["CMPT 120"]),
    ])
    func filtersCombine(query: String, codes: [String]) throws {
        let page = try Self.samples.page(PageRequest(), matching: try CatalogFilter(try Query(query)))
        #expect(page.items.map(\.code.description) == codes && page.next == nil)
    }

    @Test func pagesFollowEachOther() throws {
        var (after, found): (String?, [String]) = (nil, [])
        repeat {
            let page = try Self.samples.page(PageRequest(limit: 2, after: after))
            found += page.items.map(\.code.description)
            after = page.next
        } while after != nil
        #expect(found == Self.samples.listings.map(\.entry.code.description))
        #expect(throws: DomainError.self) { try Self.samples.page(PageRequest(after: "not a code")) }
    }

    @Test(arguments: [
        "from=-1", "from=x", "credits=-3", "credits=nan", "credits=0x10", "credits=1.25", "offered=winter", "to=1e9",
    ])
    func invalidFiltersAreRefused(query: String) {
        #expect(throws: DomainError.self) { try CatalogFilter(try Query(query)) }
    }
}
