/// As `Schema.nodeVersions`, and what the database says of itself.
extension PostgreSQLSchema {
    static let nodeVersions = """
        ALTER TABLE node ADD COLUMN schema_version bigint;
        ALTER TABLE noteit_schema ADD COLUMN reached bigint;
        """
}
