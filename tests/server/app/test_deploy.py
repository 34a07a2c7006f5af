"""The files in deploy/: the paths they name exist, and systemd, Docker and Prometheus accept them."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import yaml
from fastapi import FastAPI
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text

from kingdoms.cli.main import COMMANDS
from kingdoms.server.app.asgi import create_app
from kingdoms.server.base.errors import CODES
from kingdoms.server.base.settings import WANTED, ServerSettings, read_settings
from kingdoms.server.http.security import BODY_LIMIT
from tests.support.clients.http import Browser, at_a_port, play_random
from tests.support.games.sample_game import limited
from tests.support.server.launch import ServerProcess
from tests.support.server.rows import execute

ROOT = Path(__file__).parent.parent.parent.parent
DEPLOY = ROOT / "deploy"
ADDED = {"instance", "job", "le"}
"""Labels that Prometheus adds, and that all histograms have."""

Labels = dict[str, dict[str, set[str]]]


@pytest_asyncio.fixture
async def metrics(sqlite_app: FastAPI) -> Labels:
    """The metrics of a server on which each kind of event has happened: name -> values of each label."""
    async with at_a_port(sqlite_app) as url, Browser(url) as ida:
        game = await ida.new_game("me", "bot:random", rulings=limited(2))
        await play_random(ida, game["id"], 1)
        await ida.refused("GET", "/games/none")
        async with ida.live(url, "none") as live:
            await live.closed()
        await execute(sqlite_app, text("ALTER TABLE visitors RENAME TO gone"))
        await ida.send("PUT", "/me", {"name": "Ida"})
    labels: Labels = defaultdict(lambda: defaultdict(set))
    for family in text_string_to_metric_families(sqlite_app.state.metrics.text().decode()):
        for sample in family.samples:
            for label, value in {"": "", **sample.labels}.items():
                labels[sample.name][label].add(value)
    return labels


def check_promql(expression: str, metrics: Labels) -> None:
    """Check that all metrics in an expression are exported."""
    names = re.findall(r"\b(?:kingdoms|process)_\w+|\bup\b", expression)
    assert names, expression
    for name, matchers in re.findall(r"\b((?:kingdoms|process)_\w+)(?:\{([^}]*)\})?", expression):
        assert name in metrics, f"{name} is not exported"
        for label, operator, value in re.findall(r"(\w+)\s*(=~|!~|!=|=)\s*\"([^\"]*)\"", matchers):
            assert label in {*metrics[name], *ADDED}, f"{name} has no label {label}"
            if operator == "=" and label not in ADDED:
                known_values = metrics[name][label] | ({*CODES.values(), "database"} if label == "code" else set())
                assert value in known_values, f"{name} has no {label}={value}"
    for labels in re.findall(r"\bby \(([\w, ]+)\)", expression):
        for label in labels.split(", "):
            assert label in ADDED or any(label in metrics[name] for name in names), f"there is no label {label}"


def test_alerts_and_the_dashboard_use_exported_metrics(metrics: Labels) -> None:
    (group,) = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"]
    assert len({rule["alert"] for rule in group["rules"]}) == len(group["rules"]) > 10
    for rule in group["rules"]:
        check_promql(rule["expr"], metrics)
        assert rule["labels"]["severity"] in ("page", "warn")
        assert set(rule["annotations"]) == {"summary", "description"}
    if promtool := shutil.which("promtool"):
        subprocess.run([promtool, "check", "rules", DEPLOY / "alerts.yml"], check=True, capture_output=True)
    dashboard = json.loads((DEPLOY / "dashboard.json").read_text())
    panels = dashboard["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels) > 10
    assert len({(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}) == len(panels)
    variables = {variable["name"] for variable in dashboard["templating"]["list"]}
    expressions = ""
    for panel in panels:
        assert {*re.findall(r"\$\{?(\w+)", json.dumps(panel))} <= {*variables, "__rate_interval"}
        for target in panel["targets"]:
            check_promql(target["expr"], metrics)
            expressions += target["expr"]
    ours = {re.sub(r"_(bucket|count|sum|created|info)$", "", name) for name in metrics if name.startswith("kingdoms_")}
    assert not [name for name in ours if name not in expressions], "what is worth a figure is worth a look"


def test_the_settings_of_the_service_are_good(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("Dockerfile", "compose.yaml", "kingdoms.env", "alerts.yml"):
        for setting in re.findall(r"\bKINGDOMS_([A-Z_]+)\b", (DEPLOY / name).read_text()):
            assert setting.lower() in {*WANTED, "site", "upstream", "compile", "web"}, f"{name} names KINGDOMS_{setting}"
    for line in (DEPLOY / "kingdoms.env").read_text().splitlines():
        if line and not line.startswith("# "):
            name, _, value = line.removeprefix("#").partition("=")
            monkeypatch.setenv(name, *shlex.split(value) or [""])
    settings = read_settings()
    assert settings.secure
    assert {str(network) for network in settings.proxies} == {"127.0.0.1/32", "::1/128"}
    assert settings.port == 8000
    assert ServerSettings().host == "127.0.0.1", "by default it is reached through the proxy alone"


def test_proxies_know_the_limits_and_answers_of_the_server() -> None:
    nginx, caddy = ((DEPLOY / name).read_text() for name in ("nginx.conf", "Caddyfile"))
    assert f"client_max_body_size {BODY_LIMIT};" in nginx
    assert f"max_size {BODY_LIMIT // 1_000_000}MB" in caddy
    files, connections = (int(re.findall(rf"{name} (\d+);", nginx)[0]) for name in ("rlimit_nofile", "worker_connections"))
    assert files > 2 * connections
    # streamed answers are not buffered by the proxy
    pattern = re.search(r"location ~ (\S+) \{\s+proxy_pass \S+;\s+proxy_buffering off;", nginx)
    assert pattern
    growing = [
        path
        for path, methods in create_app(read_settings(secret="a secret for tests only")).openapi()["paths"].items()
        for method in methods.values()
        if "application/x-ndjson" in method["responses"].get("200", {}).get("content", {})
    ]
    assert len(growing) == 7
    for path in growing:
        assert re.search(pattern[1], re.sub(r"\{\w+\}", "one", path)), f"{path} is held back"


def test_systemd_takes_the_unit_and_finds_it_well_locked_up(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("there is no systemd here")
    unit = (DEPLOY / "kingdoms.service").read_text()
    command = re.findall(r"^ExecStart=(\S+) (\S+)$", unit, re.MULTILINE)
    assert command == [("/opt/kingdoms/bin/kingdoms", "serve")]
    assert command[0][1] in COMMANDS
    file = tmp_path / "kingdoms.service"
    file.write_text(unit.replace(command[0][0], sys.executable))
    result = subprocess.run([analyze, "verify", file], capture_output=True, text=True, check=False)
    assert not [line for line in result.stderr.splitlines() if "kingdoms.service" in line], result.stderr
    version = subprocess.run([analyze, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    if int(version) >= 250:  # before it looked at running units only
        subprocess.run([analyze, "security", "--offline=true", "--threshold=20", file], capture_output=True, check=True)


def instructions() -> list[tuple[str, str]]:
    """Return the Dockerfile's instructions with their arguments."""
    source = re.sub(r"^#.*\n", "", (DEPLOY / "Dockerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in source.splitlines() if line.strip()]


def test_the_image_has_its_sources_and_the_versions_of_the_lock(tmp_path: Path) -> None:
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    assert ignored[0] == "*"
    for source in [source for name, arguments in instructions() if name == "COPY" for source in arguments.split()[:-1]]:
        assert (ROOT / source).exists()
        assert f"!{source}" in ignored, f"{source} is not sent to Docker"
    assert [arguments for name, arguments in instructions() if name == "USER"] == ["kingdoms"]
    assert ("CMD", '["serve"]') in instructions()
    (sed,) = [arguments for name, arguments in instructions() if name == "RUN" and arguments.startswith("sed")]
    shutil.copy(ROOT / "requirements.lock", tmp_path)
    subprocess.run(sed, shell=True, check=True, cwd=tmp_path)
    lines = [line for line in (tmp_path / "constraints.txt").read_text().splitlines() if not line.lstrip().startswith("#")]
    fixed = [re.fullmatch(r"([\w.-]+)==[\w.+!-]+( ; .+)?", line) for line in lines if line]
    assert {"uvicorn", "fastapi", "asyncpg"} <= {match[1] for match in fixed if match}
    assert all(fixed)


def test_the_image_looks_after_its_health(server: ServerProcess) -> None:
    (arguments,) = [arguments for instruction, arguments in instructions() if instruction == "HEALTHCHECK"]
    _, *command = json.loads(arguments.partition("CMD ")[2])
    port = server.url.rpartition(":")[2]
    local_command = [sys.executable, *(part.replace("8000", port) for part in command)]
    subprocess.run(local_command, check=True, timeout=60)
    server.kill()
    assert subprocess.run(local_command, check=False, timeout=60, capture_output=True).returncode == 1


def test_compose_has_server_database_and_proxy() -> None:
    compose: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = compose["services"]
    assert set(services) == {"server", "database", "caddy"}
    server, caddy = services["server"], services["caddy"]
    assert (DEPLOY / server["build"]["context"] / server["build"]["dockerfile"]).exists()
    address = caddy["networks"]["default"]["ipv4_address"]
    assert server["environment"]["KINGDOMS_TRUSTED_PROXIES"] == address
    assert "ports" not in services["database"]
    assert all(str(port).startswith("127.0.0.1:") for port in server["ports"])
    assert [mounted for mounted in caddy["volumes"] if (DEPLOY / mounted.split(":")[0]).is_file()]
    named = {mounted.split(":")[0] for service in services.values() for mounted in service["volumes"] if mounted[0] != "."}
    assert named == set(compose["volumes"])
    url = server["environment"]["KINGDOMS_DATABASE"].replace("${POSTGRES_PASSWORD:?is missing}", "secret")
    read_settings(database=url)
    docker = shutil.which("docker")
    if docker is not None and not subprocess.run([docker, "compose", "version"], capture_output=True, check=False).returncode:
        more = {"KINGDOMS_SITE": "kingdoms.example.org", "POSTGRES_PASSWORD": "secret", "KINGDOMS_OPERATOR_TOKEN": "a" * 32}
        command = [docker, "compose", "-f", str(DEPLOY / "compose.yaml"), "config", "--quiet"]
        subprocess.run(command, env=os.environ | more, check=True, capture_output=True)
