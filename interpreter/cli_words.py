"""The command line's own words: helps, usage errors, reports; Spanish and English side by side."""

from __future__ import annotations

CLI_WORDS: dict[str, tuple[str, str]] = {
    "cli": (
        "Juegos de mesa escritos como datos: se juegan, se revisan y se explican.\n\n"
        "Para empezar: «reglario games» dice qué juegos hay, «reglario play pirinola» juega uno, y «reglario copy pirinola» "
        "pone sus reglas en un archivo que puedes cambiar.",
        "Tabletop games written as data: play them, check them, have them explained.\n\n"
        "To begin: reglario games lists the games, reglario play pirinola plays one, and reglario copy pirinola "
        "puts its rules into a file that you can change.",
    ),
    "games": ("Los juegos que vienen con el programa.", "The games that come with the program."),
    "copy": ("Pone un juego, con lo que extiende, en una carpeta donde puedes cambiarlo.",
             "Put a game, with what it extends, into a folder where you can change it."),
    "validate": ("Revisa archivos de reglas y dice qué está mal, dónde, y cómo se arregla.\n\nSale con 0 si todo está bien y con 1 si hay errores.",
                 "Check rule files, and say what is wrong, where, and how to mend it.\n\nExits with 0 where all is well, with 1 where there are errors."),
    "play": (
        "Juega una partida, con personas y máquina en cualquier mezcla.\n\nGAME es el nombre de un juego o un archivo de reglas; con --resume, "
        "el archivo de una partida guardada. Lo que no se diga se pregunta. En la partida, «help» dice qué se puede escribir.",
        "Play a game, with people and the machine in any mix.\n\nGAME is the name of a game or a rule file; with --resume, the file of "
        "a kept game. What is not given is asked for. In the game, help says what can be typed.",
    ),
    "replay": ("Cuenta de nuevo una partida guardada.", "Tell a kept game again."),
    "trace": ("Cuenta una partida guardada con la regla que causó cada cosa.", "Tell a kept game with the rule that caused each thing."),
    "check": (
        "Pasa los escenarios que muestran lo que hacen las reglas, una línea por enunciado, y dice qué reglas no ejercitó ninguno.\n\n"
        "Sin PATH, los enunciados que vienen con el programa.",
        "Run the scenarios that show what rules do, a line a statement, and say which rules none of them exercised.\n\n"
        "Without PATH, the statements that come with the program.",
    ),
    "simulate": ("Juega muchas partidas al azar y dice qué salió.", "Play many games at random, and say what came out."),
    # arguments and options
    "arg-game": ("Nombre de un juego o archivo de reglas.", "Name of a game, or a rule file."),
    "arg-shipped": ("Nombre de un juego de los que vienen con el programa.", "Name of a game that comes with the program."),
    "arg-folder": ("Carpeta; la actual si no se dice otra.", "Folder; the current one unless said otherwise."),
    "arg-paths": ("Archivos o carpetas.", "Files or folders."),
    "arg-record": ("Archivo de una partida guardada.", "File of a kept game."),
    "opt-lang": ("Idioma: es o en; si no, el del sistema.", "Language: es or en; else the system's."),
    "opt-format": ("text o json.", "text or json."),
    "opt-players": ("Quiénes juegan, con :cpu para la máquina: \"Ana,Luis:cpu\".", "Who plays, with :cpu for the machine: \"Ana,Luis:cpu\"."),
    "opt-count": ("Cuántos juegan, o sus nombres.", "How many play, or their names."),
    "opt-set": ("Una opción del juego, opción=valor; se puede repetir.", "An option of the game, option=value; may be repeated."),
    "opt-seed": ("Semilla: la misma da la misma partida.", "Seed: the same one gives the same game."),
    "opt-record": ("Dónde se guarda la partida.", "Where the game is kept."),
    "opt-delay": ("Segundos entre las jugadas de la máquina.", "Seconds between the machine's moves."),
    "opt-trace": ("Bajo cada cosa, la regla que la causó.", "Under each thing, the rule that caused it."),
    "opt-resume": ("Sigue la última partida, o la del archivo que se dé.", "Go on with the last game, or the one in the file given."),
    "opt-own-dice": ("Los dados son los de ustedes: se escribe lo que salió.", "The dice are your own: type what came up."),
    "opt-to": ("Hasta esta línea.", "Up to this line."),
    "opt-n": ("Cuántas partidas.", "How many games."),
    "opt-json": ("El resultado como JSON.", "The result as JSON."),
    "opt-limit": ("Jugadas tras las que una partida se corta.", "Moves after which a game is cut off."),
    "opt-version": ("Dice la versión y termina.", "Show the version and exit."),
    # errors
    "not-with-resume": ("con --resume no va {names}: la partida guardada ya lo tiene", "{names} does not go with --resume: the kept game has it already"),
    "error": ("error", "error"),
    "try-help": ("Prueba «{command} --help».", "Try {command} --help."),
    "no-such-option": ("no existe la opción {name}", "no such option: {name}"),
    "no-such-command": ("no existe el mandato «{name}»", "no such command: {name}"),
    "missing": ("falta {name}", "missing {name}"),
    "bad-set": ("--set quiere opción=valor, no «{text}»", "--set wants option=value, not {text}"),
    "bad-format": ("el formato es text o json, no «{text}»", "the format is text or json, not {text}"),
    "bad-number": ("{name} quiere {kind} de {low} a {high}", "{name} wants {kind} from {low} to {high}"),
    "kind-whole": ("un número entero", "a whole number"),
    "kind-decimal": ("un número", "a number"),
    "bad-lang": ("el idioma es es o en, no «{text}»", "the language is es or en, not {text}"),
    "no-terminal-game": ("di a qué se juega: reglario play GAME", "say which game: reglario play GAME"),
    "did-you-mean": ("¿quizá {near}?", "did you mean {near}?"),
    "our-fault": ("Esto es un fallo del programa, no tuyo: {error}", "This is a fault of the program, not yours: {error}"),
    "our-fault-more": ("Con REGLARIO_DEBUG=1 se ve dónde.", "REGLARIO_DEBUG=1 shows where."),
    # reports
    "copied": ("{path}", "{path}"),
    "copy-exists": ("{path} ya existe; no se toca", "{path} exists already and is left alone"),
    "copy-failed": ("no se puede escribir en {path}: {reason}", "cannot write to {path}: {reason}"),
    "copy-next": ("Cámbialo y juega: reglario play {path}", "Change it, then: reglario play {path}"),
    "players-range": ("{low}-{high} jugadores", "{low}-{high} players"),
    "players-exact": ("{low} jugadores", "{low} players"),
    "nothing-to-check": ("no hay archivos de reglas en {path}", "there are no rule files in {path}"),
    "nothing-kept": ("no hay ninguna partida guardada", "there is no kept game"),
    "sim-title": ("{game}: {games} partidas, semilla {seed}", "{game}: {games} games, seed {seed}"),
    "sim-options": ("opciones: {options}", "options: {options}"),
    "sim-capped": ("cortadas tras {limit} jugadas: {capped}", "cut off after {limit} moves: {capped}"),
    "sim-player": ("jugador", "player"),
    "sim-wins": ("gana", "wins"),
    "sim-shared": ("comparte", "shares"),
    "sim-nobody": ("no gana nadie: {count}", "nobody wins: {count}"),
    "sim-value": ("medida", "measure"),
    "sim-length": ("duración (jugadas)", "length (moves)"),
    "sim-least": ("mínimo", "least"),
    "sim-mean": ("media", "mean"),
    "sim-median": ("mediana", "median"),
    "sim-most": ("máximo", "most"),
    "sim-progress": ("partidas", "games"),
    "sim-stopped": ("Interrumpido: van {games} partidas.", "Stopped after {games} games."),
    # the frame of help
    "Usage:": ("Uso:", "Usage:"),
    "Options:": ("Opciones:", "Options:"),
    "Commands:": ("Mandatos:", "Commands:"),
    "Arguments:": ("Argumentos:", "Arguments:"),
    "[required]": ("[obligatorio]", "[required]"),
    "[default: ": ("[si no: ", "[default: "),
    "[OPTIONS]": ("[OPCIONES]", "[OPTIONS]"),
    "COMMAND [ARGS]...": ("MANDATO …", "COMMAND [ARGS]..."),
    "Show this message and exit.": ("Muestra esto y termina.", "Show this message and exit."),
}  # fmt: skip
