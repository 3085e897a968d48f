import NoteItCore
import Testing

@testable import NoteItServer

struct LaunchTests {
    private static let base = "https://example.edu/noteit"

    @Test(arguments: ["", "/", "/lti/launch", "/lti/launch?x=1", "/c/202530.CMPT225", "#part"])
    func anAddressOfACourseOpensTheLinkedOne(_ path: String) {
        #expect(LaunchTarget(Self.base + path, below: Self.base) == .course)
    }

    @Test func anAddressOfAnEventOpensIt() {
        let target = LaunchTarget(Self.base + "/c/202530.CMPT225/42", below: Self.base)
        #expect(target == .event(Course.ID("202530.CMPT225"), 42))
        #expect(target?.path(in: Course.ID("202530.OTHER")) == "/c/202530.CMPT225/42")
        #expect(LaunchTarget(Self.base + "/c/A%2FB/1", below: Self.base)?.path(in: Course.ID("X")) == "/c/A%2FB/1")
    }

    @Test(arguments: [
        "https://example.edu/other", "https://example.edu/noteit.evil.example", "https://example.edu/noteit@evil.example/",
        "https://evil.example/noteit", "https://example.edu/noteit/v1/me", "https://example.edu/noteit/c/A/0",
        "https://example.edu/noteit/c/A/x", "https://example.edu/noteit//evil.example", "javascript:alert(1)",
    ])
    func noOtherAddressOpensAnything(_ address: String) {
        #expect(LaunchTarget(address, below: Self.base) == nil)
    }

    private static let membership = "http://purl.imsglobal.org/vocab/lis/v2/membership"

    @Test(arguments: [
        (["#Instructor"], Enrollment.Role.staff), (["#Learner"], .student), (["#Learner", "#Instructor"], .staff),
        (["/Instructor#TeachingAssistant"], .staff), (["/Instructor#GuestInstructor"], nil), (["#Administrator"], nil),
        (["#ContentDeveloper", "#Mentor"], nil), ([], nil),
    ])
    func rolesOfTheCourseTakeThePlaceThatTheyHaveThere(_ roles: [String], _ place: Enrollment.Role?) {
        #expect(PlatformRole.role(of: roles.map { Self.membership + $0 }) == place)
    }

    @Test func bareNamesAreRolesOfTheCourseAndThoseOfOthersAreNot() {
        #expect(PlatformRole.role(of: ["Learner"]) == .student)
        #expect(PlatformRole.role(of: ["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Instructor"]) == nil)
        #expect(PlatformRole.role(of: ["https://evil.example/membership#Instructor"]) == nil)
    }

    @Test(arguments: [
        ([#"<https://a.example/2>; rel="next""#], "https://a.example/2"),
        (["<https://a.example/2>;rel=next"], "https://a.example/2"),
        ([#"<https://a.example/d>; rel="differences", <https://a.example/2>; rel="next""#], "https://a.example/2"),
        (
            [#"<https://a.example/d>; rel="differences""#, #"<https://a.example/2?p=1,2>; rel="first next""#],
            "https://a.example/2?p=1,2"
        ),
        ([#"<https://a.example/d>; rel="nextish""#], nil), ([], nil),
    ])
    func theNextPageIsTheOneThatTheLinkNames(_ fields: [String], _ next: String?) {
        #expect(MembersReader.next(fields) == next)
    }

    @Test(arguments: [
        ("https://a.example:8443/r?x=1", "https://a.example:8443"), ("http://127.0.0.1:99/r", "http://127.0.0.1:99"),
        ("http://a.example/r", nil), ("javascript:alert(1)", nil), ("https://a;script-src */", nil),
        ("https://u@a.example/", nil),
        ("https://a.example", "https://a.example"), ("data:text/html,x", nil), ("//a.example/r", nil),
    ])
    func aFormGoesOnlyToAPageOfHTTPS(_ address: String, _ origin: String?) {
        #expect(PlatformAddress.origin(of: address) == origin)
    }
}
