import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

struct MIMETests {
    private func written(_ subject: String, _ body: String, name: String? = nil) -> MIMEEntity {
        let writer = MIMEWriter(
            [("From", .mailbox(name: name, address: "a@example.edu")), ("Subject", .text(subject))], text: body,
            html: "<p>x</p>",
            boundary: "abc")
        return MIMEEntity(writer.bytes[...])
    }

    @Test(arguments: [
        "", "plain", "trailing space ", "tab\t", ".dot", "From here", "= 100 %", "ä\n\u{1F389}",
        String(repeating: "x", count: 400),
        String(repeating: "é", count: 200), "a\n\n\nb", "--=_abc",
    ])
    func aTextComesBackAsItWas(body: String) throws {
        let part = try #require(written("s", body).texts("text/plain").first)
        let text = String(decoding: try #require(part.decoded()), as: UTF8.self).replacing("\r\n", with: "\n")
        #expect(text == body)
    }

    @Test(arguments: [
        "x\r\nBcc: all@example.edu", "x\nBcc: y", "=?UTF-8?Q?x?=", "\u{2028}Bcc: y", "a\u{0}b",
        String(repeating: "lang ", count: 60),
        String(repeating: "ö", count: 200),
    ])
    func nothingThatAPersonWroteBeginsAField(text: String) {
        let mail = written(text, "b", name: text)
        #expect(mail.fields.map(\.name) == ["from", "subject", "mime-version", "content-type"])
    }

    @Test func linesAreShortAndASCII() {
        let writer = MIMEWriter(
            [("Subject", .text(String(repeating: "ö title ", count: 40)))], text: String(repeating: "ü", count: 999), html: "",
            boundary: "abc")
        let lines = String(decoding: writer.bytes, as: UTF8.self).components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 78 && !$0.contains("\n") })
        #expect(writer.bytes.allSatisfy { $0 < 0x80 })
    }

    @Test func aReaderIsNotDrownedByNestedParts() {
        var mail = "Content-Type: text/plain\r\n\r\ndeep\r\n"
        for depth in 0..<200 {
            mail = "Content-Type: multipart/mixed; boundary=b\(depth)\r\n\r\n--b\(depth)\r\n\(mail)\r\n--b\(depth)--\r\n"
        }
        #expect(MIMEEntity(Array(mail.utf8)[...]).texts("text/plain").isEmpty)
    }

    @Test(arguments: [
        ("Yes\n\nOn Monday, Ada <ada@example.edu> wrote:\n> old\n> older", "Yes"),
        ("Yes\n\nLe 3 mai 2026, Ada a écrit :\n> old", "Yes"), ("> old\n\nYes\n> more\nNo", "> old\n\nYes\n> more\nNo"),
        ("Yes\n-- \nAda\n555", "Yes"), ("Yes\n\n-----Original Message-----\nFrom: x", "Yes"),
        ("Yes\n\nFrom: Notes\nSent: Monday\nTo: Ada\nSubject: x\n\nold", "Yes"),
        ("Yes\n\nOn 3 May 2026 Notes wrote:\n\n##- Write your answer above this line -##\nold", "Yes"),
        ("See this:\n- one\n- two", "See this:\n- one\n- two"), ("> only a quotation", ""),
        ("This is my way to 3:", "This is my way to 3:"),
        ("a\n--\nb\n\n##- Write your answer above this line -##\nold\n-- \nold", "a\n--\nb"),
        (
            "Ja\n\n-----Ursprüngliche Nachricht-----\nVon: Notes <notes@example.edu>\nGesendet: Montag\nAn: Ada\nBetreff: x\n\n"
                + "##- Write your answer above this line -##\nold", "Ja"
        ),
    ])
    func aQuotationBelowTheAnswerIsCutOff(text: String, own: String) { #expect(AnswerText.own(text) == own) }

    @Test func whatIsQuotedInHTMLIsLeftOut() {
        let deep = String(repeating: "<title>", count: 50_000) + String(repeating: "</style>", count: 50_000)
        #expect(AnswerText.text(ofHTML: "Yes<br>" + deep + "</title>no") == "Yes\n")
        let quoted = "<blockquote>a<blockquote>b</blockquote>c</blockquote>"
        #expect(AnswerText.own(AnswerText.text(ofHTML: "<p>Yes</p>\(quoted)<p>No</p>")) == "Yes\nNo")
    }

    @Test(arguments: ["Subject: ", "Subject: x\r\n "])
    func aReaderIsNotDrownedByLongFields(beginning: String) throws {
        let mail = MIMEEntity(Array("\(beginning)\(String(repeating: "x", count: 50_000))\r\n\r\nbody".utf8)[...])
        #expect(try #require(mail.value("subject")).utf8.count < 20_000 && mail.body.elementsEqual("body".utf8))
    }

    @Test(arguments: ["windows-1258", "TCVN"])
    func anEncodingGivesItsLastLetter(charset: String) { #expect(Charset.text(Array("Yes".utf8), charset) == "Yes") }

    @Test func aSecretIsOfOneUseAndOnePerson() throws {
        let secrets = MailSecrets(key: "k")
        let (ada, bob) = (Account.ID.make(at: .now), Account.ID.make(at: .now))
        let token = secrets.verification(of: ada, email: "ada@example.edu", since: .now)
        #expect(secrets.isVerification(token, of: ada, email: "ADA@example.edu", at: .now))
        #expect(!secrets.isVerification(token, of: bob, email: "ada@example.edu", at: .now))
        #expect(!secrets.isVerification(token, of: ada, email: "eve@example.edu", at: .now))
        #expect(!secrets.isVerification(token, of: ada, email: "ada@example.edu", at: .now + 4 * 86_400))
        #expect(!MailSecrets(key: "other").isVerification(token, of: ada, email: "ada@example.edu", at: .now))
        let delivery = PersonalDelivery.ID.make(at: .now)
        let reply = secrets.reply(to: delivery)
        #expect(reply.utf8.count == MailSecrets.replyLength && secrets.delivery(answeredBy: reply) == delivery)
        #expect(secrets.delivery(answeredBy: String(reply.dropLast()) + (reply.last == "0" ? "1" : "0")) == nil)
        let pattern = try #require(ReplyPattern("reply+{}@example.edu"))
        #expect(pattern.secret(in: pattern.address(reply).uppercased()) == reply)
        #expect(ReplyPattern("reply@example.edu") == nil && ReplyPattern("a-very-long-name+{}@example.edu") == nil)
    }

    @Test(arguments: [
        "a b@x.org", "a@x.org>\r\nRCPT TO:<b@x.org", "<a@x.org", "a@b@c", "\"a\"@x.org", "a@", "é@x.org", "a@-x.org",
    ])
    func anAddressThatCouldHoldACommandGetsNoMail(address: String) { #expect(!MailAddress.isMailable(address)) }
}
