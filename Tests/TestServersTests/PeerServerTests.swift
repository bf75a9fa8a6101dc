import TestServers
import Testing
import WalletPorts

#if os(Linux)
    @Suite struct PeerServerTests {
        @Test func `a free port is taken, a taken one is refused, and stopping twice is harmless`() async throws {
            let server = try PeerServer { _ in HttpResponse(status: 204) }
            #expect(server.origin == "http://localhost:\(server.port)")
            #expect(throws: PeerServer.StartError.self) {
                try PeerServer(port: server.port) { _ in HttpResponse(status: 204) }
            }
            await server.stop()
            await server.stop()
            let next = try PeerServer(port: server.port) { _ in HttpResponse(status: 204) }
            await next.stop()
        }
    }
#endif
