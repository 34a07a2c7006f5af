"""Build hook: compiles the engine with Cython into the wheel.

Where there is no compiler, or compiling fails, the wheel is pure Python: slower, otherwise the same.
The environment variable KINGDOMS_COMPILE decides: `auto` (the default), `require` (a failure is an error), `no`.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CONSTANTS = ("core/constants", "middlesea/codes", "middlesea/geometry")
"""Uncompiled modules whose whole numbers the compiled ones use as C constants."""

SETUP = """
from pathlib import Path
from Cython.Build import cythonize
from setuptools import Extension, setup

modules = {modules!r}
flags = {flags!r}
setup(
    name="kingdoms",
    packages=[],
    ext_modules=cythonize(
        [Extension(name.replace("/", "."), [name + ".py"], extra_compile_args=flags) for name in modules],
        nthreads={jobs},
        compiler_directives=dict(
            language_level=3, infer_types=True, annotation_typing=False, cdivision=True, boundscheck=False, wraparound=False
        ),
    ),
)
"""


def c_constants(source: str) -> str:
    """Return the top-level whole numbers of a Python module as a Cython declaration file."""
    lines = [
        f"    {statement.targets[0].id} = {ast.literal_eval(statement.value)}"
        for statement in ast.parse(source).body
        if isinstance(statement, ast.Assign)
        and isinstance(statement.targets[0], ast.Name)
        and isinstance(statement.value, ast.Constant | ast.UnaryOp)
        and isinstance(ast.literal_eval(statement.value), int)
    ]
    return "\n".join(["cdef enum:", *lines, ""])


def can_compile() -> bool:
    """Say whether compiling is wanted and can be tried."""
    mode = os.environ.get("KINGDOMS_COMPILE", "auto")
    if mode not in ("auto", "require", "no"):
        raise RuntimeError(f"KINGDOMS_COMPILE is {mode!r}: it can be auto, require or no")
    if mode == "require":
        return True
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    headers = Path(sysconfig.get_paths()["include"], "Python.h").is_file()
    return mode == "auto" and shutil.which(compiler) is not None and headers


class KingdomsBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Compile every module that has a `.pxd` of its own beside its `.py`, `core.inline` excepted: that one is all C already."""

    PLUGIN_NAME = "custom"
    scratch: Path | None = None

    def dependencies(self) -> list[str]:
        """Return what compiling needs."""
        return ["cython>=3.1", "setuptools>=75"] if self.compiles() else []

    def compiles(self) -> bool:
        """Say whether this build compiles."""
        return self.target_name == "wheel" and can_compile()

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel is put together; editable installs stay as they are, to be edited."""
        if version == "editable" or not self.compiles():
            return
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
        """Compile in a scratch copy of the sources; return where the libraries are, or None, and what was said."""
        self.scratch = Path(tempfile.mkdtemp(prefix="kingdoms-build-"))
        source = self.scratch / "src"
        shutil.copytree(Path(self.root, "src"), source, ignore=shutil.ignore_patterns("__pycache__"))
        package = source / "kingdoms"
        modules = [
            path.relative_to(source).with_suffix("").as_posix()
            for path in sorted(package.rglob("*.pxd"))
            if path.with_suffix(".py").is_file() and path.stem != "inline"
        ]
        for module in CONSTANTS:
            declarations = c_constants((package / module).with_suffix(".py").read_text())
            (package / module).with_suffix(".pxd").write_text(declarations)
        flags = ["/O2"] if sys.platform == "win32" else ["-O3", "-g0"]
        jobs = min(4, os.cpu_count() or 1)
        program = SETUP.format(modules=modules, flags=flags, jobs=0)
        built = self.scratch / "lib"
        command = [sys.executable, "-c", program, "build_ext", f"-j{jobs}"]
        command += ["--build-lib", str(built), "--build-temp", str(self.scratch / "tmp")]
        done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
        return (None if done.returncode else built), done.stdout + done.stderr

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind."""
        if self.scratch is not None:
            shutil.rmtree(self.scratch, ignore_errors=True)
