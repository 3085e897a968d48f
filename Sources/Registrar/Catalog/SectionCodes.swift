import NoteItCore

/// Derives the links between sections from their codes, if the registrar gives no links file.
///
/// The rule, course by course. A course has one of three systems:
/// - **Hundreds.** A code of a letter and three digits that ends in `00` (`D100`), an online `OL01` or a blended `BLS1` is a
///   primary section. `D101` ... `D199` are components of `D100`, by their kind (`TUT`, `LAB`, ...; `TBA` where the kind is
///   unknown), `OT01` ... of each `OL` section. Labs numbered for the whole course (`LA01`, `LB12`, `LAS1`, `LAB2`) are `LAB`
///   components of each hundred that has no labs of its own.
/// - **Letters.** Without these, a code of letters alone (`A`) is a primary section, and its letters with digits (`A1`, `A02`)
///   are its components, but those of its own kind that give credits.
/// - **Kinds.** Without these too, labs, tutorials, recitations and discussions that give no credits are components of each
///   section of another kind.
///
/// Other sections (open labs, optional tutorials, sections of another campus) have no link where there are hundreds; elsewhere
/// they are primary, if they are no labs or the like. In a course of no system, each section is primary and has no components.
///
/// Agreement with the registrars' own links: for SFU Fall 2025 it finds all 4,940, and 37 others (99.3 % of the union; 1,884 of
/// 1,886 courses are equal). For RPI Fall 2023 it finds exactly the 2,089. `RealTermTests` checks these figures.
public enum SectionCodes {
    /// How the sections of a course were linked.
    public enum System: String, CaseIterable, Sendable {
        case hundreds = "D101 to D100"
        case letters = "A1 to A"
        case kinds = "labs without credits to lectures"
    }

    /// The links of a term, and what an operator should know of them.
    public struct Links: Sendable {
        /// The links, in the catalog's order. The first link of each primary section is to itself, as `PRIMARY`.
        public fileprivate(set) var links: [SectionLink] = []
        /// The number of courses with components, by system.
        public fileprivate(set) var linked: [System: Int] = [:]
        /// The codes of the courses with labs or the like that no rule links to a section of another kind.
        public fileprivate(set) var unlinked: [String] = []
    }

    public static func links(of term: CatalogTerm) -> Links {
        term.courses.reduce(into: Links()) { found, course in
            let (groups, system) = groups(of: course.sections)
            if let system, groups.contains(where: { !$0.components.isEmpty }) { found.linked[system, default: 0] += 1 }
            let taken = Set(groups.flatMap(\.components).map(\.crn))
            let (labs, others) = (
                course.sections.filter { isSecondary($0.kind) }, course.sections.filter { !isSecondary($0.kind) }
            )
            if !others.isEmpty, !labs.isEmpty, labs.allSatisfy({ !taken.contains($0.crn) }) {
                found.unlinked.append(course.subject + course.number)
            }
            found.links += groups.flatMap(links)
        }
    }

    /// A primary section and its components.
    private typealias Group = (primary: CatalogSection, components: [(kind: String, crn: String)])

    private static func groups(of sections: [CatalogSection]) -> (groups: [Group], system: System?) {
        for (system, rule) in [(System.hundreds, hundreds), (.letters, letters), (.kinds, kinds)] {
            let groups = rule(sections)
            if !groups.isEmpty { return (groups, system) }
        }
        return (sections.map { ($0, []) }, nil)
    }

    private static func hundreds(_ sections: [CatalogSection]) -> [Group] {
        sections.filter { isPrimary($0.code) }.map { primary in
            let own = sections.filter { belongs($0.code, to: primary.code) }
            var components = own.map(component)
            if isHundred(primary.code), !own.contains(where: { $0.kind == "LAB" }) {
                components += sections.filter { isCommonLab($0.code) }.map { ("LAB", $0.crn) }
            }
            return (primary, components)
        }
    }

    /// The groups of sections by the letters of their codes; empty where no section belongs to another, so that letters are
    /// mere names.
    private static func letters(_ sections: [CatalogSection]) -> [Group] {
        let primaries = Dictionary(sections.filter { isLetters($0.code) }.map { ($0.code, $0) }) { first, _ in first }
        let owners = sections.map { section in
            numbered(section.code).flatMap { primaries[String($0)] }.flatMap { primary in
                section.kind == primary.kind && section.credits?.isZero == false ? nil : primary.crn
            }
        }
        return groups(sections, owners.map { owner in owner.map { [$0] } ?? [] })
    }

    private static func kinds(_ sections: [CatalogSection]) -> [Group] {
        let primaries = sections.filter { !isSecondary($0.kind) }.map(\.crn)
        return groups(sections, sections.map { isSecondary($0.kind) && $0.credits?.isZero == true ? primaries : [] })
    }

    /// - Parameter owners: of each section, the primary sections that it is a component of. Others are primary but for labs.
    private static func groups(_ sections: [CatalogSection], _ owners: [[String]]) -> [Group] {
        guard owners.contains(where: { !$0.isEmpty }) else { return [] }
        return zip(sections, owners).filter { $1.isEmpty && !isSecondary($0.kind) }.map { primary, _ in
            (primary, zip(sections, owners).filter { $1.contains(primary.crn) }.map { component($0.0) })
        }
    }

    private static func component(_ section: CatalogSection) -> (kind: String, crn: String) {
        (section.kind.isEmpty ? "TBA" : section.kind, section.crn)
    }

    private static func links(of group: Group) -> [SectionLink] {
        [SectionLink(primary: group.primary.crn, component: "PRIMARY", crn: group.primary.crn)]
            + group.components.map { SectionLink(primary: group.primary.crn, component: $0.kind, crn: $0.crn) }
    }

    /// Whether sections of this kind go with a lecture at most universities.
    private static func isSecondary(_ kind: String) -> Bool { ["LAB", "TUT", "REC", "DIS"].contains(kind.uppercased()) }

    private static func isLetters(_ code: String) -> Bool { !code.isEmpty && code.allSatisfy { ("A"..."Z").contains($0) } }

    private static func isPrimary(_ code: String) -> Bool {
        isHundred(code) || numbered(code) == "OL" || numbered(code) == "BLS"
    }

    private static func isHundred(_ code: String) -> Bool {
        numbered(code)?.count == 1 && code.hasSuffix("00") && code.count == 4
    }

    private static func belongs(_ code: String, to primary: String) -> Bool {
        if isHundred(primary) {
            return code.count == 4 && numbered(code)?.count == 1 && code != primary && code.prefix(2) == primary.prefix(2)
        }
        return numbered(primary) == "OL" && numbered(code) == "OT"
    }

    private static func isCommonLab(_ code: String) -> Bool {
        guard let letters = numbered(code), letters.first == "L" else { return false }
        return ["LA", "LB", "LC", "LD"].contains(letters.prefix(2)) && letters.count <= 3
    }

    /// The capital letters of a code that otherwise has only digits after them; nil for other codes.
    private static func numbered(_ code: String) -> Substring? {
        let letters = code.prefix { ("A"..."Z").contains($0) }
        let digits = code[letters.endIndex...]
        guard !letters.isEmpty, !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return letters
    }
}
