"""Signatures of the index in one file: Ed25519, with keys as OpenSSL writes them.

openssl genpkey -algorithm ed25519 -out geheim.pem openssl pkey -in geheim.pem -pubout -out oeffentlich.pem
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nachschlag.generator.model.unusable import Unreadable, Unusable, require

#: A function that signs bytes, and one that says whether a line is the Base64 signature of bytes.
Signs = Callable[[bytes], bytes]
Verifies = Callable[[bytes, bytes], bool]


def signing(path: Path) -> Signs:
    """A function that signs with the private key in a file. Raises Unusable if the file has none."""
    require("Unterschriften", "signed", "cryptography")
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    key = _key(path, lambda raw: load_pem_private_key(raw, None))
    if not isinstance(key, Ed25519PrivateKey):
        raise _no_key(path, "geheimer", "openssl genpkey -algorithm ed25519")
    return key.sign


def verifying(path: Path) -> Verifies:
    """A function that verifies with the public key in a file. Raises Unusable if the file has none."""
    require("Unterschriften", "signed", "cryptography")
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    key = _key(path, load_pem_public_key)
    if not isinstance(key, Ed25519PublicKey):
        raise _no_key(path, "öffentlicher", "openssl pkey -pubout")

    def verifies(content: bytes, signature: bytes) -> bool:
        try:
            key.verify(base64.b64decode(signature), content)
        except (InvalidSignature, ValueError):
            return False
        return True

    return verifies


def _key(path: Path, load: Callable[[bytes], Any]) -> Any:
    from cryptography.exceptions import UnsupportedAlgorithm

    try:
        return load(path.read_bytes())
    except OSError as problem:
        raise Unreadable(path, problem) from None
    except (ValueError, TypeError, UnsupportedAlgorithm):
        return None


def _no_key(path: Path, which: str, command: str) -> Unusable:
    return Unusable(f"„{path}“ ist kein {which} Schlüssel (Ed25519, PEM, ohne Passwort). Mach einen: {command}")
