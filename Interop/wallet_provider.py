"""A wallet provider behind the two endpoints of Documentation/WalletProvider.md, signed with the attester of the small PKI."""
import base64
import http.server
import json
import os
import ssl
import threading
import time

from faulty_issuer import oracle

CLIENT = "wallet-dev"
LEVELS = ["iso_18045_high"]


class WalletProvider:
    def __init__(self, port, pki):
        self.base = f"https://localhost:{port}"
        read = lambda name: open(os.path.join(pki, name), "rb").read()
        self.key = oracle.ec_priv(oracle.JWK.JWK.from_pem(read("attester.key")).export(as_dict=True))
        self.chain = [base64.b64encode(read("attester.der")).decode()]
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))))
                answer = provider.client(body) if self.path == "/client-attestation" else provider.keys(body)
                data = json.dumps(answer).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(os.path.join(pki, "tls.pem"), os.path.join(pki, "tls.key"))
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def signed(self, kind, claims):
        now = int(time.time())
        return oracle.jwt_sign(
            self.key, {"alg": "ES256", "typ": kind, "x5c": self.chain}, {"iat": now, "exp": now + 3600, **claims})

    def client(self, body):
        claims = {"iss": self.base, "sub": CLIENT, "cnf": {"jwk": body["public_key"]}}
        return {"client_attestation": self.signed("oauth-client-attestation+jwt", claims)}

    def keys(self, body):
        claims = {"attested_keys": body["public_keys"], "key_storage": LEVELS, "user_authentication": LEVELS}
        if "nonce" in body:
            claims["nonce"] = body["nonce"]
        return {"key_attestation": self.signed("key-attestation+jwt", claims)}
