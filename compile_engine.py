"""Compile the engine: Cython translates each module that has a `.pxd` file to C, and a C compiler makes a library of it.

The build hook runs this file in the build environment:

    python compile_engine.py SOURCE BUILT STORE

SOURCE is the folder with the package, BUILT the folder for the libraries. STORE keeps libraries for the next build: a module
is compiled again only if its source, any declaration, the compilers, Python or the flags have changed.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

SHARED = "kingdoms._cyutility"
"""The module with Cython's utility code, which Cython generates once for all modules."""
DIRECTIVES = {
    "language_level": 3,
    "infer_types": True,
    "annotation_typing": False,
    "cdivision": True,
    "boundscheck": False,
    "wraparound": False,
    "emit_code_comments": False,  # only compilers read the C, and without comments they are faster
}
PICKLED = ("state", "python_state")
"""The last names of the modules whose classes are pickled. For all others, code to do so would take a tenth of the build."""
STORE_DAYS = 14
"""The number of days after which an unused library is removed from the store."""
COMPILER_VARIABLES = ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS", "CL", "_CL_", "LINK", "CPATH", "C_INCLUDE_PATH", "LIBRARY_PATH")
"""The environment variables that set flags and search paths of compilers."""


@contextmanager
def step(name: str) -> Iterator[None]:
    """Print the name of a build step when it starts, and its duration when it is done."""
    print(f"  {name} ...", flush=True)
    start = time.monotonic()
    yield
    print(f"  {name}: {time.monotonic() - start:.0f} s", flush=True)


def c_constants(source: str) -> str:
    """Return the top-level integers of a Python module as a Cython declaration file."""
    lines = [
        f"    {statement.targets[0].id} = {ast.literal_eval(statement.value)}"
        for statement in ast.parse(source).body
        if isinstance(statement, ast.Assign)
        and isinstance(statement.targets[0], ast.Name)
        and isinstance(statement.value, ast.Constant | ast.UnaryOp)
        and isinstance(ast.literal_eval(statement.value), int)
    ]
    return "\n".join(["cdef enum:", *lines, ""])


def modules_of_constants(source: Path) -> list[Path]:
    """Return the modules whose integers compiled modules use as C constants.

    These are the modules that a `.pxd` file imports and that have no `.pxd` file of their own.

    Args:
        source: the folder that contains the packages.
    """
    found = set()
    for declarations in source.rglob("*.pxd"):
        for package, names in re.findall(r"^from ([\w.]+) cimport ([\w, ]+)$", declarations.read_text(), re.M):
            modules = [f"{package}.{name.strip()}" for name in names.split(",")]
            found |= {source / module.replace(".", "/") for module in modules}
    return sorted(path for path in found if path.with_suffix(".py").is_file() and not path.with_suffix(".pxd").is_file())


def compiled_modules(source: Path) -> list[str]:
    """Return the names of the modules to compile, largest first, since large modules take longest and small ones fill gaps.

    These are the modules with a `.pxd` file, except those named `inline`, whose code is in the `.pxd` file itself.
    """
    paths = [path.with_suffix(".py") for path in source.rglob("*.pxd") if path.stem != "inline"]
    longest_first = sorted((path for path in paths if path.is_file()), key=lambda path: (-path.stat().st_size, path))
    return [".".join(path.relative_to(source).with_suffix("").parts) for path in longest_first]


def c_flags() -> list[str]:
    """Return the flags for the C compiler; the environment variable KINGDOMS_CFLAGS sets those for optimising and debugging.

    `-ffp-contract=off` rounds after every operation, as Python does: with fused multiply-add, as on ARM, a compiled search
    would compute other values than an interpreted one. Microsoft's compiler rounds like this by default.
    """
    if sys.platform == "win32":
        return os.environ.get("KINGDOMS_CFLAGS", "/O2").split()
    else:
        return ["-ffp-contract=off", *os.environ.get("KINGDOMS_CFLAGS", "-O3 -g0").split()]


def compilers() -> list[str]:
    """Return strings that identify the compilers: their versions, flags and environment variables."""
    from Cython import __version__  # noqa: PLC0415  only available in build environments

    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cl").split()
    option = [] if command[0] == "cl" else ["--version"]
    version = ""
    with suppress(FileNotFoundError):  # Microsoft's compiler is rarely on the path; setuptools finds it elsewhere
        done = subprocess.run([*command[:1], *option], capture_output=True, text=True, check=False)
        version = done.stdout + done.stderr
    told = [f"{name}={os.environ.get(name)}" for name in COMPILER_VARIABLES]
    options = [repr(DIRECTIVES), repr(PICKLED), *c_flags()]
    return [__version__, version, sys.version, sysconfig.get_platform(), *options, *told]


def digests(source: Path, modules: list[str], compiled_with: list[str]) -> dict[str, str]:
    """Return for each module a digest of all inputs of its library.

    All declarations count as inputs of every module, since only Cython knows which of them a module reads.
    """
    declarations = [
        part for path in sorted(source.rglob("*.pxd")) for part in (path.relative_to(source).as_posix(), path.read_text())
    ]
    common = [*compiled_with, *declarations]

    def digest(module: str) -> str:
        path = source / f"{module.replace('.', '/')}.py"
        parts = [module, path.read_text() if path.is_file() else "", *common]
        return hashlib.sha256(b"".join(b"%d %s" % (len(part.encode()), part.encode()) for part in parts)).hexdigest()

    return {module: digest(module) for module in modules}


class Store:
    """Libraries of earlier builds, by the digest of their inputs.

    Args:
        folder: the folder of the store, created if it is missing. A read-only store keeps nothing new.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fetch(self, digest: str, target: Path) -> bool:
        """Copy a library from the store; return whether it was found."""
        kept = self.folder / digest
        if not kept.is_file():
            return False
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(kept, target)
        try:
            kept.touch()
        except OSError:
            print(f"  {kept} can't be written to, and may soon be compiled again", file=sys.stderr)
        return True

    def keep(self, digest: str, library: Path) -> None:
        """Copy a library into the store atomically."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self.folder, delete=False) as copy:
                copy.write(library.read_bytes())
            Path(copy.name).replace(self.folder / digest)
        except OSError as error:
            print(f"  {library.name} is not kept for the next build: {error}", file=sys.stderr)

    def prune(self) -> None:
        """Remove libraries that no build has used for `STORE_DAYS` days."""
        oldest = time.time() - STORE_DAYS * 86400
        for path in self.folder.glob("*"):
            if path.stat().st_mtime < oldest:
                with suppress(OSError):  # a read-only store can still be used
                    path.unlink()


def compile_modules(source: Path, modules: list[str], built: Path) -> None:
    """Compile modules in parallel, with one job per core, up to four.

    Raises:
        Exception: Cython or the C compiler rejects a module; the type depends on the cause.
    """
    from Cython.Build import cythonize  # noqa: PLC0415  only available in build environments
    from setuptools import Extension, setup  # noqa: PLC0415
    from setuptools.command.build_ext import build_ext  # noqa: PLC0415

    jobs = min(4, os.cpu_count() or 1)
    done, lock = 0, threading.Lock()

    class BuildWithProgress(build_ext):  # type: ignore[misc]
        def build_extension(self, extension: Any) -> None:
            nonlocal done
            super().build_extension(extension)
            with lock:
                done += 1
                if done % 10 == 0 and done < len(modules):
                    print(f"    {done} of {len(modules)}", flush=True)

    os.chdir(source)
    extensions: dict[bool, list[Extension]] = {True: [], False: []}
    for module in modules:
        file = module.replace(".", "/") + (".c" if module == SHARED else ".py")
        extensions[module.rpartition(".")[2] in PICKLED].append(Extension(module, [file], extra_compile_args=c_flags()))
    number = "one module" if len(modules) == 1 else f"{len(modules)} modules"
    with step(f"Engine: {number}, Python to C"):
        translated = [
            extension
            for pickled, some in extensions.items()
            for extension in cythonize(
                some,
                nthreads=jobs,
                quiet=True,
                shared_utility_qualified_name=SHARED,
                compiler_directives=DIRECTIVES | {"auto_pickle": pickled},
            )
        ]
    with step(f"Engine: {number}, C to libraries"):
        setup(
            name="kingdoms",
            packages=[],
            ext_modules=translated,
            cmdclass={"build_ext": BuildWithProgress},
            script_args=["-q", "build_ext", f"-j{jobs}", f"--build-lib={built}", f"--build-temp={built.parent / 'objects'}"],
        )


def compile_engine(source: Path, built: Path, store: Store, compile_them: Callable[..., None] = compile_modules) -> list[str]:
    """Build the libraries of all compiled modules, reusing those in the store; return the modules that had to be compiled.

    Args:
        source: the folder that contains the package; declarations and C files are written beside the modules.
        built: the folder for the libraries.
        store: the libraries of earlier builds.
        compile_them: the function that compiles modules; tests replace it.
    """
    names = [SHARED, *compiled_modules(source)]
    for path in modules_of_constants(source):
        path.with_suffix(".pxd").write_text(c_constants(path.with_suffix(".py").read_text()))
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    modules = digests(source, names, compilers())
    libraries = {module: built / (module.replace(".", "/") + suffix) for module in modules}
    missing = [module for module, digest in modules.items() if not store.fetch(digest, libraries[module])]
    if missing:
        compile_them(source, missing, built)
    for module in missing:
        store.keep(modules[module], libraries[module])
    store.prune()
    return missing


if __name__ == "__main__":
    source, built, store = map(Path, sys.argv[1:])
    if not compile_engine(source.resolve(), built.resolve(), Store(store.resolve())):
        print("  Engine: nothing to compile")
