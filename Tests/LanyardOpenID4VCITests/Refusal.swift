import LanyardJSON
import WalletPorts

/// The finding that a check throws, or nil if it passes.
func refusal(_ check: () throws(Finding) -> Void) -> Finding? {
    do {
        try check()
        return nil
    } catch {
        return error
    }
}

/// A JSON response.
func answer(_ body: String, status: Int = 200, type: String? = "application/json", headers: [HttpHeader] = [])
    -> HttpResponse
{
    HttpResponse(
        status: status, headers: (type.map { [HttpHeader("Content-Type", $0)] } ?? []) + headers, body: Array(body.utf8)
    )
}
