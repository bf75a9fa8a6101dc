#!/usr/bin/env python3
"""Writes crafted.json: SD-JWT VCs with one thing special each, signed with the demo issuer key of RFC 9901.

An implementation of its own: hashing, JSON and base64 are Python's, signatures those of the `cryptography` package.
`expect` is "accept" or the code of the finding. `stage` says what refuses: `parse`, `verify` or `check`.
"""
import base64, hashlib, json, os
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives import hashes

HERE = os.path.dirname(os.path.abspath(__file__))


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def key(d):
    return ec.derive_private_key(int.from_bytes(base64.urlsafe_b64decode(d + "="), "big"), ec.SECP256R1())


ISSUER = key("Ur2bNKuBPOrAaxsRnbSH6hIhmNTxSGXshDSUD1a1y7g")
HOLDER = {
    "kty": "EC", "crv": "P-256",
    "x": "TCAER19Zvu3OHF4j4W4vfSVoHIP1ILilDls7vCeGemc",
    "y": "ZxjiWWbZMQGHVWKVQ4hbSIirsVfuecCE6t4jT9F2HZQ",
}
FOREIGN = {
    "kty": "EC", "crv": "P-256",
    "x": "b28d4MwZMjw8-00CG4xfnn9SLMVMM19SlqZpVb_uNtQ",
    "y": "Xv5zWwuoaTgdS6hV43yI6gBwTnjukmFQQnJ_kCxzqk8",
}
VCT = "https://credentials.example.com/identity_credential"


def jws(payload, typ="dc+sd-jwt", raw=None):
    head = b64(json.dumps({"alg": "ES256", "typ": typ}).encode()) if typ else b64(b'{"alg":"ES256"}')
    body = b64(raw.encode() if raw else json.dumps(payload).encode())
    text = head + "." + body
    r, s = utils.decode_dss_signature(ISSUER.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return text + "." + b64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))


def disc(*parts, raw=None):
    return b64((raw if raw is not None else json.dumps(list(parts))).encode())


def dig(text, alg="sha256"):
    return b64(hashlib.new(alg, text.encode()).digest())


def base(**more):
    claims = {"iss": "https://issuer.example.com", "iat": 1683000000, "exp": 1883000000, "vct": VCT,
              "cnf": {"jwk": HOLDER}}
    claims.update(more)
    return {name: value for name, value in claims.items() if value is not None}


def sdjwt(payload, *disclosures, **options):
    return "~".join([jws(payload, **options), *disclosures, ""])


vectors = []


def add(name, expect, stage, compact, claims=None):
    vector = {"name": name, "expect": expect, "stage": stage, "compact": compact}
    if claims is not None:
        vector["claims"] = claims
    vectors.append(vector)


given = disc("2GLC42sKQveCfGfryNRN9w", "given_name", "John")
us = disc("lklxF5jMYlGTPUovMNIvCA", "US")
open_base = base()

# RFC 9901 section 7.1, one rule each
add("digest-twice-in-one-sd", "sdjwt.digest.repeated", "verify", sdjwt(base(_sd=[dig(given), dig(given)]), given))
add("digest-twice-in-disclosure", "sdjwt.digest.repeated", "verify",
    sdjwt(base(_sd=[dig(given), dig(disc("s", "a", {"_sd": [dig(given)]}))]), given,
          disc("s", "a", {"_sd": [dig(given)]})))
add("decoy-twice", "sdjwt.digest.repeated", "verify", sdjwt(base(_sd=[dig("x"), dig("x")])))
add("disclosure-twice", "sdjwt.disclosure.repeated", "verify", sdjwt(base(_sd=[dig(given)]), given, given))
add("member-in-array", "sdjwt.disclosure.memberInArray", "verify", sdjwt(base(a=[{"...": dig(given)}]), given))
add("name-sd", "sdjwt.disclosure.reservedName", "parse",
    sdjwt(base(_sd=[dig(disc("s", "_sd", []))]), disc("s", "_sd", [])))
add("name-sd-alg", "sdjwt.disclosure.reservedName", "parse",
    sdjwt(base(_sd=[dig(disc("s", "_sd_alg", "sha-256"))]), disc("s", "_sd_alg", "sha-256")))
add("salt-not-string", "sdjwt.disclosure.salt", "parse", sdjwt(base(_sd=[dig(disc(1, "a", 1))]), disc(1, "a", 1)))
add("one-element", "sdjwt.disclosure.length", "parse", sdjwt(base(_sd=[dig(disc("s"))]), disc("s")))
add("disclosure-no-json", "sdjwt.disclosure.json", "parse", sdjwt(base(), disc(raw='["s","a",1,]')))
add("disclosure-padded", "sdjwt.disclosure.encoding", "parse", sdjwt(base(), disc("salt", "b", 11) + "="))
add("sd-of-numbers", "sdjwt.digests.notString", "verify", sdjwt(base(_sd=[1])))
add("sd-null", "sdjwt.digests.notArray", "verify", sdjwt(base(_sd=None) | {"_sd": None}))
add("placeholder-more-members", "sdjwt.placeholder.shape", "verify", sdjwt(base(a=[{"...": dig(us), "x": 1}]), us))
add("placeholder-number", "sdjwt.placeholder.shape", "verify", sdjwt(base(a=[{"...": 1}])))
add("placeholder-in-object", "sdjwt.placeholder.misplaced", "verify", sdjwt(base(a={"...": dig(us)}), us))
add("placeholder-at-top", "sdjwt.placeholder.misplaced", "verify", sdjwt(base(**{"...": dig(us)}), us))
element = disc("s", {"...": dig(us)})
add("placeholder-as-element-value", "sdjwt.placeholder.misplaced", "verify",
    sdjwt(base(a=[{"...": dig(element)}]), element, us))
add("sd-alg-md5", "sdjwt.sdAlg.unknown", "verify", sdjwt(base(_sd=[dig(given, "md5")], _sd_alg="md5"), given))
add("sd-alg-upper-case", "sdjwt.sdAlg.unknown", "verify", sdjwt(base(_sd=[dig(given)], _sd_alg="SHA-256"), given))
add("sd-alg-not-string", "sdjwt.sdAlg.unknown", "verify", sdjwt(base(_sd=[dig(given)], _sd_alg=256), given))
add("sd-alg-nested", "sdjwt.sdAlg.nested", "verify", sdjwt(base(a={"_sd_alg": "sha-256", "_sd": [dig(given)]}), given))
inner = disc("s", "a", {"_sd_alg": "sha-512"})
add("sd-alg-in-disclosure", "sdjwt.sdAlg.nested", "verify", sdjwt(base(_sd=[dig(inner)]), inner))
add("digest-of-other-algorithm", "sdjwt.disclosure.unreferenced", "verify",
    sdjwt(base(_sd=[dig(given, "sha512")]), given))
add("name-collides-with-later-member", "sdjwt.disclosure.nameCollision", "verify",
    sdjwt(base(a={"_sd": [dig(given)], "given_name": None}), given))

# what is right
for alg in ("sha-256", "sha-384", "sha-512"):
    h = alg.replace("-", "")
    add("sd-alg-" + alg, "accept", "check", sdjwt(base(_sd=[dig(given, h)], _sd_alg=alg), given),
        open_base | {"given_name": "John"})
spaced = disc(raw='[ "6qMQvRL5haj" , "family_name" ,\n"M\\u00f6bius\\/" ]')
spelled = disc(raw='["6qMQvRL5haj","family_name","M\u00f6bius/"]')
add("white-space-and-escapes", "accept", "check", sdjwt(base(_sd=[dig(spaced)]), spaced),
    open_base | {"family_name": "M\u00f6bius/"})
add("other-spelling-same-value", "sdjwt.disclosure.unreferenced", "verify", sdjwt(base(_sd=[dig(spaced)]), spelled))
de, fr = disc("s1", "DE"), disc("s2", "FR")
mixed = ["AT", {"...": dig(us)}, {"...": dig(de)}, "IT", {"...": dig(fr)}, {"...": dig("decoy")}]
add("array-mixed", "accept", "check", sdjwt(base(nationalities=mixed), us, fr),
    open_base | {"nationalities": ["AT", "US", "IT", "FR"]})
add("array-none-disclosed", "accept", "check", sdjwt(base(nationalities=[{"...": dig(us)}, {"...": dig(de)}])),
    open_base | {"nationalities": []})
add("array-one-withheld", "accept", "check", sdjwt(base(nationalities=["DE", {"...": dig(us)}])),
    open_base | {"nationalities": ["DE"]})
add("no-disclosures-no-sd-alg", "accept", "check", sdjwt(base(a=1)), open_base | {"a": 1})
add("empty-sd", "accept", "check", sdjwt(base(_sd=[], a={"_sd": []})), open_base | {"a": {}})
city, region = disc("s3", "locality", "Berlin"), disc("s4", "region", "BE")
address = disc("s5", "address", {"_sd": [dig(city), dig(region), dig("decoy 2")], "country": "DE"})
add("recursive", "accept", "check", sdjwt(base(_sd=[dig(address)]), city, address, region),
    open_base | {"address": {"country": "DE", "locality": "Berlin", "region": "BE"}})
deep = "x"
for n in range(60):
    deep = [deep]
add("open-nesting-61", "accept", "check", sdjwt(base(a=deep)), open_base | {"a": deep})

# bounds
chain, value = [], 1
for n in range(70):
    text = disc("s", "c", value)
    chain.append(text)
    value = {"_sd": [dig(text)]}
add("chain-70", "sdjwt.depth", "verify", sdjwt(base(_sd=[dig(chain[-1])]), *chain))

# SD-JWT VC
for name, value in (("exp", 1883000000), ("vct", VCT), ("iss", "https://issuer.example.com"), ("nbf", 1683000000),
                    ("cnf", {"jwk": HOLDER}), ("status", {"status_list": {"idx": 1, "uri": "https://s.example"}}),
                    ("vct#integrity", "sha256-x")):
    text = disc("s", name, value)
    add("hidden-" + name, "sdvc.claim.disclosable", "check", sdjwt(base(**{name: None}) | {"_sd": [dig(text)]}, text))
part = disc("s", "jwk", HOLDER)
add("hidden-part-of-cnf", "sdvc.claim.disclosable", "check", sdjwt(base(cnf={"_sd": [dig(part)]}), part))
add("typ-upper-case-media-type", "accept", "check", sdjwt(base(), typ="application/DC+SD-JWT"), open_base)
add("vct-other", "sdvc.vct.mismatch", "check", sdjwt(base(vct=VCT + "/")))
add("vct-number", "sdvc.vct.type", "check", sdjwt(base(vct=1)))
add("vct-missing", "sdvc.vct.missing", "check", sdjwt(base(vct=None)))
add("iss-missing", "accept", "check", sdjwt(base(iss=None)), base(iss=None))
add("iss-number", "sdvc.iss.type", "check", sdjwt(base(iss=1)))
add("cnf-missing", "sdvc.cnf.missing", "check", sdjwt(base(cnf=None)))
add("cnf-kid-only", "sdvc.cnf.noJWK", "check", sdjwt(base(cnf={"kid": "1"})))
add("cnf-foreign", "sdvc.cnf.foreignKey", "check", sdjwt(base(cnf={"jwk": FOREIGN})))
add("exp-1e300", "sdvc.time.malformed", "check", sdjwt(None, raw=json.dumps(base()).replace("1883000000", "1e300")))
add("exp-string", "sdvc.time.malformed", "check", sdjwt(base(exp="1883000000")))
add("exp-fraction", "accept", "check", sdjwt(base(exp=1883000000.25)), base(exp=1883000000.25))
add("exp-past", "sdvc.time.expired", "check", sdjwt(base(exp=1748450000)))
add("exp-within-skew", "accept", "check", sdjwt(base(exp=1748454271)), base(exp=1748454271))
add("nbf-to-come", "sdvc.time.notYet", "check", sdjwt(base(nbf=1748454400)))
add("nbf-within-skew", "accept", "check", sdjwt(base(nbf=1748454330)), base(nbf=1748454330))
add("iat-to-come", "sdvc.time.issuedInFuture", "check", sdjwt(base(iat=1748454400)))
status = {"status_list": {"idx": 7, "uri": "https://status.example.com/1"}}
add("status", "accept", "check", sdjwt(base(status=status)), base(status=status))
for name, typ in (("typ-jwt", "JWT"), ("typ-missing", None), ("typ-kb", "kb+jwt"), ("typ-request", "oauth-authz-req+jwt")):
    add(name, "verify", "signature", sdjwt(base(), typ=typ))

# status that cannot be read: a warning, and an error under high assurance
for name, value in (("text", "x"), ("no-list", {"identifier_list": {"id": "1", "uri": "u"}}),
                    ("index", {"status_list": {"idx": -1, "uri": "u"}}),
                    ("fraction", {"status_list": {"idx": 1.5, "uri": "u"}}), ("no-uri", {"status_list": {"idx": 1}})):
    code = {"text": "noList", "no-list": "noList", "index": "index", "fraction": "index", "no-uri": "uri"}[name]
    add("status-" + name, "sdvc.status." + code, "warn", sdjwt(base(status=value)))

if __name__ == "__main__":
    with open(os.path.join(HERE, "crafted.json"), "w") as out:
        json.dump({"issuerKey": FOREIGN, "holderKey": HOLDER, "time": 1748454300, "vct": VCT, "vectors": vectors}, out,
                  indent=1)
        out.write("\n")
