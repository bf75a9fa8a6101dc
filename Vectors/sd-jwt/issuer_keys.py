#!/usr/bin/env python3
"""Writes issuer-keys.json: SD-JWT VCs whose issuer's key comes with `x5c`, in good order and in bad.

Made with the `cryptography` package; the leaf's key is the demo issuer key of RFC 9901. `core` and `haip` list the
findings in order, the last of which refuses when `refused` names the profile.
"""
import base64, datetime, json, os
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.x509.oid import NameOID
import crafted

START = datetime.datetime(2023, 1, 1)
END = datetime.datetime(2033, 1, 1)


def name(common):
    return x509.Name([x509.NameAttribute(NameOID.COUNTRY_NAME, "DE"), x509.NameAttribute(NameOID.COMMON_NAME, common)])


def certificate(subject, key, issuer, issuer_key, ca, names=()):
    builder = (x509.CertificateBuilder().subject_name(name(subject)).issuer_name(name(issuer))
               .public_key(key.public_key()).serial_number(x509.random_serial_number())
               .not_valid_before(START).not_valid_after(END)
               .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True))
    if names:
        builder = builder.add_extension(x509.SubjectAlternativeName(list(names)), critical=False)
    made = builder.sign(issuer_key, hashes.SHA256())
    return base64.b64encode(made.public_bytes(serialization.Encoding.DER)).decode()


root_key = ec.derive_private_key(11, ec.SECP256R1())
middle_key = ec.derive_private_key(12, ec.SECP256R1())
root = certificate("Root", root_key, "Root", root_key, True)
middle = certificate("Middle", middle_key, "Root", root_key, True)


def leaf(*names, issuer="Middle"):
    return certificate("Issuer", crafted.ISSUER, issuer, middle_key, False, names)


dns = leaf(x509.DNSName("issuer.example.com"))
wild = leaf(x509.DNSName("*.EXAMPLE.com"))
uri = leaf(x509.UniformResourceIdentifier("https://issuer.example.com"))
other = leaf(x509.DNSName("other.example.com"), x509.DNSName("example.com"))
bare = leaf()
alone = certificate("Issuer", crafted.ISSUER, "Issuer", crafted.ISSUER, False, [x509.DNSName("issuer.example.com")])


def credential(x5c, **claims):
    head = {"alg": "ES256", "typ": "dc+sd-jwt"}
    if x5c is not None:
        head["x5c"] = x5c
    text = crafted.b64(json.dumps(head).encode()) + "." + crafted.b64(json.dumps(crafted.base(**claims)).encode())
    r, s = utils.decode_dss_signature(crafted.ISSUER.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return text + "." + crafted.b64(r.to_bytes(32, "big") + s.to_bytes(32, "big")) + "~"


vectors = []


def add(case, compact, core=(), haip=(), refused=(), chain=0, verifies=True):
    vectors.append({"name": case, "compact": compact, "core": list(core), "haip": list(haip), "refused": list(refused),
                    "chain": chain, "verifies": verifies})


add("leaf", credential([dns]), chain=1)
add("leaf-middle", credential([dns, middle]), chain=2)
add("leaf-middle-root", credential([dns, middle, root]), ["sdvc.x5c.anchorIncluded"], ["sdvc.x5c.anchorIncluded"],
    ["haip"], chain=3)
add("self-signed-only", credential([alone]), ["sdvc.x5c.selfSigned"], ["sdvc.x5c.selfSigned"], ["haip"], chain=1)
add("shuffled", credential([middle, dns]), ["sdvc.iss.certificate"], ["sdvc.iss.certificate"], ["haip"], chain=2,
    verifies=False)
add("iss-wildcard", credential([wild]), chain=1)
add("iss-uri", credential([uri]), chain=1)
add("iss-not-named", credential([other]), ["sdvc.iss.certificate"], ["sdvc.iss.certificate"], ["haip"], chain=1)
add("iss-no-names", credential([bare]), ["sdvc.iss.certificate"], ["sdvc.iss.certificate"], ["haip"], chain=1)
add("iss-absent", credential([other], iss=None), chain=1)
add("iss-no-url", credential([other], iss="did:example:1"), chain=1)
add("x5c-too-long", credential([dns] + [middle] * 6), ["sdvc.x5c.tooLong"], ["sdvc.x5c.tooLong"], ["core", "haip"])
add("neither", credential(None, iss=None), ["sdvc.issuerKey.none"], ["sdvc.issuerKey.none"], ["core", "haip"])
add("iss-did", credential(None, iss="did:example:1"), ["sdvc.iss.notHTTPS"], ["sdvc.issuerKey.none"], ["core", "haip"])
add("iss-http", credential(None, iss="http://issuer.example.com"), ["sdvc.iss.notHTTPS"], ["sdvc.issuerKey.none"],
    ["core", "haip"])
add("iss-only", credential(None), [], ["sdvc.issuerKey.none"], ["haip"])

with open(os.path.join(crafted.HERE, "issuer-keys.json"), "w") as out:
    json.dump({"vectors": vectors}, out, indent=1)
    out.write("\n")
