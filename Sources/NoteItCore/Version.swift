/// The version of both programs, `noteit` and `noteitd`, by Semantic Versioning 2.0.0.
public enum NoteItVersion {
    public static let current = "0.2.0"
}
