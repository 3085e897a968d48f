import NoteItCore
import Planning

/// Each rule that can be checked of an answer without a search.
enum AuditFaults {
    static func find(_ audit: DegreeAudit, _ problem: AuditProblem) -> [String] {
        var faults: [String] = []
        let reference = AuditReference(problem)
        var places: [CourseCode: [Int]] = [:]
        var best: [CourseCode: DegreeAudit.Status] = [:]
        var (unsatisfied, missing) = (0, 0)
        for (number, (requirement, answer)) in zip(problem.programme.requirements, audit.requirements).enumerated() {
            let isCredits = if case .credits = requirement.need { true } else { false }
            var has = 0
            for row in answer.courses {
                places[row.course, default: []].append(number)
                let standing = reference.standing(row.course, in: requirement)
                if standing?.status != row.status || standing?.term != row.term || standing?.halves != row.credits.halves {
                    faults.append("\(row.course) does not stand so in \(requirement.id)")
                }
                has += isCredits ? row.credits.halves : 2
                let known = best[row.course] ?? .missing
                if row.status.place < known.place { best[row.course] = row.status }
            }
            if has != answer.has.halves { faults.append("\(requirement.id) has another sum") }
            let lack = answer.needs.halves - has
            for row in answer.courses where lack + (isCredits ? row.credits.halves : 2) <= 0 {
                faults.append("\(row.course) is beyond the need of \(requirement.id)")
            }
            let worst = answer.courses.map(\.status).max { $0.place < $1.place }
            if answer.status != (lack > 0 ? .missing : worst) { faults.append("\(requirement.id) is not \(answer.status)") }
            if lack > 0 {
                unsatisfied += 1
                missing += isCredits ? lack : lack * 3
            }
            let keys = answer.courses.map { ($0.term?.ordinal ?? -1, $0.course.description) }
            if !zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }) { faults.append("\(requirement.id) is not in order") }
        }
        for (code, numbers) in places where numbers.count > 1 {
            let own = numbers.map { problem.programme.requirements[$0] }
            let mayShare = own[0].mayShareWith.contains(own[1].id) || own[1].mayShareWith.contains(own[0].id)
            if numbers.count > 2 || !mayShare { faults.append("\(code) counts too often") }
            if audit.leftOver.contains(code) { faults.append("\(code) is left over and held") }
        }
        let objective = [
            CreditAmount(unsatisfied), CreditAmount(halves: missing), CreditAmount(best.values.count { $0 == .done }),
            CreditAmount(best.values.count { $0 == .inProgress }),
        ]
        if objective != audit.objective { faults.append("the objective is \(objective)") }
        return faults
    }
}
