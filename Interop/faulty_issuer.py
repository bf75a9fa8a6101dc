"""An issuer whose credentials have one thing wrong each. The tenant in its path is the name of the fault; `none` has none.

Names that begin with `mdoc-` are those of mdocs.
"""
import base64
import http.server
import json
import os
import secrets
import ssl
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "counterparts", "oracle"))
import oracle  # noqa: E402
from faulty_mdoc import CONFIGURATION as MDOC, FaultyMDocs  # noqa: E402

TYPE = "urn:eudi:pid:1"
CLAIMS = {"given_name": "Erika", "family_name": "Mustermann", "birthdate": "1984-01-26", "nationalities": ["DE", "FR"]}


def fresh_key():
    return oracle.JWK.JWK.generate(kty="EC", crv="P-256").export(as_dict=True)


def disclosure(*parts):
    return oracle.b64u(json.dumps(list(parts)).encode())


class FaultyIssuer:
    def __init__(self, port, pki):
        self.port, self.base = port, f"https://localhost:{port}"
        read = lambda name: open(os.path.join(pki, name), "rb").read()
        self.key = oracle.JWK.JWK.from_pem(read("ds.key")).export(as_dict=True)
        self.chain, self.other_root = read("ds.pem").decode(), read("reader-ca.pem").decode()
        self.mdocs = FaultyMDocs(self.key, self.chain, self.other_root)
        self.log = []
        issuer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                issuer.answer(self, b"")

            def do_POST(self):
                issuer.answer(self, self.rfile.read(int(self.headers.get("content-length", 0))))

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(os.path.join(pki, "tls.pem"), os.path.join(pki, "tls.key"))
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    # What is issued

    def issue(self, holder, **changes):
        """A sound credential by the reference implementation, or with changed ingredients."""
        asked = {"issuer_jwk": self.key, "x5c_pem": self.chain, "holder_jwk": holder, "vct": TYPE, "iss": self.base,
                 "claims": CLAIMS, **changes}
        return oracle.issue_sdjwt(asked)["sdjwt"]

    def signed_again(self, text, header=None, edit=lambda payload: None, disclosures=None, key=None):
        """The same credential with its payload, header or disclosures edited and the signature made anew."""
        jwt, *shown, _ = text.split("~")
        head, payload = oracle.jwt_peek(jwt)
        edit(payload)
        jwt = oracle.jwt_sign(oracle.ec_priv(key or self.key), {**head, **(header or {})}, payload)
        return "~".join([jwt, *(shown if disclosures is None else disclosures), ""])

    def credential(self, fault, holder):
        if fault.startswith("mdoc-"):
            return self.mdocs.credential(fault.removeprefix("mdoc-"), holder)
        good = self.issue(holder)
        jwt, *shown, _ = good.split("~")
        if fault == "none":
            return good
        if fault == "foreign-key":  # the key in x5c did not sign it
            return self.issue(holder, issuer_jwk=fresh_key())
        if fault == "signature":
            return "~".join([jwt[:-4] + ("AAAA" if jwt[-4:] != "AAAA" else "BBBB"), *shown, ""])
        if fault == "foreign-holder":  # bound to somebody else's key
            return self.issue(fresh_key())
        if fault == "no-holder":  # bound to no key, though a proof was asked for
            return self.signed_again(good, edit=lambda payload: payload.pop("cnf"))
        if fault == "bad-digest":  # the value of a disclosure was changed after signing
            salt, name, _ = json.loads(oracle.b64d(shown[0]))
            return "~".join([jwt, disclosure(salt, name, "changed"), *shown[1:], ""])
        if fault == "unlinked-disclosure":
            return good + disclosure(secrets.token_urlsafe(16), "nickname", "Rika") + "~"
        if fault == "repeated-disclosure":
            return good + shown[0] + "~"
        if fault == "repeated-digest":
            return self.signed_again(good, edit=lambda payload: payload["_sd"].append(payload["_sd"][0]))
        if fault == "colliding-claim":  # a disclosed claim that also stands in the open
            name = json.loads(oracle.b64d(shown[0]))[1]
            return self.signed_again(good, edit=lambda payload: payload.update({name: "in the open"}))
        if fault == "digest-algorithm":
            return self.signed_again(good, edit=lambda payload: payload.update({"_sd_alg": "md5"}))
        if fault == "expired":
            return self.issue(holder, iat=int(time.time()) - 7200, exp_in=3600)
        if fault == "not-yet-valid":
            return self.issue(holder, nbf=int(time.time()) + 86400)
        if fault == "wrong-type":
            return self.issue(holder, vct="urn:example:other")
        if fault == "none-by-metadata":  # sound, its key published by the issuer instead of a certificate
            return self.issue(holder, x5c_pem=None, iss=f"{self.base}/{fault}")
        if fault == "wrong-issuer":  # the metadata at the place of that name belongs to another issuer
            return self.issue(holder, x5c_pem=None, iss=f"{self.base}/{fault}")
        if fault == "foreign-published-key":  # that issuer publishes another key
            return self.issue(holder, x5c_pem=None, iss=f"{self.base}/{fault}")
        if fault == "bad-chain":  # the next certificate did not issue the leaf
            return self.issue(holder, x5c_pem=self.chain + self.other_root)
        if fault == "wrong-media-type":
            return self.signed_again(good, header={"typ": "JWT"})
        if fault == "unsigned":
            head, payload = oracle.jwt_peek(jwt)
            parts = [oracle.b64u(json.dumps(part).encode()) for part in ({**head, "alg": "none"}, payload)]
            return "~".join([".".join([*parts, ""]), *shown, ""])
        if fault == "key-binding":  # a holder's key binding where there can be none
            return good + jwt
        raise KeyError(fault)

    def published(self, name):
        """The metadata of a JWT VC issuer, whose key it publishes."""
        key = fresh_key() if name == "foreign-published-key" else self.key
        issuer = f"{self.base}/another" if name == "wrong-issuer" else f"{self.base}/{name}"
        return {"issuer": issuer, "jwks": {"keys": [{part: key[part] for part in ("kty", "crv", "x", "y")}]}}

    # What is answered

    def offer(self, fault):
        grant = {"urn:ietf:params:oauth:grant-type:pre-authorized_code": {"pre-authorized_code": secrets.token_urlsafe(16)}}
        return json.dumps({"credential_issuer": f"{self.base}/{fault}", "credential_configuration_ids": ["pid"], "grants": grant})

    def metadata(self, fault):
        configuration = {
            "format": "dc+sd-jwt", "vct": TYPE, "cryptographic_binding_methods_supported": ["jwk"],
            "proof_types_supported": {"jwt": {"proof_signing_alg_values_supported": ["ES256"]}},
            "credential_metadata": {"display": [{"name": "PID", "locale": "en"}]},
        }
        return {
            "credential_issuer": f"{self.base}/{fault}", "credential_endpoint": f"{self.base}/{fault}/credential",
            "nonce_endpoint": f"{self.base}/{fault}/nonce", "display": [{"name": "Faulty issuer", "locale": "en"}],
            "credential_configurations_supported": {"pid": MDOC if fault.startswith("mdoc-") else configuration},
        }

    def answer(self, request, body):
        path = request.path.split("?")[0]
        fault, last = path.strip("/").split("/")[0], path.rsplit("/", 1)[-1]
        status, value = 200, {}
        if path.startswith("/.well-known/openid-credential-issuer/"):
            value = self.metadata(last)
        elif path.startswith("/.well-known/oauth-authorization-server/"):
            value = {
                "issuer": f"{self.base}/{last}", "token_endpoint": f"{self.base}/{last}/token",
                "response_types_supported": ["code"], "token_endpoint_auth_methods_supported": ["none"],
                "pre-authorized_grant_anonymous_access_supported": True,
                "grant_types_supported": ["urn:ietf:params:oauth:grant-type:pre-authorized_code"],
            }
        elif path.startswith("/.well-known/jwt-vc-issuer/"):
            value = self.published(last)
        elif last == "token":
            value = {"access_token": secrets.token_urlsafe(16), "token_type": "Bearer", "expires_in": 300}
        elif last == "nonce":
            value = {"c_nonce": secrets.token_urlsafe(16)}
        elif last == "credential":
            proofs = json.loads(body)["proofs"]["jwt"]
            holders = [oracle.jwt_peek(proof)[0]["jwk"] for proof in proofs]
            value = {"credentials": [{"credential": self.credential(fault, holder)} for holder in holders]}
        else:
            status, value = 404, {"error": "not_found"}
        self.log.append((path, status))
        data = json.dumps(value).encode()
        request.send_response(status)
        request.send_header("Content-Type", "application/json")
        request.send_header("Cache-Control", "no-store")
        request.send_header("Content-Length", str(len(data)))
        request.end_headers()
        request.wfile.write(data)
