"""nginx and Caddy in front of servers under test, with the files in deploy/, where only addresses and paths are replaced.

If a program is not installed, its tests are skipped, or fail with KINGDOMS_TEST_PROXIES=require.
"""

from __future__ import annotations

import abc
import contextlib
import os
import random
import re
import shutil
import socket
import ssl
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import NoReturn, Self

import pytest

from tests.support.suite.timeouts import SOON

DEPLOY = Path(__file__).parents[3] / "deploy"
NAME = "localhost"
"""The host name that replaces the example's."""
PATH = f"{os.environ.get('PATH', '')}:/usr/local/sbin:/usr/sbin"


def skip_or_fail(fault: str) -> NoReturn:
    """Skip or fail a test because something is missing."""
    if os.environ.get("KINGDOMS_TEST_PROXIES") == "require":
        pytest.fail(f"{fault}, and KINGDOMS_TEST_PROXIES=require")
    pytest.skip(f"{fault}: the files in deploy/ are NOT tested with it")


def program(name: str) -> str:
    """Return the path of a program; skip the test if it is missing."""
    return shutil.which(name, path=PATH) or skip_or_fail(f"there is no {name}")


def free_port() -> int:
    """Return a port that is not in use, and that the system gives to no connection meanwhile."""
    while True:
        port = random.SystemRandom().randrange(10_000, 32_000)  # below the ports that systems give out by themselves
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def has_ipv6() -> bool:
    """Return whether this machine can listen on IPv6 addresses."""
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


def substitute(text: str, pattern: str, by: str) -> str:
    """Replace all matches of a pattern, which must exist."""
    text, times = re.subn(pattern, lambda _: by, text, flags=re.MULTILINE)
    assert times, f"there is no {pattern} any more"
    return text


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """Create a certificate for NAME and its key; return their files."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    command = [program("openssl"), "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    command += ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-days", "2"]
    command += ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    return certificate, key


class Proxy(abc.ABC):
    """A proxy on free ports, as a context manager.

    Args:
        folder: a folder for its files.
        upstreams: the servers behind it, as `127.0.0.1:8000`.
        hurried: whether to divide time limits by ten.

    Attributes:
        url: the URL at which visitors reach the server, without a trailing slash.
        plain: the same without https.
        ssl: trusts only the certificate of the proxy.
    """

    def __init__(self, folder: Path, *upstreams: str, hurried: bool = False) -> None:
        self.folder = folder
        self.upstreams = upstreams
        self.hurried = hurried
        self.folder.mkdir(parents=True, exist_ok=True)
        self.certificate, self.key = make_certificate(folder)
        self.ssl = ssl.create_default_context(cafile=str(self.certificate))
        self.http, self.https = free_port(), free_port()
        self.url, self.plain = f"https://{NAME}:{self.https}", f"http://{NAME}:{self.http}"
        self.log = folder / "said"
        self.process: subprocess.Popen[str]

    @abc.abstractmethod
    def command(self) -> tuple[list[str], dict[str, str]]:
        """Write the configuration; return the command of the proxy, and its environment."""

    def hurry(self, text: str, *names: str) -> str:
        """Divide time limits by ten if the proxy is hurried."""
        for name in names if self.hurried else ():
            text = substitute(text, rf"(?<=\b{name} )(?=\d+0s)", "")
            text = re.sub(rf"\b{name} (\d+)0s", rf"{name} \1s", text)
        return text

    def __enter__(self) -> Self:
        command, environment = self.command()
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, text=True, cwd=self.folder, env={"PATH": PATH} | environment
            )
        until = time.monotonic() + SOON
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.https), SOON):
                    return self
            except OSError:
                if self.process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(f"{command[0]} did not start: {self.log_text()}") from None
                time.sleep(0.02)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.process.terminate()
        try:
            self.process.wait(SOON)
        finally:
            self.process.kill()

    def log_text(self) -> str:
        """Return the log."""
        return self.log.read_text()


class Nginx(Proxy):
    """nginx with deploy/nginx.conf."""

    def configuration(self) -> str:
        """Return the file with other addresses and paths."""
        text = (DEPLOY / "nginx.conf").read_text()
        scratch = "".join(
            f"    {name}_temp_path {self.folder / name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        text = substitute(text, r"^user www-data;", "user root;" if os.geteuid() == 0 else "")
        text = substitute(text, r"^worker_processes auto;", "worker_processes 1;\ndaemon off;")
        text = substitute(text, r"/run/nginx\.pid", str(self.folder / "nginx.pid"))
        text = substitute(text, r"/var/log/nginx/error\.log", str(self.folder / "error.log"))
        text = substitute(text, r"^http \{\n", f"http {{\n{scratch}")
        if not has_ipv6():
            text = substitute(text, r"^ *listen \[::\]:.*\n", "")
        text = re.sub(r"(listen (?:\[::\]:)?)80\b", rf"\g<1>{self.http}", text)
        text = re.sub(r"(listen (?:\[::\]:)?)443\b", rf"\g<1>{self.https}", text)
        text = substitute(text, r'default "";(?=\n    \}\n\n    # No answer)', f'default ":{self.https}";')
        text = substitute(text, r"/etc/letsencrypt/live/kingdoms\.example\.org/fullchain\.pem", str(self.certificate))
        text = substitute(text, r"/etc/letsencrypt/live/kingdoms\.example\.org/privkey\.pem", str(self.key))
        text = substitute(text, r"server_name kingdoms\.example\.org", f"server_name {NAME}")
        assert "kingdoms.example.org" not in "\n".join(line for line in text.splitlines() if not line.startswith("#"))
        line = re.search(r"^ *server 127\.0\.0\.1:8000(.*)\n", text, re.MULTILINE)
        assert line
        text = text.replace(line[0], "".join(f"        server {name}{line[1]}\n" for name in self.upstreams))
        return self.hurry(text, "client_header_timeout", "client_body_timeout", "send_timeout")

    def command(self) -> tuple[list[str], dict[str, str]]:
        """Write the configuration; return the command of the proxy, and its environment."""
        (self.folder / "nginx.conf").write_text(self.configuration())
        start = [program("nginx"), "-p", str(self.folder), "-c", "nginx.conf", "-e", str(self.folder / "error.log")]
        return start, {}


class Caddy(Proxy):
    """Caddy with deploy/Caddyfile."""

    def configuration(self) -> str:
        """Return the file with other ports and a certificate."""
        text = (DEPLOY / "Caddyfile").read_text()
        ports = f"{{\n\tadmin off\n\thttp_port {self.http}\n"
        text = substitute(text, r"^\{\n", ports)
        text = substitute(text, r"^(?=\t@inside)", f"\ttls {self.certificate} {self.key}\n")
        return self.hurry(text, "read_header", "read_body")

    def command(self) -> tuple[list[str], dict[str, str]]:
        """Write the configuration; return the command of the proxy, and its environment."""
        (self.folder / "Caddyfile").write_text(self.configuration())
        start = [program("caddy"), "run", "--config", str(self.folder / "Caddyfile"), "--adapter", "caddyfile"]
        places = {name: str(self.folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        return start, {"KINGDOMS_SITE": f"{NAME}:{self.https}", "KINGDOMS_UPSTREAM": " ".join(self.upstreams), **places}
