import WalletPorts

/// The page on which a person logs in and agrees.
struct LoginPage {
    let action: String
    let transaction: String
    let client: String
    let credentials: [String]

    var response: HttpResponse {
        let items = credentials.map { "<li>\(Self.escaped($0))</li>" }.joined()
        return Self.page(
            status: 200, title: "Utopia Registry of Persons",
            """
            <p>The wallet <strong>\(Self.escaped(client))</strong> asks for:</p>
            <ul>\(items)</ul>
            <form method="post" action="\(Self.escaped(action))">
            <input type="hidden" name="transaction" value="\(transaction)">
            <p><label>Name <input name="user" value="zoe" autocomplete="username"></label></p>
            <p><label>Password <input type="password" name="password" value="utopia" autocomplete="off"></label></p>
            <p><button name="decision" value="allow">Log in and allow</button>
            <button name="decision" value="deny">Deny</button></p>
            </form>
            <p>This is a test issuer: any name and password will do.</p>
            """)
    }

    /// A page that says why the browser is not sent back.
    static func refusal(_ reason: String) -> HttpResponse {
        page(status: 400, title: "This request is not served", "<p>\(escaped(reason))</p>")
    }

    private static func page(status: Int, title: String, _ body: String) -> HttpResponse {
        let html = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <style>body { font: 1.1rem/1.5 sans-serif; max-width: 32rem; margin: 2rem auto; padding: 0 1rem }</style>
            </head><body><h1>\(title)</h1>
            \(body)
            </body></html>
            """
        return HttpResponse(
            status: status,
            headers: [
                HttpHeader("Content-Type", "text/html; charset=utf-8"), HttpHeader("Cache-Control", "no-store"),
                HttpHeader("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'"),
            ], body: Array(html.utf8))
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
    }
}
