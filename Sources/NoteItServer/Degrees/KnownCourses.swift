import NoteItCore

/// The courses that a plan or a record may name: those of the catalog and of programmes, and those that the person has already. If
/// the catalog is empty, any course.
struct KnownCourses {
    private static let mostErrors = 50

    let edition: CatalogEdition
    let own: Set<CourseCode>

    private func isKnown(_ code: CourseCode) -> Bool {
        edition.listings.isEmpty || edition.byCode[code] != nil || own.contains(code)
            || edition.namedByProgrammes.contains(code)
    }

    /// How many of these are compared with the catalog, for a suggestion.
    func unknown(among codes: [CourseCode]) -> Int { codes.count { !isKnown($0) } }

    private func fault(_ code: CourseCode) -> String? {
        if isKnown(code) { return nil }
        return "must be a course of the catalog; \(code) is not one\(edition.suggestion(for: code))"
    }

    func faults(in terms: [PlanTerm]) -> [FieldError] {
        var faults: [FieldError] = []
        for (index, term) in terms.enumerated() {
            for (place, code) in term.courses.enumerated() where faults.count < Self.mostErrors {
                guard let fault = fault(code) else { continue }
                faults.append(FieldError(field: "terms.\(index).courses.\(place)", detail: fault))
            }
        }
        return faults
    }

    /// The faults of courses that were taken here. Transfers, exams and waivers may name any course.
    func faults(in items: [RecordItem]) -> [FieldError] {
        var faults: [FieldError] = []
        for (index, item) in items.enumerated() where item.kind == .taken && faults.count < Self.mostErrors {
            guard let fault = fault(item.course) else { continue }
            let detail = "\(fault). With ?unknown=allow it may be any course"
            faults.append(FieldError(field: "items.\(index).course", detail: detail))
        }
        return faults
    }
}
