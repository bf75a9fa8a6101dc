"""Drives the command through the counterparts of issuance; started by `Interop/issuance`."""
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from faulty_issuer import TYPE, FaultyIssuer, oracle
from faulty_mdoc import DOCTYPE
from wallet_provider import WalletProvider

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.environ["COUNTERPARTS_OUT"]
PKI = os.path.join(OUT, "pki")
LANYARD = os.path.abspath(os.environ["LANYARD"])
# The certificate of the small PKI names the ports from 8440 to 8459 as issuers.
PORTS = range(8440, 8460)


def row(*ids):
    """Names the requirement rows that a case shows; `Scripts/supported` reads them."""
    return list(ids)


# name | what is asked of /test/offer | extra arguments of the command | instances | rows
SOUND = [
    ("plain", {"tenant": "plain"}, [], 1, row("VCI-META-01")),
    ("plain, by reference", {"tenant": "plain", "by": "reference"}, [], 1, row("VCI-OFFER-04")),
    ("plain, transaction code", {"tenant": "plain", "tx_code": "493536"}, ["--tx-code", "493536"], 1, row("VCI-OFFER-15")),
    ("plain, batch of three", {"tenant": "plain"}, ["--batch", "3"], 3, row("VCI-PROOF-01")),
    ("batch1", {"tenant": "batch1"}, ["--batch", "3"], 1, row("VCI-META-15")),
    ("nononce", {"tenant": "nononce"}, [], 1, row("VCI-NONCE-01")),
    ("suffix", {"tenant": "suffix"}, [], 1, row("VCI-META-01")),
    ("plainresp", {"tenant": "plainresp"}, [], 1, []),
    ("oldtoken", {"tenant": "oldtoken"}, [], 1, row("LEG-01")),
    ("badnonce", {"tenant": "badnonce"}, [], 1, row("VCI-CERR-03")),
    ("mdoc", {"tenant": "plain", "configs": ["mdl"]}, [], 1, row("VCI-MDOC-02", "VCI-MDOC-05")),
    ("mdoc, batch of three", {"tenant": "plain", "configs": ["mdl"]}, ["--batch", "3"], 3, row("VCI-MDOC-10")),
    ("mdoc, batch1", {"tenant": "batch1", "configs": ["mdl"]}, ["--batch", "3"], 1, []),
    ("mdoc and SD-JWT VC", {"tenant": "plain", "configs": ["pid_sdjwt", "mdl"]}, ["--batch", "2"], 2, []),
    ("dpop", {"tenant": "dpop"}, [], 1, row("VCI-DPOP-01", "VCI-DPOP-02", "VCI-DPOP-03")),
    ("dpop with nonces", {"tenant": "dpopnonce"}, [], 1, row("VCI-DPOP-06", "VCI-DPOP-07")),
    ("encrypted", {"tenant": "enc"}, ["--batch", "3"], 3, row("VCI-ENC-03", "VCI-ENC-06", "VCI-ENC-08")),
    ("encrypted, mdoc, bound", {"tenant": "enc+dpopnonce", "configs": ["mdl"]}, [], 1, row("VCI-ENC-03")),
    ("encryption offered", {"tenant": "encopt"}, [], 1, row("VCI-ENC-02")),
    ("deferred", {"tenant": "defer"}, [], 1, row("VCI-DEF-02", "VCI-DEF-04")),
    ("deferred, encrypted, bound", {"tenant": "defer+enc+dpopnonce"}, [], 1, row("VCI-ENC-11")),
    ("attested client", {"tenant": "attest"}, ["--provider", "PROVIDER"], 1, row("VCI-WATT-01", "VCI-WATT-04")),
    ("attested client, challenge", {"tenant": "attest+challenge"}, ["--provider", "PROVIDER"], 1, row("VCI-WATT-06")),
    ("attested keys", {"tenant": "plain", "configs": ["pid_attested"]}, ["--provider", "PROVIDER", "--batch", "3"], 3,
     row("VCI-KA-01", "VCI-PROOF-10")),
    ("code", {"tenant": "plain", "grant": "code"}, [], 1, row("VCI-AUTHZ-01", "VCI-TOK-01")),
    ("code, by reference, pushed", {"tenant": "par", "grant": "code", "by": "reference"}, [], 1, row("VCI-PAR-02")),
    ("code, server elsewhere", {"tenant": "sep", "grant": "code"}, [], 1, row("VCI-AUTHZ-07", "VCI-META-11")),
    ("code, mdoc, bound, pushed", {"tenant": "par+dpopnonce", "grant": "code", "configs": ["mdl"]}, [], 1,
     row("VCI-PAR-07")),
    ("haip", {"tenant": "haip", "grant": "code"}, ["--provider", "PROVIDER"], 1, row("VCI-PAR-03", "VCI-CAUTH-04")),
    ("haip, all of it", {"tenant": "haip+challenge+enc+defer+refresh", "grant": "code", "configs": ["pid_sdjwt", "mdl"]},
     ["--provider", "PROVIDER", "--batch", "2", "--profile", "haip"], 2, row("VCI-DPOP-05")),
]

# fault | the code of ours that must be named | extra arguments of the command | rows
FAULTY = [
    ("foreign-key", "jose.signature.invalid", [], row("VCI-SDJWT-03")),
    ("signature", "jose.signature.invalid", [], row("VCI-SDJWT-03", "SDJWT-02")),
    ("unsigned", "jose.alg.notAllowed", [], row("VCI-SDJWT-03", "SDJWT-02")),
    ("foreign-holder", "sdvc.cnf.foreignKey", [], row("VCI-SDJWT-07")),
    ("no-holder", "sdvc.cnf.missing", [], row("VCI-SDJWT-07", "SDVC-03")),
    ("bad-digest", "sdjwt.disclosure.unreferenced", [], row("SDJWT-08")),
    ("unlinked-disclosure", "sdjwt.disclosure.unreferenced", [], row("SDJWT-08", "VCI-SDJWT-04")),
    ("repeated-disclosure", "sdjwt.disclosure.repeated", [], row("SDJWT-08")),
    ("repeated-digest", "sdjwt.digest.repeated", [], row("SDJWT-07")),
    ("colliding-claim", "sdjwt.disclosure.nameCollision", [], row("SDJWT-06")),
    ("digest-algorithm", "sdjwt.sdAlg.unknown", [], []),
    ("expired", "sdvc.time.expired", [], row("VCI-SDJWT-10")),
    ("not-yet-valid", "sdvc.time.notYet", [], row("VCI-SDJWT-10")),
    ("wrong-type", "sdvc.vct.mismatch", [], row("VCI-SDJWT-06")),
    ("wrong-media-type", "jose.typ.wrong", [], row("VCI-SDJWT-02")),
    ("key-binding", "sdvc.keyBinding.present", [], row("VCI-SDJWT-01")),
    ("wrong-issuer", "sdvc.metadata.issuer", [], row("SDVC-08")),
    ("foreign-published-key", "jose.signature.invalid", [], row("VCI-SDJWT-09")),
    ("bad-chain", "issuer.notTrusted", ["--require-trust"], row("VCI-SDJWT-08")),
    ("mdoc-signature", "cose.signature.invalid", [], row("VCI-MDOC-04")),
    ("mdoc-foreign-key", "cose.signature.invalid", [], row("VCI-MDOC-04")),
    ("mdoc-detached", "cose.payload.detached", [], row("VCI-MDOC-03")),
    ("mdoc-algorithm-unprotected", "cose.alg.unprotected", [], row("VCI-MDOC-03")),
    ("mdoc-no-chain", "mdoc.x5chain.missing", [], row("VCI-MDOC-03")),
    ("mdoc-trailing", "mdoc.issuerSigned.trailing", [], row("VCI-MDOC-02")),
    ("mdoc-repeated-key", "mdoc.issuerSigned.duplicateKey", [], row("VCI-MDOC-02")),
    ("mdoc-changed-value", "mdoc.digest.mismatch", [], row("VCI-MDOC-09")),
    ("mdoc-encoded-again", "mdoc.digest.mismatch", [], row("VCI-MDOC-09")),
    ("mdoc-other-name-space", "mdoc.digest.missing", [], row("VCI-MDOC-09")),
    ("mdoc-missing-digest", "mdoc.digest.missing", [], row("VCI-MDOC-09")),
    ("mdoc-repeated-digest-id", "mdoc.digestID.repeated", [], row("VCI-MDOC-09")),
    ("mdoc-repeated-element", "mdoc.element.repeated", [], row("VCI-MDOC-09")),
    ("mdoc-version", "mdoc.mso.type", [], row("VCI-MDOC-07")),
    ("mdoc-digest-algorithm", "mdoc.mso.digestAlgorithm", [], row("VCI-MDOC-07")),
    ("mdoc-wrong-doctype", "mdoc.docType.mismatch", [], row("VCI-MDOC-08")),
    ("mdoc-foreign-holder", "mdoc.deviceKey.foreign", [], row("VCI-MDOC-10")),
    ("mdoc-expired", "mdoc.validity.expired", [], row("VCI-MDOC-11")),
    ("mdoc-not-yet-valid", "mdoc.validity.notYet", [], row("VCI-MDOC-11")),
    ("mdoc-signed-after-valid-from", "mdoc.validity.order", [], row("VCI-MDOC-11")),
    ("mdoc-bad-chain", "issuer.notTrusted", ["--require-trust"], row("VCI-MDOC-05")),
    ("mdoc-padded", "mdoc.encoding.padding", ["--strict"], row("VCI-MDOC-01")),
    ("mdoc-plain-base64", "mdoc.encoding.alphabet", ["--strict"], row("VCI-MDOC-01")),
    ("mdoc-tagged", "mdoc.issuerAuth.tagged", ["--strict"], row("VCI-MDOC-03")),
]

# Sound ones, and those whose deviation is tolerated: stored.
FAIR = [
    "none", "none-by-metadata", "mdoc-none", "mdoc-sha-512", "mdoc-padded", "mdoc-plain-base64", "mdoc-tagged",
]


class Wrong(Exception):
    """A case went otherwise than it must."""


def want(condition, why):
    if not condition:
        raise Wrong(why)


def free_ports(count):
    found = []
    for port in PORTS:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
                found.append(port)
            except OSError:
                continue
        if len(found) == count:
            return found
    sys.exit(f"interop: needs {count} free ports between {PORTS[0]} and {PORTS[-1]}")


class Browser(urllib.request.HTTPRedirectHandler):
    """Agrees to everything, and tells where the authorization server leads."""

    def redirect_request(self, request, answer, code, message, headers, url):
        return None

    def visit(self, url):
        context = ssl.create_default_context(cafile=os.path.join(PKI, "tls-ca.pem"))
        try:
            urllib.request.build_opener(self, urllib.request.HTTPSHandler(context=context)).open(url, timeout=10)
        except urllib.error.HTTPError as answer:
            return answer.headers["Location"] or ""
        return ""


class Issuer:
    """The strict issuer in a process of its own."""

    def __init__(self, port):
        self.base = f"https://localhost:{port}"
        self.context = ssl.create_default_context(cafile=os.path.join(PKI, "tls-ca.pem"))
        self.output = open(os.path.join(OUT, "issuer-server.log"), "w")
        self.process = subprocess.Popen(
            [sys.executable, "-B", os.path.join(HERE, "counterparts", "issuer", "server.py"), "--port", str(port)],
            stdout=self.output, stderr=subprocess.STDOUT,
        )
        for _ in range(300):
            try:
                self.call("/test/ready")
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        self.stop()
        sys.exit(f"interop: the issuer did not start; see {self.output.name}")

    def call(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, context=self.context, timeout=10) as response:
            return json.load(response)

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.output.close()


class Wallet:
    """The command on a store of its own."""

    def __init__(self):
        self.store = tempfile.mkdtemp(prefix="lanyard-interop-")

    def run(self, *arguments):
        process = subprocess.Popen(
            [LANYARD, *arguments, "--json", "--store", self.store],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        seen = ""
        try:
            if arguments[0] == "receive":
                for line in process.stderr:
                    seen += line
                    if line.startswith("  https://"):
                        urllib.request.urlopen(Browser().visit(line.strip()), timeout=10).read()
                        break
            out, error = process.communicate(timeout=60)
        finally:
            process.kill()
        try:
            said = json.loads(out) if out.strip() else None
        except ValueError:
            raise Wrong(f"standard output is no JSON: {out[:200]!r}") from None
        return process.returncode, said, seen + error

    def receive(self, offer, *arguments):
        trust = ["--trust", os.path.join(PKI, "iaca.pem"), "--tls-ca", os.path.join(PKI, "tls-ca.pem"), "--allow-private"]
        return self.run("receive", offer, "--no-browser", *trust, *arguments)

    def listed(self):
        status, said, error = self.run("list")
        want(status == 0, f"list ended with {status}: {error[:200]}")
        return said

    def plain_text(self, words):
        """Which of the words stand readable in a file of the store."""
        found = set()
        for folder, _, names in os.walk(self.store):
            for name in names:
                with open(os.path.join(folder, name), "rb") as handle:
                    data = handle.read()
                found |= {word for word in words if word.encode() in data}
        return found

    def close(self):
        shutil.rmtree(self.store, ignore_errors=True)


def codes(value):
    """Every code that a report names, findings and errors alike."""
    if isinstance(value, dict):
        own = {value["code"]} if isinstance(value.get("code"), str) else set()
        return own.union(*(codes(part) for part in value.values()))
    if isinstance(value, list):
        return set().union(*(codes(part) for part in value))
    return set()


def unhappy(log, allowed=()):
    """What a judge of the issuer objected to."""
    found = []
    for entry in log:
        for name, verdict in entry.get("judges", {}).items():
            if verdict.get("ok") is False:
                found.append(f"{entry['step']}: {name}: {verdict.get('error')}")
        if entry["step"] == "REFUSED" and entry["error"] not in allowed:
            found.append(f"refused with {entry['error']}: {entry['why']}")
    return found


def judged(text, format):
    with open(os.path.join(PKI, "iaca.pem"), encoding="utf-8") as handle:
        anchors = handle.read()
    if format == "mso_mdoc":
        return oracle.verify_issuer_signed({"issuer_signed": text, "doctype": DOCTYPE, "trust_anchors_pem": anchors})
    return oracle.verify_sdjwt(
        {"presentation": text, "require_kb": False, "nonce": "", "aud": "", "expected_vct": TYPE, "trust_anchors_pem": anchors}
    )


def sound(issuer, wallet, name, asked, arguments, instances, rows):
    since = issuer.call("/test/log")[-1:]
    offer = issuer.call("/test/offer", asked)
    status, said, error = wallet.receive(
        offer["uri"], *(issuer.provider.base if word == "PROVIDER" else word for word in arguments))
    log = issuer.call(f"/test/log?since={since[0]['t'] if since else 0}")
    want(status == 0, f"receive ended with {status}: {json.dumps(said)[:400]} {error[:400]}")
    # What a server asks for by an error, and gets.
    asked_for = {
        "badnonce": {"invalid_nonce"}, "dpopnonce": {"use_dpop_nonce"}, "haip": {"use_dpop_nonce"},
        "challenge": {"use_attestation_challenge"}}
    flags = asked["tenant"].split("+")
    objections = unhappy(log, set().union(*(asked_for.get(flag, set()) for flag in flags)))
    want(not objections, "; ".join(objections))
    want(any(entry["step"] == "pop" for entry in log), "no judge saw a key proof")
    held = wallet.listed()
    wanted = asked.get("configs", ["pid_sdjwt"])
    want(len(held) == len(wanted), f"{len(held)} credentials are listed, not {len(wanted)}")
    want(said["issued"] == [credential["id"] for credential in held], "what was issued is not what is listed")
    for credential in held:
        want(credential["instances"] == instances, f"{credential['instances']} instances, not {instances}")
        _, shown, _ = wallet.run("show", credential["id"], "--trust", os.path.join(PKI, "iaca.pem"))
        want(shown["authority"]["state"] == "trusted", f"the issuer is {shown['authority']}")
        claims = {claim["path"].rsplit("/", 1)[-1]: claim["value"] for claim in shown["claims"]}
        want(claims.get("given_name") == "Erika", f"given_name is shown as {claims.get('given_name')}")
        _, exported, _ = wallet.run("export", credential["id"])
        verdict = judged(exported["credential"], credential["format"])
        want(verdict["ok"], f"the oracle refuses what was stored: {verdict['judges']}")
        readable = wallet.plain_text(["Erika", "Mustermann", "1984-01-26", *exported["credential"].split("~")[:1]])
        want(not readable, f"the store shows {sorted(readable)} in the clear")


def wrong_code(issuer, wallet):
    offer = issuer.call("/test/offer", {"tenant": "plain", "tx_code": "493536"})
    status, said, error = wallet.receive(offer["uri"], "--tx-code", "000000")
    want(status != 0, "a wrong transaction code went through")
    want(not wallet.listed(), "something was stored")


def faulty(issuer, wallet, fault, expected, arguments, rows):
    status, said, error = wallet.receive(issuer.offer(fault), *arguments)
    asked = [path for path, _ in issuer.log if path.startswith(f"/{fault}/")]
    want(f"/{fault}/credential" in asked, f"the credential was never asked for: {json.dumps(said)[:300]} {error[:300]}")
    if expected is None:
        want(status == 0, f"a sound credential was refused: {json.dumps(said)[:400]} {error[:400]}")
        want(len(wallet.listed()) == 1, "a sound credential was not stored")
        return
    want(status != 0, "it was accepted")
    want(expected in codes(said), f"refused, but not as {expected}: {sorted(codes(said))} {error[:300]}")
    want(not wallet.listed(), "something was stored")


def main():
    strict_port, faulty_port, provider_port = free_ports(3)
    issuer, flawed = Issuer(strict_port), FaultyIssuer(faulty_port, PKI)
    issuer.provider = WalletProvider(provider_port, PKI)
    cases = [(f"strict issuer: {case[0]}", sound, (issuer, *case)) for case in SOUND]
    cases.append(("strict issuer: wrong transaction code", wrong_code, (issuer,)))
    cases += [(f"faulty issuer: {name}", faulty, (flawed, name, None, [], [])) for name in FAIR]
    cases += [(f"faulty issuer: {case[0]}", faulty, (flawed, *case)) for case in FAULTY]
    words = sys.argv[1:]
    passed = failed = 0
    try:
        for name, check, (counterpart, *details) in cases:
            if words and not any(word in name for word in words):
                continue
            wallet = Wallet()
            try:
                check(counterpart, wallet, *details)
                passed += 1
                print(f"passed  {name}", flush=True)
            except (Wrong, subprocess.TimeoutExpired, OSError, KeyError, TypeError) as error:
                failed += 1
                print(f"FAILED  {name}: {type(error).__name__}: {error}", flush=True)
            finally:
                wallet.close()
    finally:
        issuer.stop()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
