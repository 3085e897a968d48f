import ArgumentParser

/// `noteit plan`.
struct PlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Plan your way to a degree, term by term.",
        discussion: """
            A plan holds the courses of the terms to come. Each change is checked against the prerequisites, what you have taken \
            ('noteit record') and what the terms offer. An audit shows which requirements of a programme the plan meets, and 'noteit \
            plan path' finds the earliest graduation.

            Terms are written as 202630, "fall 2026" or F26. With one plan, its name may be left out.

            Examples:
              noteit plan new "Plan A" --programme "computer science" --from F26
              noteit plan add CMPT225 MACM101 --term F26
              noteit plan show
              noteit plan move CMPT225 --to SP27
              noteit plan audit
              noteit plan path --from F26 --credits 15 --save "Fastest"
              noteit plan schedule F26                   a timetable for that term
            """,
        groupedSubcommands: [
            CommandGroup(
                name: "Plans",
                subcommands: [
                    PlanNew.self, PlanList.self, PlanShow.self, PlanEdit.self, PlanCopy.self, PlanCompare.self, PlanDelete.self,
                ]),
            CommandGroup(name: "Courses", subcommands: [PlanAdd.self, PlanMove.self, PlanDrop.self, PlanSchedule.self]),
            CommandGroup(name: "Checks", subcommands: [PlanCheckCommand.self, PlanAudit.self, PlanPath.self]),
            CommandGroup(
                name: "Advisers", subcommands: [PlanShare.self, PlanComment.self, PlanComments.self, PlanApprove.self]),
        ])
}
