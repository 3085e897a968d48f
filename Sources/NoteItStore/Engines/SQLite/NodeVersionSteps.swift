/// Nodes of two versions beside each other.
extension Schema {
    static let nodeVersions = """
        ALTER TABLE node ADD COLUMN schema_version INTEGER;
        """
}
