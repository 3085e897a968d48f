import Synchronization

/// What the courses of this process's reader are called. Two courses with one code, the same course in two terms, are told
/// apart by their terms.
public enum CourseNames {
    /// The codes that several of the reader's courses have.
    private static let shared = Mutex<Set<String>>([])

    /// - Parameter courses: all that the reader may read of; a program of one reader calls this whenever they change. Without
    ///   it
    ///   every course is called by its code.
    public static func take(_ courses: Set<Course.ID>) {
        let codes = Dictionary(grouping: courses, by: \.code).filter { $0.value.count > 1 }.keys
        shared.withLock { $0 = Set(codes) }
    }

    fileprivate static func isShared(_ code: String) -> Bool { shared.withLock { $0.contains(code) } }
}

extension CatalogID<Course> {
    /// The course as its reader calls it: `CMPT225`; `202530.CMPT225` if several of their courses have that code.
    public var name: String { CourseNames.isShared(code) ? text : code }
}

extension Course {
    /// As its reader calls it: see `Course.ID.name`.
    public var name: String { id.name }
}
