import Foundation
import NoteItServer

/// Every connection is an open file, and the system's first limit is often 1,024.
enum OpenFiles {
    /// Files for the database and its readers, the keys, the standard streams.
    private static let own = 64
    /// Of each event loop; there is one for each core.
    private static let perEventLoop = 4

    /// How many connections fit beside the process's own files. Throws a `Failure` if that is next to none.
    static func connections(within limit: Int) throws -> Int {
        let reserve = own + perEventLoop * ProcessInfo.processInfo.processorCount + Limits.refusals
        guard limit >= reserve + 16 else {
            throw Failure(
                "Only \(limit) files may be open, and \(reserve + 16) are needed at least. Raise it: ulimit -n, or LimitNOFILE= of the unit."
            )
        }
        return limit - reserve
    }

    /// Raises this process's limit to the highest it may take. Returns the limit in force.
    static func raiseLimit() -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1_024 }
        var raised = limit
        raised.rlim_cur = limit.rlim_max
        return Int(clamping: setrlimit(resource, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur)
    }
}
