import ArgumentParser

/// `noteit course`.
struct CourseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "course",
        abstract: "Find courses, join and leave their sections.",
        subcommands: [
            CourseSearchCommand.self, CourseFind.self, CourseListCommand.self, CourseShow.self, CourseAdd.self, CourseDrop.self,
            CourseSections.self,
        ])
}
