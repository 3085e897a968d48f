/// Work that is done anew, and the parts of a task.
extension Schema {
    static let tasks = """
        ALTER TABLE task ADD COLUMN every TEXT;
        ALTER TABLE task ADD COLUMN steps TEXT;
        """
}
