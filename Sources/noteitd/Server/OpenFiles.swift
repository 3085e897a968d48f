import Foundation
import NoteItServer

/// The limit of open files. Every connection is an open file, and the default limit is often 1,024.
enum OpenFiles {
    /// Files for the database and its readers, the keys, the standard streams.
    private static let own = 64
    /// Files of each event loop. There is one event loop for each core.
    private static let perEventLoop = 4

    /// The number of connections that the limit allows beside the process's own files. Throws a `Failure` if it is below 16.
    static func connections(within limit: Int) throws -> Int {
        let reserve = own + perEventLoop * ProcessInfo.processInfo.processorCount + Limits.refusals
        guard limit >= reserve + 16 else {
            throw Failure(
                "The limit of open files is \(limit), but must be at least \(reserve + 16). Raise it with ulimit -n, or LimitNOFILE= in the unit."
            )
        }
        return limit - reserve
    }

    /// Raises this process's limit as far as allowed. Returns the new limit.
    static func raiseLimit() -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1_024 }
        var raised = limit
        raised.rlim_cur = limit.rlim_max
        return Int(clamping: setrlimit(resource, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur)
    }
}
