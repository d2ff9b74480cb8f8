"""A small OpenID Connect provider on loopback: whoever comes is signed in as the person named in `person`."""

from __future__ import annotations

import base64
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT = "glassbox-test"


class Provider:
    """Start with `with Provider() as provider`; `secrets_toml(app)` is what the app needs to know."""

    def __init__(self) -> None:
        self.person = "ann"
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.nonces: dict[str, tuple[str, str]] = {}
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider.answer(self)

            def do_POST(self) -> None:
                provider.answer(self)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self) -> Provider:
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.server.shutdown()
        self.server.server_close()

    def secrets_toml(self, app: str) -> str:
        return f"""
[auth]
redirect_uri = "{app}/oauth2callback"
cookie_secret = "{"x" * 40}"
client_id = "{CLIENT}"
client_secret = "secret"
server_metadata_url = "{self.address}/.well-known/openid-configuration"
"""

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        url = urlsplit(request.path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        size = int(request.headers.get("content-length") or 0)
        form = {name: values[0] for name, values in parse_qs(request.rfile.read(size).decode()).items()}
        match url.path:
            case "/.well-known/openid-configuration":
                self._json(
                    request,
                    {
                        "issuer": self.address,
                        "authorization_endpoint": f"{self.address}/authorize",
                        "token_endpoint": f"{self.address}/token",
                        "jwks_uri": f"{self.address}/jwks",
                        "userinfo_endpoint": f"{self.address}/userinfo",
                        "response_types_supported": ["code"],
                        "subject_types_supported": ["public"],
                        "id_token_signing_alg_values_supported": ["RS256"],
                    },
                )
            case "/authorize":
                code = f"code-{len(self.nonces)}"
                self.nonces[code] = (query.get("nonce", ""), self.person)
                request.send_response(302)
                back = urlencode({"code": code, "state": query["state"]})
                request.send_header("location", f"{query['redirect_uri']}?{back}")
                request.end_headers()
            case "/token":
                nonce, person = self.nonces[form["code"]]
                now = int(time.time())
                claims = {
                    "iss": self.address, "aud": CLIENT, "sub": person, "name": person.title(), "nonce": nonce,
                    "email": f"{person}@example.org", "iat": now, "exp": now + 3600,
                }  # fmt: skip
                token = jwt.encode(claims, self.key, algorithm="RS256", headers={"kid": "one"})
                self._json(
                    request, {"access_token": "a", "token_type": "Bearer", "id_token": token, "expires_in": 3600}
                )
            case "/jwks":
                numbers = self.key.public_key().public_numbers()
                self._json(
                    request,
                    {
                        "keys": [
                            {
                                "kty": "RSA", "kid": "one", "use": "sig", "alg": "RS256",
                                "n": _number(numbers.n), "e": _number(numbers.e),
                            }
                        ]
                    },
                )  # fmt: skip
            case "/userinfo":
                self._json(request, {"sub": self.person})
            case _:
                request.send_error(404)

    def _json(self, request: BaseHTTPRequestHandler, value: object) -> None:
        body = json.dumps(value).encode()
        request.send_response(200)
        request.send_header("content-type", "application/json")
        request.send_header("content-length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)


def _number(value: int) -> str:
    data = value.to_bytes((value.bit_length() + 7) // 8, "big")
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
