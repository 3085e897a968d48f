import Dispatch
import Foundation
import Synchronization

/// Threads of their own for tests with a server. All other tests share a thread for each core, and some compute for long. They would
/// delay a response beyond what a command waits for it: five seconds after a post, three for a sync.
final class OwnThreads: TaskExecutor {
    static let shared = OwnThreads()

    private let queues = (0..<4).map { DispatchQueue(label: "noteit.test.\($0)") }
    private let jobs = Atomic(0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let number = jobs.wrappingAdd(1, ordering: .relaxed).newValue
        queues[number % queues.count].async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Runs `body` with a port of this machine. Connections to it are refused until a `ScriptedServer` listens there. A socket that does
/// not listen holds it, so that nobody else is given it.
func withPort(_ body: (Int) async throws -> Void) async throws {
    let holder = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(holder) }
    var (reuse, address, size) = (Int32(1), sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let isHeld = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
            // Otherwise nobody could listen there.
            setsockopt(holder, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size)) == 0
                && bind(holder, address, size) == 0 && getsockname(holder, address, &size) == 0
        }
    }
    guard isHeld else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    try await body(Int(in_port_t(bigEndian: address.sin_port)))
}
