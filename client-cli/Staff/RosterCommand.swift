import ArgumentParser

/// `noteit roster`.
struct RosterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roster", abstract: "List the people in a course, let people in, remove them.",
        subcommands: [
            RosterList.self, RosterRequests.self, RosterAdmit.self, RosterRefuse.self, RosterRemove.self, RosterJoining.self,
        ],
        defaultSubcommand: RosterList.self)
}
