import Foundation

/// The processor time of the calling thread. It bounds work that does not wait, so that a busy machine does as much of it.
public enum ThreadTime {
    public static var nanoseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
