import ArgumentParser
import NoteItCore
import NoteItServer

/// How much one account may write.
struct WriteOptions: ParsableArguments {
    @Option(help: "Posts and edits of one account in a minute. [$NOTEIT_POSTS_PER_MINUTE; default: 120]") var postsPerMinute:
        Int?
    @Option(help: "Replies of one account in a minute. [$NOTEIT_REPLIES_PER_MINUTE; default: 240]") var repliesPerMinute: Int?
    @Option(help: "Files that one account sends in a minute. [$NOTEIT_UPLOADS_PER_MINUTE; default: 60]") var uploadsPerMinute:
        Int?
    @Option(
        name: .customLong("attachment-mib"),
        help: "The most that one file may have, in MiB. [$NOTEIT_ATTACHMENT_MIB; default: 25]")
    var attachmentMiB: Int?
    @Option(
        name: .customLong("attachments-mib-per-account"),
        help: "The size of all files of one account, in MiB. [$NOTEIT_ATTACHMENTS_MIB_PER_ACCOUNT; default: 250]")
    var attachmentsMiBPerAccount: Int?

    /// Throws a complaint that names the setting which is out of its range.
    func writes() throws -> WriteLimits {
        let standard = WriteLimits()
        let posts = try count(postsPerMinute, .postsPerMinute, most: 1_000_000) ?? standard.posts
        return WriteLimits(
            posts: posts,
            replies: try count(repliesPerMinute, .repliesPerMinute, most: 1_000_000) ?? standard.replies,
            // Marks come with posts: whoever may post more may mark as much.
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

    private func count(_ option: Int?, _ setting: Setting, most: Int) throws -> Int? {
        let count = try option ?? setting.parsed("a whole number", Int.init)
        guard (1...most).contains(count ?? 1) else {
            throw ValidationError("\(setting.rawValue), or the option in its place, must be from 1 to \(most).")
        }
        return count
    }
}
