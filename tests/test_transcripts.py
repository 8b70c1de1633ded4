"""The program as people meet it: what they type on a pipe, what it answers, and its exit code; golden files, re-recorded with --record."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

HERE = Path(__file__).parent
ROOT = HERE.parent
CASES: dict[str, dict[str, Any]] = yaml.safe_load((HERE / "transcripts.yaml").read_text(encoding="utf-8"))


def environment(folder: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "SYSTEMROOT", "XDG_CACHE_HOME", "PYTHONPATH")}
    return {**kept, "XDG_STATE_HOME": str(folder / "state"), "LANG": "C.UTF-8", "PYTHONUTF8": "1", "COLUMNS": "80", **more}


def run(case: dict[str, Any], folder: Path) -> str:
    """What the program printed, with the places of this machine taken out, and its exit code."""
    for name, text in case.get("files", {}).items():
        (folder / name).write_text(text, encoding="utf-8")
    words = [str(folder / word) if word in case.get("files", {}) or word in (".", "missing.yaml") else word for word in case["run"].split()]
    typed = "".join(f"{line}\n" for line in case.get("type", []))
    done = subprocess.run(
        [sys.executable, "cli.py", *words], input=typed, capture_output=True, text=True, encoding="utf-8", cwd=ROOT, env=environment(folder), timeout=60
    )
    text = f"$ reglario {case['run']}\n{done.stdout}"
    if done.stderr:
        text += f"--- errors\n{done.stderr}"
    text += f"--- exit code {done.returncode}\n"
    lines = text.replace(str(folder), "<folder>").splitlines()
    return "\n".join(_kept_file(line).rstrip() for line in lines) + "\n"


def _kept_file(line: str) -> str:
    """A line without the time in the name of the file where the game is kept."""
    start = line.find("<folder>/state/")
    return line if start < 0 else line[:start] + "<kept game>"


@pytest.mark.parametrize("name", CASES)
def test_transcript(name: str, tmp_path: Path, record: bool) -> None:
    found = run(CASES[name], tmp_path)
    golden = HERE / "golden" / "transcripts" / f"{name}.txt"
    if record:
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(found, encoding="utf-8")
    assert golden.exists(), "no golden file; record it with pytest --record and read it"
    assert found == golden.read_text(encoding="utf-8")
    assert "Traceback" not in found


def test_every_golden_transcript_has_its_case() -> None:
    assert {path.stem for path in (HERE / "golden" / "transcripts").glob("*.txt")} == set(CASES)
