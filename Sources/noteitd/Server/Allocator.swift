import CMalloc
import Foundation

/// glibc's malloc. What it asks of the kernel and gives back locks the memory of the whole process: while a password is hashed, which
/// maps 19 MiB and unmaps them, threads that serve requests wait for that lock, tens of milliseconds on a busy machine.
enum Allocator {
    /// Asks seldom, for much at a time, and keeps what is free. To be called before other threads start.
    static func keepMemory() {
        mallopt(M_MMAP_THRESHOLD, 32 << 20)
        mallopt(M_TRIM_THRESHOLD, 64 << 20)
        mallopt(M_TOP_PAD, 2 << 20)
        // Other arenas than the first grow page by page, so there are few of them.
        mallopt(M_ARENA_MAX, Int32(max(1, ProcessInfo.processInfo.activeProcessorCount / 2)))
    }
}
