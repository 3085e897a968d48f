import ArgumentParser
import NoteItCore
import NoteItServer

/// The limits on one account's writes.
struct WriteOptions: ParsableArguments {
    @Option(help: "The most posts and edits of one account in a minute. [$NOTEIT_POSTS_PER_MINUTE; default: 120]")
    var postsPerMinute: Int?
    @Option(help: "The most replies of one account in a minute. [$NOTEIT_REPLIES_PER_MINUTE; default: 240]")
    var repliesPerMinute: Int?
    @Option(help: "The most uploads of one account in a minute. [$NOTEIT_UPLOADS_PER_MINUTE; default: 60]")
    var uploadsPerMinute: Int?
    @Option(
        name: .customLong("attachment-mib"),
        help: "The largest size of one file, in MiB. [$NOTEIT_ATTACHMENT_MIB; default: 25]")
    var attachmentMiB: Int?
    @Option(
        name: .customLong("attachments-mib-per-account"),
        help: "The largest size of all files of one account, in MiB. [$NOTEIT_ATTACHMENTS_MIB_PER_ACCOUNT; default: 250]")
    var attachmentsMiBPerAccount: Int?
    @Option(
        name: .customLong("copies-mib"),
        help: """
            The largest size of this machine's copies of attachments beside a PostgreSQL database, in MiB. \
            [$NOTEIT_COPIES_MIB; default: 10240]
            """)
    var copiesMiB: Int?

    /// Throws a `ValidationError` that names a setting out of range.
    func writes() throws -> WriteLimits {
        let standard = WriteLimits()
        let posts = try count(postsPerMinute, .postsPerMinute, most: 1_000_000) ?? standard.posts
        return WriteLimits(
            posts: posts,
            replies: try count(repliesPerMinute, .repliesPerMinute, most: 1_000_000) ?? standard.replies,
            // Marks come with posts, so a higher limit on posts raises theirs.
            own: max(standard.own, posts),
            uploads: try count(uploadsPerMinute, .uploadsPerMinute, most: 1_000_000) ?? standard.uploads)
    }

    /// Throws as `writes`.
    func attachments() throws -> AttachmentLimits {
        let standard = AttachmentLimits()
        return AttachmentLimits(
            file: try count(attachmentMiB, .attachmentMiB, most: 4_096).map { $0 << 20 } ?? standard.file,
            account: try count(attachmentsMiBPerAccount, .attachmentsMiBPerAccount, most: 1_000_000).map { $0 << 20 }
                ?? standard.account)
    }

    /// In bytes. Throws as `writes`. An archive of somebody's data needs all their files.
    func copies() throws -> Int {
        let least = try attachments().account
        guard let copies = try count(copiesMiB, .copiesMiB, most: 100_000_000) else { return max(10_240 << 20, least) }
        guard copies << 20 >= least else {
            throw ValidationError(
                "\(Setting.copiesMiB.rawValue) must not be less than \(least >> 20), the files of one account.")
        }
        return copies << 20
    }

    private func count(_ option: Int?, _ setting: Setting, most: Int) throws -> Int? {
        let count = try option ?? setting.parsed("a whole number", Int.init)
        guard (1...most).contains(count ?? 1) else {
            throw ValidationError("\(setting.rawValue), or its option, must be from 1 to \(most).")
        }
        return count
    }
}
