"""Ceremonies of WebAuthn: challenges for passkeys, and verification of the responses.

This module keeps no state: the caller stores the state of a ceremony between challenge and response.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from fido2 import webauthn
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode

NAME: Final = "Kingdoms"
"""The name of the relying party, which passkeys show."""
PREFERRED: Final = webauthn.UserVerificationRequirement.PREFERRED


class WrongAnswer(Exception):
    """A response that does not match the challenge, or is malformed."""


@dataclass(frozen=True)
class Key:
    """A passkey as the server stores it.

    Attributes:
        id: the credential id, in base64url.
        public: the attested credential data, with the public key, in base64url.
        count: the signature counter; 0 if the passkey has none.
    """

    id: str
    public: str
    count: int


class Ceremonies:
    """Challenges and responses for passkeys of one host.

    Args:
        host: the host and port of the page.
        is_own: returns whether an origin is this server's.
    """

    def __init__(self, host: str, is_own: Any) -> None:
        name = urlsplit(f"//{host}").hostname or host
        self.server = Fido2Server(
            webauthn.PublicKeyCredentialRpEntity(name=NAME, id=name),
            attestation=webauthn.AttestationConveyancePreference.NONE,
            verify_origin=is_own,
        )

    def to_register(self, visitor_id: str, called: str, key_ids: Sequence[str]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the options for a browser to create a passkey that shows a user name, and the state of the ceremony."""
        user = webauthn.PublicKeyCredentialUserEntity(id=bytes.fromhex(visitor_id), name=called, display_name=called)
        has = [
            webauthn.PublicKeyCredentialDescriptor(type=webauthn.PublicKeyCredentialType.PUBLIC_KEY, id=websafe_decode(key_id))
            for key_id in key_ids
        ]
        options, state = self.server.register_begin(user, has, webauthn.ResidentKeyRequirement.REQUIRED, PREFERRED)
        return dict(dict(options)["publicKey"]), _to_json(state)

    def verify_registration(self, state: Mapping[str, Any], answer: Mapping[str, str]) -> Key:
        """Verify a response, and return the new passkey.

        Raises:
            WrongAnswer: the response is not valid.
        """
        try:
            response = webauthn.RegistrationResponse.from_dict(
                {
                    "rawId": answer["id"],
                    "response": {"clientDataJSON": answer["client_data"], "attestationObject": answer["attestation"]},
                }
            )
            _check_frame(response.response.client_data)
            data = self.server.register_complete(state, response)
        except Exception as error:  # the library raises many types of errors for malformed data
            raise WrongAnswer(str(error)) from error
        credential = data.credential_data
        if credential is None or websafe_encode(credential.credential_id) != answer["id"]:
            raise WrongAnswer("it names another passkey")
        return Key(answer["id"], websafe_encode(bytes(credential)), data.counter)

    def to_sign_in(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the options for a browser to sign in with a passkey, and the state of the ceremony."""
        options, state = self.server.authenticate_begin(user_verification=PREFERRED)
        return dict(dict(options)["publicKey"]), _to_json(state)

    def verify_sign_in(self, state: Mapping[str, Any], key: Key, answer: Mapping[str, str]) -> int:
        """Verify a response, and return the new signature counter of the passkey.

        Raises:
            WrongAnswer: the response is not valid, or the counter suggests a copy of the passkey.
        """
        try:
            response = webauthn.AuthenticationResponse.from_dict(
                {
                    "rawId": answer["id"],
                    "response": {
                        "clientDataJSON": answer["client_data"],
                        "authenticatorData": answer["authenticator"],
                        "signature": answer["signature"],
                    },
                }
            )
            _check_frame(response.response.client_data)
            self.server.authenticate_complete(state, [webauthn.AttestedCredentialData(websafe_decode(key.public))], response)
        except Exception as error:
            raise WrongAnswer(str(error)) from error
        count = response.response.authenticator_data.counter
        if (count or key.count) and count <= key.count:
            raise WrongAnswer("it has signed less often than before: there may be a copy of it")
        return count


def _to_json(state: Mapping[str, Any]) -> dict[str, Any]:
    return {name: None if value is None else str(getattr(value, "value", value)) for name, value in state.items()}


def _check_frame(client_data: Any) -> None:
    """Check that a response does not come from a frame in another site's page."""
    if client_data.cross_origin:
        raise ValueError("it comes from a frame in another site's page")
