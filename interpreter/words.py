"""What the program itself says at the table, Spanish and English side by side. Diagnostics have theirs in messages."""

from __future__ import annotations

from typing import Any

WORDS: dict[str, tuple[str, str]] = {
    # values
    "yes": ("sí", "yes"),
    "no": ("no", "no"),
    "and": ("y", "and"),
    "nobody": ("nadie", "nobody"),
    "nothing": ("nada", "nothing"),
    "left": ("se sale de `{block}`", "`{block}` is left"),
    # a game's beginning
    "which-game": ("¿A qué se juega?", "Which game?"),
    "how-many-players": ("¿Cuántos juegan?", "How many players?"),
    "player-names": ("¿Cómo se llaman? Con «:cpu» detrás del nombre juega la máquina.",
                     "What are their names? With :cpu behind a name the machine plays."),
    "player-name": ("{number}. ", "{number}. "),
    "default-name": ("Jugador {number}", "Player {number}"),
    "cpu-name": ("Máquina {number}", "Machine {number}"),
    "ask-values": ("  {values} [Enter: {default}] ", "  {values} [Enter: {default}] "),
    "saved-in": ("La partida se guarda en {path}", "The game is kept in {path}"),
    "resumed": ("Se sigue la partida de {path}, en la jugada {moves}", "The game in {path} goes on, at move {moves}"),
    "promise": ("Azar prometido. Apunten esta huella: {promise}", "Chance is promised. Note this hash: {promise}"),
    "seed-shown": ("La semilla era {seed}", "The seed was {seed}"),
    "verify-with": ("Se comprueba con: reglario verify {path}", "Check it with: reglario verify {path}"),
    "verified": ("Todo salió como la semilla decía, {outcomes} veces. Huella: {promise}",
                 "Everything came out as the seed says, {outcomes} times. Hash: {promise}"),
    "cut-line": ("La última línea del archivo estaba cortada y no cuenta", "The last line of the file was cut off and does not count"),
    # the screen
    "time-left": ("quedan {seconds} s", "{seconds} s left"),
    "history": ("últimos {what}", "last {what}"),
    "timed-out": ("Se acabó el tiempo de {who}", "{who} has run out of time"),
    # prompts
    "hand-over": ("Pasa la pantalla a {who} [Enter] ", "Pass the screen to {who} [Enter] "),
    "press-enter": ("{who}: {what} [Enter] ", "{who}: {what} [Enter] "),
    "enter-outcome": ("{who}: {what}, ¿qué salió? ({values}) ", "{who}: {what}; what came up? ({values}) "),
    "somebody": ("Alguien", "Somebody"),
    "draw": ("al azar", "leave it to chance"),
    "question": ("{who}: {question}", "{who}: {question}"),
    "choose": ("elige", "choose"),
    "prompt": ("> ", "> "),
    "price": ("cuesta multa", "at a price"),
    "no-such-choice": ("No hay ninguna opción «{text}».", "There is no option “{text}”."),
    "several-choices": ("«{text}» puede ser: {options}.", "“{text}” could be: {options}."),
    "no-such-outcome": ("«{text}» no puede salir; puede salir: {values}.", "“{text}” cannot come up; what can: {values}."),
    "just-enter": ("Pulsa Enter, o escribe «help».", "Press Enter, or type help."),
    "undone": ("Se deshizo; lo que ya había salido volverá a salir.", "Taken back; what chance had decided will come up again."),
    "undo-seen": ("No se deshace: desde entonces se vieron fichas que estaban ocultas.", "Not taken back: hidden pieces have been seen since."),
    "nothing-to-undo": ("No hay nada que deshacer.", "There is nothing to take back."),
    "why-what": ("Escribe «why» y una opción: {options}.", "Type why and an option: {options}."),
    "help": (
        "  Enter          girar, tirar o repartir\n"
        "  1, 2, …        elegir la opción de ese número; también vale una parte de su nombre\n"
        "  why OPCIÓN     por qué se puede elegir, o qué lo impide\n"
        "  undo           volver a la decisión anterior (lo que salió vuelve a salir)\n"
        "  log            lo que ha pasado\n"
        "  rules          las reglas de este juego y dónde están escritas\n"
        "  quit           dejarlo; se sigue después con «reglario play --resume»",
        "  Enter          spin, roll or deal\n"
        "  1, 2, …        choose the option of that number; part of its name will do\n"
        "  why OPTION     why it may be chosen, or what stands in the way\n"
        "  undo           back to the decision before (what came up will come up again)\n"
        "  log            what has happened so far\n"
        "  rules          the rules of this game and where they are written\n"
        "  quit           leave; go on later with reglario play --resume",
    ),
    "quit": ("La partida queda guardada. Para seguirla: reglario play --resume {path}",
             "The game is kept. To go on: reglario play --resume {path}"),
    # the end
    "winner": ("Gana {people}.", "{people} wins."),
    "winners": ("Ganan {people}.", "{people} share the win."),
    "no-winner": ("No gana nadie.", "Nobody wins."),
    "game-over": ("Fin de la partida", "The game is over"),
    "already-over": ("Esa partida ya terminó.", "That game is over already."),
    "record-fault": ("Una regla falló; la partida queda guardada como estaba.", "A rule failed; the game is kept as it was."),
    # reasons
    "why-offered": ("«{option}» se puede elegir.", "“{option}” may be chosen."),
    "why-breach": ("«{option}» se puede elegir, pero cuesta: hay opciones de rango más alto ({rank}).",
                   "“{option}” may be chosen at a price: there are options of a higher rank ({rank})."),
    "why-outranked": ("«{option}» no se ofrece: lo que hay que jugar primero es «{better}» ({rank}).",
                      "“{option}” is not offered: “{better}” comes first ({rank})."),
    "why-wasteful": ("«{option}» no se ofrece: con «{better}» se aprovecha más ({more} en vez de {less}).",
                     "“{option}” is not offered: “{better}” makes use of more ({more} instead of {less})."),
    "why-idle": ("«{option}» solo se ofrece cuando no hay otra cosa, y se puede «{better}».",
                 "“{option}” is offered only where nothing else is, and “{better}” is."),
    "why-clause": ("«{option}» no se ofrece: no se cumple «{clause}»{deeper}{values}.",
                   "“{option}” is not offered: `{clause}` does not hold{deeper}{values}."),
    "why-values": (" ({values})", " ({values})"),
    "why-true": (", porque «{atom}» es cierto", ", because `{atom}` is true"),
    "why-false": (", porque «{atom}» es falso", ", because `{atom}` is false"),
    "why-outside": ("«{option}» no se ofrece: en lugar de «{word}» puede ir {values}.",
                    "“{option}” is not offered: in place of {word} there can be {values}."),
    "why-off-route": ("«{option}» no se ofrece: no está en camino ({piece}).", "“{option}” is not offered: it is not on its way ({piece})."),
    "why-too-far": ("«{option}» no se ofrece: {steps} son demasiados; pasos que quedan: {left} ({piece}).",
                    "“{option}” is not offered: {steps} are too many; steps left: {left} ({piece})."),
    "why-alike": ("«{option}» es lo mismo que «{better}», que se ofrece.", "“{option}” is the same as “{better}”, which is offered."),
    "why-elsewhere": ("«{option}» no se elige ahora: ahora se elige entre {options}.", "“{option}” is not chosen here: the choice now is among {options}."),
    "why-no-choice": ("Ahora no hay nada que elegir: decide el azar.", "There is nothing to choose now: chance decides."),
    "why-over": ("La partida ya terminó.", "The game is over."),
    "why-unknown": ("No conozco ninguna opción «{option}».", "There is no option “{option}” in this game."),
    # check
    "check-passed": ("{count} escenarios", "{count} scenarios"),
    "check-one": ("1 escenario", "1 scenario"),
    "check-none": ("sin escenario: {note}", "no scenario: {note}"),
    "check-missing": ("sin escenario", "no scenario"),
    "check-uncovered": ("Reglas que ningún escenario ejercitó:", "Rules that no scenario exercised:"),
    "check-all-covered": ("Los escenarios ejercitan todas las reglas de {game}.", "The scenarios exercise every rule of {game}."),
    "check-summary": (
        "enunciados: {statements}, escenarios: {scenarios}, fallan: {failed}",
        "statements: {statements}, scenarios: {scenarios}, failed: {failed}",
    ),
    # validate
    "valid": ("{path}: bien ({summary})", "{path}: fine ({summary})"),
    "valid-summary": ("{players} jugadores, {rules} reglas", "{players} players, {rules} rules"),
    "problems": ("errores: {errors}, avisos: {warnings}", "errors: {errors}, warnings: {warnings}"),
}  # fmt: skip


def say(lang: str, key: str, **values: Any) -> str:
    """The words for `key` in `lang` ('es' or 'en'), with the values filled in."""
    return WORDS[key][0 if lang == "es" else 1].format(**values)
