/// As `Schema.tasks`.
extension PostgreSQLSchema {
    static let tasks = """
        ALTER TABLE task ADD COLUMN every text COLLATE "C";
        ALTER TABLE task ADD COLUMN steps text COLLATE "C";
        """
}
