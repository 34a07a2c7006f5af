"""What passes between a server and a passkey (WebAuthn): what is asked, and whether the answer is right.

Nothing is kept here: who calls this keeps the state of a ceremony between its question and its answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    AttestationConveyancePreference,
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

NAME: Final = "Kingdoms"
"""What passkeys say they are for."""
PREFERRED: Final = UserVerificationRequirement.PREFERRED


class WrongAnswer(Exception):
    """An answer that does not belong to the question, or is no answer at all."""


@dataclass(frozen=True)
class Key:
    """A passkey as a server knows it.

    Attributes:
        id: by which it is known, in base64url.
        public: its public key with all around it, in base64url.
        count: how often it has signed, 0 where it does not count.
    """

    id: str
    public: str
    count: int


class Ceremonies:
    """Questions to passkeys of one address, and their answers.

    Args:
        host: the name, with the port, by which the page was reached.
        is_own: says whether an origin is that of this server's pages.
    """

    def __init__(self, host: str, is_own: Any) -> None:
        name = urlsplit(f"//{host}").hostname or host
        self.server = Fido2Server(
            PublicKeyCredentialRpEntity(name=NAME, id=name),
            attestation=AttestationConveyancePreference.NONE,
            verify_origin=is_own,
        )

    def to_register(self, visitor_id: str, called: str, known: Sequence[str]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return what a browser is asked for a new passkey, and the state until its answer comes.

        Args:
            visitor_id: whose it will be.
            called: what it shall say whose it is.
            known: the ids of the passkeys that they have.
        """
        user = PublicKeyCredentialUserEntity(id=bytes.fromhex(visitor_id), name=called, display_name=called)
        has = [
            PublicKeyCredentialDescriptor(type=PublicKeyCredentialType.PUBLIC_KEY, id=websafe_decode(each)) for each in known
        ]
        asked, state = self.server.register_begin(user, has, ResidentKeyRequirement.REQUIRED, PREFERRED)
        return dict(dict(asked)["publicKey"]), _plain(state)

    def registered(self, state: Mapping[str, Any], answer: Mapping[str, str]) -> Key:
        """Return the passkey that was made.

        Raises:
            WrongAnswer: the answer is not right.
        """
        try:
            response = RegistrationResponse.from_dict(
                {
                    "rawId": answer["id"],
                    "response": {"clientDataJSON": answer["client_data"], "attestationObject": answer["attestation"]},
                }
            )
            _check_frame(response.response.client_data)
            data = self.server.register_complete(state, response)
        except Exception as error:  # whatever is wrong with what a stranger has sent
            raise WrongAnswer(str(error)) from error
        made = data.credential_data
        if made is None or websafe_encode(made.credential_id) != answer["id"]:
            raise WrongAnswer("it names another passkey")
        return Key(answer["id"], websafe_encode(bytes(made)), data.counter)

    def to_sign_in(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return what a browser is asked for a passkey that it has, and the state until its answer comes."""
        asked, state = self.server.authenticate_begin(user_verification=PREFERRED)
        return dict(dict(asked)["publicKey"]), _plain(state)

    def signed_in(self, state: Mapping[str, Any], key: Key, answer: Mapping[str, str]) -> int:
        """Return how often a passkey says that it has signed.

        Raises:
            WrongAnswer: the answer is not right, or comes from a copy of the passkey.
        """
        try:
            response = AuthenticationResponse.from_dict(
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
            self.server.authenticate_complete(state, [AttestedCredentialData(websafe_decode(key.public))], response)
        except Exception as error:
            raise WrongAnswer(str(error)) from error
        count = response.response.authenticator_data.counter
        if (count or key.count) and count <= key.count:
            raise WrongAnswer("it has signed less often than before: there may be a copy of it")
        return count


def _plain(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state of a ceremony as JSON knows it."""
    return {name: None if value is None else str(getattr(value, "value", value)) for name, value in state.items()}


def _check_frame(client_data: Any) -> None:
    """Refuse what a page of another site has asked for in a frame.

    Raises:
        ValueError: it comes from such a page.
    """
    if client_data.cross_origin:
        raise ValueError("it comes from a frame in another site's page")
