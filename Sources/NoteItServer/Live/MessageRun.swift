import NIOCore

/// The frames of one batch for a listener. Listeners of the same frames share a run, so its bytes are joined once, and each
/// socket takes them in one write. Confined to its event loop.
final class MessageRun {
    private let frames: [EncodedMessage]
    @exclusivity(unchecked) private var next: [(frame: EncodedMessage, run: MessageRun)] = []
    private var joined: [Transport: ByteBuffer] = [:]

    /// The empty run, from which all others of a batch grow.
    convenience init() { self.init([]) }

    private init(_ frames: [EncodedMessage]) { self.frames = frames }

    /// This run with one more frame. A run has few successors: a frame has three forms at most.
    func appending(_ frame: EncodedMessage) -> MessageRun {
        for known in next where known.frame === frame { return known.run }
        let run = MessageRun(frames + [frame])
        next.append((frame, run))
        return run
    }

    func bytes(for transport: Transport) -> ByteBuffer {
        if frames.count == 1 { return frames[0][transport] }
        if let bytes = joined[transport] { return bytes }
        var bytes = ByteBuffer()
        bytes.reserveCapacity(frames.reduce(0) { $0 + $1[transport].readableBytes })
        for frame in frames { bytes.writeImmutableBuffer(frame[transport]) }
        joined[transport] = bytes
        return bytes
    }
}
