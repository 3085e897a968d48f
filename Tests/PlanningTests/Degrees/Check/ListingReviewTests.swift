import NoteItCore
import Testing

@testable import Planning

@Suite("The review of a catalog")
struct ListingReviewTests {
    private func code(_ number: Int) -> CourseCode { CourseCode(subject: "A", number: "\(number)") }
    private func course(_ number: Int, concurrent: Bool = false) -> RequirementTree {
        .course(code(number), concurrent: concurrent)
    }

    private func listing(
        _ number: Int, _ prerequisites: RequirementTree = .none, with corequisites: RequirementTree = .none
    ) -> CatalogListing {
        CatalogListing(
            entry: CatalogEntry(code: code(number), title: ""),
            requirements: CourseRequirements(prerequisites: prerequisites, corequisites: corequisites))
    }

    @Test func aCycleWithoutAnotherWayIsNamed() {
        let review = ListingReview([
            listing(1, course(3)), listing(2, course(1)), listing(3, course(2)), listing(4, .all([course(3), course(9)])),
            listing(5, .any([course(3), course(6)])), listing(6),
        ])
        #expect(review.cycles == [[code(1), code(2), code(3)]])
        #expect(review.blocked == [code(4)])
        #expect(review.unknownCodes == [code(9)])
        #expect(review.selfRequiring.isEmpty)
    }

    @Test(arguments: [
        RequirementTree.permission, .unknown("?"), .highSchool("Math 12"), .level(3),
        .course(CourseCode(subject: "Z", number: "1")),
    ])
    func aCycleWithAnotherWayIsNone(way: RequirementTree) {
        let review = ListingReview([listing(1, .any([course(2), way])), listing(2, course(1))])
        #expect(review.cycles.isEmpty)
        #expect(review.blocked.isEmpty)
    }

    @Test func mutualCorequisitesAreTakenTogether() {
        #expect(ListingReview([listing(1, with: course(2)), listing(2, with: course(1))]).cycles.isEmpty)
        #expect(ListingReview([listing(1, course(2, concurrent: true)), listing(2, with: course(1))]).cycles.isEmpty)
        #expect(ListingReview([listing(1, course(2)), listing(2, with: course(1))]).cycles == [[code(1), code(2)]])
    }

    @Test func aCourseThatRequiresItselfIsNamed() {
        let review = ListingReview([listing(1, course(1)), listing(2, .any([course(2), course(3)])), listing(3)])
        #expect(review.selfRequiring == [code(1), code(2)])
        #expect(review.cycles == [[code(1)]])
    }

    @Test func longCyclesAndChainsEnd() {
        let cycle = (0..<20_000).map { listing($0, course(($0 + 1) % 20_000)) }
        #expect(ListingReview(cycle).cycles.map(\.count) == [20_000])
        let chain = (0..<300).map { listing($0, $0 == 0 ? .none : course($0 - 1)) }
        #expect(ListingReview(chain).cycles.isEmpty)
    }

    /// Every set of courses that some order of terms reaches.
    private func takeable(_ trees: [(prerequisites: RequirementTree, corequisites: RequirementTree)]) -> Int {
        func isMet(_ tree: RequirementTree, _ before: Int, _ now: Int) -> Bool {
            switch tree {
            case .all(let parts): parts.allSatisfy { isMet($0, before, now) }
            case .any(let parts): parts.contains { isMet($0, before, now) }
            case .atLeast(let least, let parts): parts.count { isMet($0, before, now) } >= least
            case .course(let code, _, let concurrent): (concurrent ? before | now : before) >> (Int(code.number) ?? 0) & 1 == 1
            default: true
            }
        }
        func concurrent(_ tree: RequirementTree) -> RequirementTree {
            switch tree {
            case .all(let parts): .all(parts.map(concurrent))
            case .any(let parts): .any(parts.map(concurrent))
            case .course(let code, _, _): .course(code, concurrent: true)
            default: tree
            }
        }
        var (reached, open) = (Set([0]), [0])
        while let before = open.popLast() {
            for now in 0..<(1 << trees.count) where now & before == 0 && !reached.contains(now | before) {
                let canTake = trees.indices.allSatisfy { index in
                    now >> index & 1 == 0
                        || isMet(trees[index].prerequisites, before, now)
                            && isMet(concurrent(trees[index].corequisites), before, now)
                }
                if canTake {
                    reached.insert(now | before)
                    open.append(now | before)
                }
            }
        }
        return reached.reduce(0, |)
    }

    @Test func randomCatalogsAreAsAnExhaustiveSearchFinds() async {
        var random = Numbers(state: 7)
        for _ in 0..<400 {
            await giveWay()
            let count = 5
            func leaf() -> RequirementTree { course(Int(random.next() % UInt64(count)), concurrent: random.next() % 4 == 0) }
            func tree() -> RequirementTree {
                switch random.next() % 4 {
                case 0: .none
                case 1: leaf()
                case 2: .all([leaf(), leaf()])
                default: .any([leaf(), leaf()])
                }
            }
            let trees = (0..<count).map { _ in (prerequisites: tree(), corequisites: random.next() % 3 == 0 ? tree() : .none) }
            let review = ListingReview(trees.enumerated().map { listing($0, $1.prerequisites, with: $1.corequisites) })
            let stuck = Set(review.cycles.flatMap(\.self) + review.blocked)
            let open = takeable(trees)
            #expect(stuck == Set((0..<count).filter { open >> $0 & 1 == 0 }.map(code)), "\(trees)")
        }
    }

    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33
        }
    }
}

@Suite("The texts of a course's requirements")
struct RequirementReaderTests {
    private let code = CourseCode(subject: "CMPT", number: "225")

    @Test func theColumnOfCorequisitesNeedsNoLabel() {
        let read = CourseRequirements(prerequisites: "CMPT 125.", corequisites: "MACM 101.", notes: "", of: code)
        #expect(read.text == "CMPT 125.\nCorequisite: MACM 101.")
        #expect(read.prerequisites == .course(CourseCode(subject: "CMPT", number: "125")))
        #expect(read.corequisites == .course(CourseCode(subject: "MACM", number: "101")))
        #expect(read.coverage == .whole)
    }

    @Test func aCourseIsNotItsOwnPrerequisite() {
        func prerequisites(_ text: String) -> RequirementTree {
            CourseRequirements(prerequisites: text, corequisites: "", notes: "", of: code).prerequisites
        }
        let other = RequirementTree.course(CourseCode(subject: "CMPT", number: "125"))
        let note = "CMPT 225 is a required course for all majors"
        #expect(prerequisites("CMPT 125. \(note).") == .all([other, .unknown(note)]))
        #expect(prerequisites("CMPT 125 before CMPT 225.") == .unknown("CMPT 125 before CMPT 225"))
        #expect(prerequisites("CMPT 125. CMPT 225 is required.") == other)
        #expect(prerequisites("CMPT 225.") == .course(code))
        let same = prerequisites("CMPT 125. CMPT 125 may be taken concurrently with CMPT 225. Majors must take CMPT 225.")
        #expect(same.courses == [CourseCode(subject: "CMPT", number: "125")])
        #expect(same == .all([.course(same.courses[0], concurrent: true), .unknown("Majors must take CMPT 225")]))
    }

    @Test func withoutATextNothingIsDemanded() {
        let read = CourseRequirements(prerequisites: "", corequisites: "", notes: "", of: code)
        #expect(read == CourseRequirements())
        #expect(read.coverage == .whole)
    }

    @Test func theCoverageCountsUnknownParts() {
        let part = CourseRequirements(prerequisites: .all([.permission, .unknown("a")]))
        #expect(part.coverage == .partly)
        #expect(CourseRequirements(prerequisites: .unknown("a")).coverage == .unparsed)
        #expect(CourseRequirements(prerequisites: .unknown("a"), corequisites: .permission).coverage == .partly)
    }
}
