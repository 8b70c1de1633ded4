"""The commands of `reglario`, and nothing else: each reads its arguments and calls the package.

Heavy parts of the package are imported by the commands that need them, so that the rest start at once.
"""

from __future__ import annotations

import signal

if (on_interrupt := signal.getsignal(signal.SIGINT)) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # so that Ctrl-C among the imports ends the program without a traceback

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

if TYPE_CHECKING or not __package__:
    from interpreter.console import FINE, LANG, PROBLEMS, BadUsage, cli, complain, number, run, translated
else:  # installed, the package has our name and this file lies in it
    from reglario.console import FINE, LANG, PROBLEMS, BadUsage, cli, complain, number, run, translated

if TYPE_CHECKING:
    from interpreter.game import Game


class _Command(typer.core.TyperCommand):
    def get_help(self, ctx: Any) -> str:
        return translated(super().get_help(ctx))


class _Group(typer.core.TyperGroup):
    def get_help(self, ctx: Any) -> str:
        return translated(super().get_help(ctx))


app = typer.Typer(
    help=cli("cli"), cls=_Group, no_args_is_help=True, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)  # fmt: skip

Function = TypeVar("Function", bound=Callable[..., Any])
Lang = Annotated[str, typer.Option("--lang", metavar="es|en", show_default=False, help=cli("opt-lang"))]
GameName = Annotated[str, typer.Argument(metavar="GAME", help=cli("arg-game"))]
RecordFile = Annotated[Path, typer.Argument(metavar="RECORD", help=cli("arg-record"))]
Paths = Annotated[list[Path] | None, typer.Argument(metavar="PATH", help=cli("arg-paths"))]
Format = Annotated[str, typer.Option("--format", metavar="text|json", help=cli("opt-format"))]
Settings = Annotated[list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help=cli("opt-set"))]
Seed = Annotated[str | None, typer.Option("--seed", metavar="N", help=cli("opt-seed"))]
To = Annotated[str | None, typer.Option("--to", metavar="N", help=cli("opt-to"))]


def command(name: str) -> Callable[[Function], Function]:
    """Makes a function a command, with its help in the language of this run."""
    return app.command(name, help=cli(name), short_help=cli(f"short-{name}"), cls=_Command)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"reglario {_package().__version__}")
        raise typer.Exit


@app.callback()
def everywhere(
    version: Annotated[bool, typer.Option("--version", is_eager=True, callback=_version, help=cli("opt-version"))] = False, lang: Lang = LANG
) -> None:
    _language(lang)


@command("games")
def games(lang: Lang = LANG) -> None:
    _language(lang)
    from_package = _package()
    shipped = from_package.shipped_games()
    wide = max(map(len, shipped))
    for name, path in shipped.items():
        model = from_package.load(path).model
        low, high = model.players
        players = cli("players-exact", low=low) if low == high else cli("players-range", low=low, high=high)
        print(f"{name:<{wide}}  {model.title.get(LANG, name)}  ({players})")


@command("copy")
def copy(
    game: Annotated[str, typer.Argument(metavar="GAME", help=cli("arg-shipped"))],
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", show_default=False, help=cli("arg-folder"))] = Path(),
    lang: Lang = LANG,
) -> None:
    _language(lang)
    copied, kept = _package().copy_game(game, folder)
    for path in copied:
        print(cli("copied", path=path))
    for path in kept:
        complain(cli("copy-exists", path=path))
    if copied:
        print(cli("copy-next", path=copied[0]))
    _exit(PROBLEMS if kept else FINE)


@command("validate")
def validate(paths: Annotated[list[Path], typer.Argument(metavar="PATH", help=cli("arg-paths"))], format: Format = "text", lang: Lang = LANG) -> None:
    _language(lang)
    _exit(_package().reports.validate(paths, _format(format), LANG))


@command("play")
def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=cli("arg-game"))] = None,
    players: Annotated[str | None, typer.Option("--players", metavar="NAMES", help=cli("opt-players"))] = None,
    set_: Settings = None,
    seed: Seed = None,
    record: Annotated[Path | None, typer.Option("--record", metavar="FILE", help=cli("opt-record"))] = None,
    delay: Annotated[str | None, typer.Option("--delay", metavar="SECONDS", help=cli("opt-delay"))] = None,
    trace: Annotated[bool, typer.Option("--trace", help=cli("opt-trace"))] = False,
    resume: Annotated[bool, typer.Option("--resume", help=cli("opt-resume"))] = False,
    own_dice: Annotated[bool, typer.Option("--own-dice", help=cli("opt-own-dice"))] = False,
    fair: Annotated[bool, typer.Option("--fair", help=cli("opt-fair"))] = False,
    lang: Lang = LANG,
) -> None:
    _language(lang)
    if fair and (names := [name for name, on in (("--seed", seed is not None), ("--own-dice", own_dice), ("--resume", resume)) if on]):
        raise BadUsage(cli("not-with-fair", names=", ".join(names)))
    evening = _package().evening.Evening(LANG, _seed(seed), number(delay, "--delay", 0, 60, whole=False) or 0, trace, own_dice, fair)
    if resume:
        given = {"--players": players, "--set": set_, "--seed": seed, "--record": record}
        if names := [name for name, value in given.items() if value is not None]:
            raise BadUsage(cli("not-with-resume", names=", ".join(names)))
        _exit(evening.resume(Path(game) if game else None))
    _exit(evening.begin(game, players, _settings(set_), record))


@command("replay")
def replay(
    record: RecordFile,
    to: To = None,
    lang: Lang = LANG,
) -> None:
    _language(lang)
    _exit(_package().reports.retell(record, _whole(to, "--to", 0, 10**9), LANG, rules=False))


@command("verify")
def verify(record: RecordFile, lang: Lang = LANG) -> None:
    _language(lang)
    _exit(_package().reports.verify(record, LANG))


@command("trace")
def trace(
    record: RecordFile,
    to: To = None,
    lang: Lang = LANG,
) -> None:
    _language(lang)
    _exit(_package().reports.retell(record, _whole(to, "--to", 0, 10**9), LANG, rules=True))


@command("check")
def check(paths: Paths = None, lang: Lang = LANG) -> None:
    _language(lang)
    _exit(_package().reports.check(paths or [], LANG))


@command("simulate")
def simulate(
    game: GameName,
    n: Annotated[str, typer.Option("-n", metavar="N", help=cli("opt-n"))] = "1000",
    players: Annotated[str | None, typer.Option("--players", metavar="N|NAMES", help=cli("opt-count"))] = None,
    set_: Settings = None,
    seed: Seed = None,
    limit: Annotated[str, typer.Option("--limit", metavar="MOVES", help=cli("opt-limit"))] = "100000",
    jobs: Annotated[str | None, typer.Option("--jobs", metavar="N", help=cli("opt-jobs"))] = None,
    interpreter: Annotated[bool, typer.Option("--interpreter", help=cli("opt-interpreter"))] = False,
    as_json: Annotated[bool, typer.Option("--json", help=cli("opt-json"))] = False,
    lang: Lang = LANG,
) -> None:
    _language(lang)
    cores = _whole(jobs, "--jobs", 1, 256) or 0
    games, moves = _whole(n, "-n", 1, 10**9), _whole(limit, "--limit", 1, 10**9)
    _exit(_package().reports.simulation(_load(game), games, players, _settings(set_), _seed(seed) or 0, moves, as_json, LANG, cores, interpreter))


@command("compile")
def compile_(
    game: GameName,
    wat: Annotated[bool, typer.Option("--wat", help=cli("opt-wat"))] = False,
    lang: Lang = LANG,
) -> None:
    _language(lang)
    _exit(_package().reports.compilation(_load(game), wat))


# ---- what the commands share


def _package() -> Any:
    if TYPE_CHECKING or not __package__:
        import interpreter as package
    else:
        import reglario as package
    return package


def _load(game: str) -> Game:
    loaded: Game = _package().load(game)
    return loaded


def _language(lang: str) -> None:
    if lang not in ("es", "en"):
        raise BadUsage(cli("bad-lang", text=lang))


def _format(text: str) -> str:
    if text not in ("text", "json"):
        raise BadUsage(cli("bad-format", text=text))
    return text


def _whole(text: str | None, name: str, low: int, high: int) -> int | None:
    value = number(text, name, low, high)
    return None if value is None else int(value)


def _seed(text: str | None) -> int | None:
    return _whole(text, "--seed", 0, 2**64 - 1)


def _settings(pairs: list[str] | None) -> dict[str, str]:
    found = {}
    for pair in pairs or []:
        name, sign, value = pair.partition("=")
        if not sign or not name.strip():
            raise BadUsage(cli("bad-set", text=pair))
        found[name.strip()] = value.strip()
    return found


def _exit(code: int) -> None:
    raise typer.Exit(code)


def main() -> None:
    run(lambda: typer.main.get_command(app))


if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
    signal.signal(signal.SIGINT, on_interrupt)

if __name__ == "__main__":
    main()
