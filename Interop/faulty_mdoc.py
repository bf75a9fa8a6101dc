"""Mdocs with one thing wrong each, made from sound ones of the oracle by editing their CBOR; `none` has no fault."""
import base64
import datetime

import cbor2
from cbor2 import CBORTag

import oracle

DOCTYPE = "org.iso.18013.5.1.mDL"
SPACE = "org.iso.18013.5.1"
ELEMENTS = {
    "family_name": "Mustermann", "given_name": "Erika", "birth_date": {"$full-date": "1984-01-26"}, "issuing_country": "UT",
    "portrait": {"$bytes": oracle.b64u(b"\xff\xd8\xff\xe0 a portrait")}, "age_over_18": True,
}

CONFIGURATION = {
    "format": "mso_mdoc", "doctype": DOCTYPE, "cryptographic_binding_methods_supported": ["cose_key"],
    "credential_signing_alg_values_supported": [-7],
    "proof_types_supported": {"jwt": {"proof_signing_alg_values_supported": ["ES256"]}},
    "credential_metadata": {"display": [{"name": "Licence", "locale": "en"}]},
}


def before(**ago):
    return datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0) - datetime.timedelta(**ago)


class FaultyMDocs:
    def __init__(self, key, chain, other_root):
        self.key, self.chain, self.other_root = key, chain, other_root

    def issue(self, holder, **changes):
        """The bytes of a sound mdoc by the oracle, or with changed ingredients."""
        # Valid from now on: unless told so, the oracle begins validity before the signature, which the standard forbids.
        asked = {"ds_jwk": self.key, "ds_pem": self.chain, "holder_jwk": holder, "doctype": DOCTYPE,
                 "namespaces": {SPACE: ELEMENTS}, "valid_from_in": 0, **changes}
        return oracle.b64d(oracle.issue_mdoc(asked)["issuer_signed"])

    def signed_again(self, mdoc, edit_mso=lambda mso: None, edit_headers=lambda protected, unprotected: None, key=None):
        """The same mdoc with its security object or headers edited and the signature made anew."""
        protected, unprotected, payload, _ = mdoc["issuerAuth"]
        mso, protected = cbor2.loads(cbor2.loads(payload).value), cbor2.loads(protected)
        edit_mso(mso)
        edit_headers(protected, unprotected)
        payload = cbor2.dumps(CBORTag(24, cbor2.dumps(mso)))
        protected = cbor2.dumps(protected) if protected else b""
        signature = oracle.raw_sign(oracle.ec_priv(key or self.key), oracle.sig_structure(protected, payload))
        mdoc["issuerAuth"] = [protected, unprotected, payload, signature]

    def of_length(self, rest, holder):
        """A sound mdoc whose length leaves a rest of three, so that base64 pads it."""
        for length in range(3):
            mdoc = self.issue(holder, namespaces={SPACE: {**ELEMENTS, "document_number": "Z021AB37X13"[: 8 + length]}})
            if len(mdoc) % 3 == rest:
                return mdoc
        raise ValueError(rest)

    def credential(self, fault, holder):
        sound = self.issue(holder)
        if fault == "padded":
            return base64.urlsafe_b64encode(self.of_length(1, holder)).decode()
        if fault == "plain-base64":
            return base64.b64encode(self.of_length(1, holder)).decode()
        if fault == "trailing":
            return oracle.b64u(sound + b"\x00")
        if fault == "repeated-key":  # a third entry whose key is there already
            return oracle.b64u(b"\xa3" + sound[1:] + cbor2.dumps("nameSpaces") + cbor2.dumps({}))
        if fault == "foreign-holder":  # bound to somebody else's key
            return oracle.b64u(self.issue(oracle.JWK.JWK.generate(kty="EC", crv="P-256").export(as_dict=True)))
        if fault == "wrong-doctype":
            return oracle.b64u(self.issue(holder, doctype="org.example.other.1"))
        if fault == "not-yet-valid":
            return oracle.b64u(self.issue(holder, valid_from_in=86400))
        if fault == "sha-512":  # sound
            return oracle.b64u(self.issue(holder, digest="SHA-512"))
        if fault == "bad-chain":  # the next certificate did not issue the leaf
            return oracle.b64u(self.issue(holder, ds_pem=self.chain + self.other_root))
        mdoc = cbor2.loads(sound)
        if fault != "none":
            self.spoil(fault, mdoc)
        return oracle.b64u(cbor2.dumps(mdoc))

    def spoil(self, fault, mdoc):
        items = mdoc["nameSpaces"][SPACE]
        digests = lambda mso: mso["valueDigests"][SPACE]
        first = cbor2.loads(items[0].value)
        if fault == "signature":
            mdoc["issuerAuth"][3] = bytes(64)
        elif fault == "foreign-key":  # the key in x5chain did not sign it
            self.signed_again(mdoc, key=oracle.JWK.JWK.generate(kty="EC", crv="P-256").export(as_dict=True))
        elif fault == "changed-value":
            items[0] = CBORTag(24, cbor2.dumps({**first, "elementValue": "Changed"}))
        elif fault == "encoded-again":  # the same item, its members in another order
            items[0] = CBORTag(24, cbor2.dumps(dict(reversed(first.items()))))
        elif fault == "other-name-space":
            mdoc["nameSpaces"] = {"org.example.other": items}
        elif fault == "missing-digest":
            self.signed_again(mdoc, edit_mso=lambda mso: digests(mso).pop(first["digestID"]))
        elif fault == "repeated-digest-id":
            items.append(items[0])
        elif fault == "repeated-element":
            again = CBORTag(24, cbor2.dumps({**first, "digestID": 1000}))
            items.append(again)
            self.signed_again(mdoc, edit_mso=lambda mso: digests(mso).update({1000: oracle.hashlib.sha256(cbor2.dumps(again)).digest()}))
        elif fault == "version":
            self.signed_again(mdoc, edit_mso=lambda mso: mso.update(version="2.0"))
        elif fault == "digest-algorithm":
            self.signed_again(mdoc, edit_mso=lambda mso: mso.update(digestAlgorithm="MD5"))
        elif fault == "signed-after-valid-from":
            self.signed_again(mdoc, edit_mso=lambda mso: mso["validityInfo"].update(validFrom=before(minutes=30)))
        elif fault == "expired":
            times = {"signed": before(minutes=30), "validFrom": before(minutes=30), "validUntil": before(minutes=10)}
            self.signed_again(mdoc, edit_mso=lambda mso: mso.update(validityInfo=times))
        elif fault == "algorithm-unprotected":
            def move(protected, unprotected):
                unprotected[1] = protected.pop(1)
            self.signed_again(mdoc, edit_headers=move)
        elif fault == "no-chain":
            self.signed_again(mdoc, edit_headers=lambda protected, unprotected: unprotected.pop(33))
        elif fault == "detached":
            mdoc["issuerAuth"][2] = None
        elif fault == "tagged":
            mdoc["issuerAuth"] = CBORTag(18, mdoc["issuerAuth"])
        else:
            raise KeyError(fault)
