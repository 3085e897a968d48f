import Synchronization

/// The names of courses for the one reader of this process. Two courses with one code, the same course in two terms, are told
/// apart by their terms.
public enum CourseNames {
    /// The codes that several of the reader's courses have.
    private static let shared = Mutex(ReaderCourses([]))

    /// - Parameter courses: all that the reader may read of; a program of one reader calls this whenever they change. Without
    ///   it, every course is called by its code.
    public static func set(_ courses: Set<Course.ID>) {
        let all = ReaderCourses(courses)
        shared.withLock { $0 = all }
    }

    fileprivate static func name(of course: Course.ID) -> String { shared.withLock { $0.name(of: course) } }
}

/// The names of courses for one reader, in a program of several readers.
public struct ReaderCourses: Sendable {
    /// The codes that several of the courses have.
    private let shared: Set<String>

    /// - Parameter courses: all that the reader may read of.
    public init(_ courses: Set<Course.ID>) {
        shared = Set(Dictionary(grouping: courses, by: \.code).filter { $0.value.count > 1 }.keys)
    }

    /// `CMPT225`; `202530.CMPT225` if several of the courses have that code.
    public func name(of course: Course.ID) -> String { shared.contains(course.code) ? course.text : course.code }
}

extension CatalogID<Course> {
    /// The course as its reader calls it: `CMPT225`; `202530.CMPT225` if several of their courses have that code.
    public var name: String { CourseNames.name(of: self) }
}

extension Course {
    /// The course's name for the reader: see `Course.ID.name`.
    public var name: String { id.name }
}
