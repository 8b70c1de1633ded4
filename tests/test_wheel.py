"""The wheel: all under one import package, with everything it needs, playing from another folder in an empty environment."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)], check=True, capture_output=True, timeout=300)
    (path,) = folder.glob("*.whl")
    return path


def test_everything_lies_under_one_package_of_our_own_name(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} == {"reglario", wheel.name.split("-py3")[0] + ".dist-info"}
    rules = ("rules/pirinola.yaml", "rules/variants/perinola-6.yaml", "seeds/pirinola.yaml")
    for path in ("cli.py", "grammar/rules.lark", "grammar/rule-file.schema.json", *rules):
        assert f"reglario/{path}" in names
    assert not any("drafts" in name or "test" in name for name in names)


def test_installed_alone_it_plays_from_another_folder(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    programs = tmp_path / "env" / ("Scripts" if sys.platform == "win32" else "bin")
    subprocess.run([programs / "python", "-m", "pip", "install", "-q", str(wheel)], check=True, capture_output=True, timeout=300)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    def run(*words: str) -> str:
        environment = {"XDG_STATE_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path), "PATH": "/usr/bin", "LANG": "C.UTF-8"}
        done = subprocess.run([programs / "reglario", *words], cwd=elsewhere, capture_output=True, text=True, env=environment, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert "pirinola-express" in run("games")
    assert "wins" in run("play", "pirinola", "--players", "Ana:cpu,Luis:cpu", "--seed", "4")
    assert "failed: 0" in run("check")
    run("copy", "perinola-6")
    assert {path.name for path in elsewhere.iterdir()} == {"perinola-6.yaml", "pirinola.yaml"}
    assert "fine" in run("validate", "perinola-6.yaml", "pirinola.yaml")
    program = "import reglario; print(reglario.load('pig').name)"
    done = subprocess.run([programs / "python", "-c", program], capture_output=True, text=True, cwd=elsewhere, timeout=60)
    assert done.stdout == "pig\n", done.stderr
