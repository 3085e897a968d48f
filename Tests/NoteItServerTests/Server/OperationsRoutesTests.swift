import Foundation
import NoteItCore
import Testing

@testable import NoteItServer

struct OperationsRoutesTests {
    @Test
    func aHealthyServerReportsItAndABrokenOneIsNotReady() async throws {
        try await withServer { server in
            #expect(try await server.send("GET", "/healthz").json["status"] as? String == "ok")
            #expect(try await server.send("GET", "/readyz").status == 200)
            try server.store.close()
            #expect(try await server.send("GET", "/healthz").status == 200)
            let ready = try await server.send("GET", "/readyz")
            #expect(ready.status == 503)
            #expect(ready.headers["retry-after"] != nil)
        }
    }

    @Test
    func metricsCountByRouteNotByPath() async throws {
        try await withServer { server in
            let token = try await server.student("ada").accessToken
            for _ in 1...3 { _ = try await server.send("GET", "/v1/courses/202530.CMPT225", as: token) }
            _ = try await server.send("GET", "/v1/courses/nothing", as: token)
            let text = try await server.send("GET", "/metrics").body
            #expect(text.contains(#"noteit_http_requests_total{method="GET",route="/v1/courses/{course}",status="200"} 3"#))
            #expect(text.contains(#"noteit_http_requests_total{method="GET",route="/v1/courses/{course}",status="404"} 1"#))
            #expect(text.contains("noteit_http_requests_in_flight 1\n"))
            #expect(!text.contains("202530"))
        }
    }

    @Test
    func theContractIsServed() async throws {
        try await withServer { server in
            let answer = try await server.send("GET", "/openapi.yaml")
            #expect(answer.status == 200)
            #expect(answer.body.hasPrefix("openapi: 3"))
        }
    }
}
