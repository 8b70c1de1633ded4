"""The frame of every command: its language, its exit code, and how it says that something went wrong.

Exit codes: 0 fine, 1 problems found, 2 bad usage, 3 a fault of ours, 130 interrupted.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from .cli_words import CLI_WORDS
from .diagnostics import ReglarioError, render
from .suggest import nearest

FINE, PROBLEMS, USAGE, OURS = range(4)
INTERRUPTED = 130


class BadUsage(Exception):
    """The command was not called as it should be; the message says how."""


def language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """'es' or 'en': what --lang says, else the locale."""
    for place, word in enumerate(arguments):
        if word.startswith("--lang="):
            return "es" if word[7:] == "es" else "en"
        if word == "--lang" and place + 1 < len(arguments):
            return "es" if arguments[place + 1] == "es" else "en"
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return "es" if environment[name].lower().startswith("es") else "en"
    return "en"


LANG = language(sys.argv[1:], os.environ)


def cli(key: str, **values: Any) -> str:
    """The command line's words for `key`, in the language of this run."""
    return CLI_WORDS[key][0 if LANG == "es" else 1].format(**values)


def counted(key: str, count: int, **values: Any) -> str:
    """The words for so many of something; one of them has words of its own."""
    return cli(f"{key}-one" if count == 1 else key, count=count, **values)


def number(text: str | None, name: str, low: float, high: float, whole: bool = True) -> float | None:
    """The number that an option was given, None where it was not. Raises BadUsage where it is none, or out of bounds."""
    if text is None:
        return None
    try:
        value = int(text[:30]) if whole else float(text[:30])
    except ValueError:
        value = None
    if value is None or not low <= value <= high:
        kind = cli("kind-whole" if whole else "kind-decimal")
        raise BadUsage(cli("bad-number", name=name, kind=kind, low=f"{low:g}" if low < 1e6 else low, high=high))
    return value


def complain(text: str) -> None:
    print(text, file=sys.stderr)


def run(made: Callable[[], Any]) -> NoReturn:
    """Makes a command of Typer's and runs it to its exit code, with every error in words and none as a traceback."""
    # What is printed can be any text: a terminal that cannot show a sign gets a substitute, not an error.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = _run(made)
        sys.stdout.flush()
    except OSError:  # whoever read our output has enough, or is gone
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115 - it must outlive this function
        code = FINE
    sys.exit(code)


def _run(made: Callable[[], Any]) -> int:
    try:
        return made().main(sys.argv[1:], prog_name="reglario", standalone_mode=False) or FINE
    except ReglarioError as error:
        complain(render(error.diagnostics, LANG))
        return PROBLEMS
    except BadUsage as error:
        complain(f"{cli('error')}: {error}")
        return USAGE
    except KeyboardInterrupt:
        complain("")
        return INTERRUPTED
    except OSError as error:
        if error.errno in (errno.EPIPE, errno.EIO):
            raise
        complain(f"{cli('error')}: {error.strerror or error}")
        return PROBLEMS
    except Exception as error:
        if hasattr(error, "format_message"):
            _usage(error)
            return USAGE
        if hasattr(error, "exit_code"):
            return int(error.exit_code)
        if os.environ.get("REGLARIO_DEBUG"):
            raise
        complain(cli("our-fault", error=f"{type(error).__name__}: {error}"))
        complain(cli("our-fault-more"))
        return OURS


def _usage(error: Any) -> None:
    """An error of the command line parser, in our words where we know it."""
    kind, context = type(error).__name__, getattr(error, "ctx", None)
    if kind == "NoArgsIsHelpError":
        print(translated(error.format_message()))
        return
    command = context.command_path if context is not None else "reglario"
    if kind == "NoSuchOption":
        text = cli("no-such-option", name=error.option_name)
        known = [name for parameter in context.command.params for name in parameter.opts] if context is not None else []
        near = nearest(error.option_name, known)
        text += f"; {cli('did-you-mean', near=near)}" if near else ""
    elif kind == "MissingParameter" and getattr(error, "param", None) is not None:
        text = cli("missing", name=_called(error.param))
    else:
        text = _unknown_command(error, context) or _known(error) or error.format_message()
    complain(f"{cli('error')}: {text}")
    complain(cli("try-help", command=command))


# Errors that only their English text tells apart, and our words for them.
KNOWN = {
    r"Missing command\.": "no-command",
    r"Got unexpected extra arguments? \((.*)\)": "not-expected",
    r"Option '(.*)' requires an argument\.": "wants-value",
    r"Option '(.*)' does not take a value\.": "takes-no-value",
}


def _known(error: Any) -> str | None:
    for pattern, key in KNOWN.items():
        if found := re.fullmatch(pattern, getattr(error, "message", ""), re.DOTALL):
            return cli(key, what="".join(found.groups()))
    return None


def _called(parameter: Any) -> str:
    """How people know an option or argument."""
    names = [name for name in getattr(parameter, "opts", []) if name.startswith("-")]
    return str(names[0] if names else getattr(parameter, "metavar", None) or parameter.name.upper())


def _unknown_command(error: Any, context: Any) -> str | None:
    commands = getattr(getattr(context, "command", None), "commands", None)
    quoted = error.message.split("'") if getattr(error, "message", "").startswith("No such command") else []
    if not commands or len(quoted) < 2:
        return None
    near = nearest(quoted[1], commands)
    return cli("no-such-command", name=quoted[1]) + (f"; {cli('did-you-mean', near=near)}" if near else "")


def translated(text: str) -> str:
    """A help page with the parser's own words in the language of this run."""
    own = ("Usage:", "Options:", "Commands:", "Arguments:", "Show this message and exit.", "[required]", "[default:", "[OPTIONS]", "COMMAND [ARGS]...")
    for key in own if LANG == "es" else ():
        words = r"\s+".join(map(re.escape, key.split()))  # a line may end between any two
        text = re.sub(words, cli(key), text)
    return text
