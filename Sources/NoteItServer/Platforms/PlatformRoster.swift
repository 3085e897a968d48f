import Foundation
import NoteItCore

/// Brings the roster of a linked section up to date from its platform.
public struct PlatformRoster: Sendable {
    private let store: any Store
    private let resolver: NameResolver
    private let now: @Sendable () -> Date

    public init(store: any Store, now: @escaping @Sendable () -> Date = { Date() }) {
        self.init(store: store, resolver: .system(), now: now)
    }

    init(store: any Store, resolver: NameResolver, now: @escaping @Sendable () -> Date) {
        (self.store, self.resolver, self.now) = (store, resolver, now)
    }

    /// Reads the people of a course and imports them as the roster of its section. What stands in the way is noted with the course.
    /// Throws `PlatformFailure`, and `.conflict` if more than a tenth of the entries would go.
    /// - Parameters: `allowsRemovals`: whether more than a tenth may go; `isOurs`: asked once the people are read, since a node that
    ///   was frozen meanwhile would undo what another imported.
    public func sync(
        _ context: PlatformContext, dryRun: Bool = false, allowsRemovals: Bool = false,
        isOurs: @Sendable () -> Bool = { true }
    ) async throws -> RosterReport {
        do {
            let report = try await report(context, dryRun, allowsRemovals, isOurs)
            if !dryRun { try await store.noteSync(of: context.id, fault: nil) }
            return report
        } catch {
            let fault = (error as? PlatformFailure)?.description ?? Problem(error)?.detail
            if let fault, !dryRun, isOurs() { try await store.noteSync(of: context.id, fault: fault) }
            throw error
        }
    }

    private func report(
        _ context: PlatformContext, _ dryRun: Bool, _ allowsRemovals: Bool, _ isOurs: @Sendable () -> Bool
    ) async throws -> RosterReport {
        guard let course = context.course, let section = context.section else {
            throw PlatformFailure("The course is linked to no section. Link it: noteitd lti link \(context.id) COURSE SECTION")
        }
        guard let url = context.membersURL, let platform = try await store.platform(named: context.platform) else {
            throw PlatformFailure(
                "The platform does not say where the people of this course are. Let it share names and roles.")
        }
        let reader = MembersReader(platform: platform, keys: PlatformKeys(store: store), resolver: resolver, now: now)
        let entries = try await reader.members(at: url).compactMap { member in
            Self.entry(member, platform, section, of: course)
        }
        guard isOurs() else { throw ChannelUnavailable.elsewhere }
        return try await store.importRoster(
            entries,
            RosterOptions(
                courses: [course], sections: [section], allowsRemovals: allowsRemovals, dryRun: dryRun,
                issuer: platform.issuer))
    }

    /// Nil for a person who takes no place.
    private static func entry(
        _ member: PlatformMember, _ platform: LearningPlatform, _ section: Section.ID, of course: Course.ID
    ) -> RosterEntry? {
        guard member.isActive, !member.subject.isEmpty, let role = PlatformRole.role(of: member.roles),
            role == .student || platform.makesStaff
        else { return nil }
        let email = platform.trustsEmails ? member.email?.trimmed ?? "" : ""
        let whole = [member.givenName, member.familyName].compactMap { $0 }.joined(separator: " ")
        return RosterEntry(
            section: section, course: course, role: role, email: EmailAddress.fault(email) == nil ? email : "",
            number: platform.number(of: member.subject),
            name: String((member.name ?? whole).visible.prefix(RosterEntry.longest)),
            subject: member.subject)
    }
}
