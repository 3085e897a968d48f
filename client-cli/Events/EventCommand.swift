import ArgumentParser

/// `noteit event`.
struct EventCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "event",
        abstract: "List, read, write and edit events.",
        discussion: "An event is a note, a question, a reminder, an exam, a notice or an assignment, with a thread of replies.",
        subcommands: [
            EventList.self, EventView.self, EventNew.self, EventEdit.self, EventDelete.self, EventOpen.self,
            EventPin.self,
        ])
}
