"""What can be wrong with a record of a game, a simulation, a scenario, or a copy of a game's files."""

RECORDS: dict[str, tuple[str, str]] = {
    # ---- records
    "record-exists": ("the file `{path}` exists already", "el archivo `{path}` ya existe"),
    "hint:record-exists": ("give the record another name; none is ever written over", "dale otro nombre al registro; ninguno se sobrescribe"),
    "record-busy": ("the game in `{path}` is being played already", "la partida de `{path}` ya se está jugando"),
    "hint:record-busy": ("go on in the terminal where it is open, or close it there", "síguela en la terminal donde está abierta, o ciérrala ahí"),
    "record-unwritable": ("`{path}` cannot be written: {reason:term}", "no se puede escribir `{path}`: {reason:term}"),
    "record-unreadable": ("`{path}` cannot be read: {reason:term}", "no se puede leer `{path}`: {reason:term}"),
    "record-too-big": ("the record `{path}` has more than {limit:,} bytes", "el registro `{path}` tiene más de {limit:,} bytes"),
    "record-foreign": ("`{name}` is not a record of a game", "`{name}` no es el registro de una partida"),
    "hint:record-foreign": ('a record begins with a line that has `"reglario": 1`', 'un registro empieza con una línea que lleva `"reglario": 1`'),
    "record-damaged": ("line {line} of the record is damaged", "la línea {line} del registro está dañada"),
    "hint:record-damaged": (
        "take this line and all behind it out, and the game goes on from there",
        "quita esta línea y todas las que siguen, y la partida continúa desde ahí",
    ),
    "record-misfit": ("line {line} of the record does not fit the game at that point", "la línea {line} del registro no cabe en la partida en ese punto"),
    "hint:record-misfit": (
        "take this line and all behind it out, and the game goes on from there",
        "quita esta línea y todas las que siguen, y la partida continúa desde ahí",
    ),
    "record-digest": (
        "the rules in `{name}` are not those with which the game was played",
        "las reglas en `{name}` no son aquellas con que se jugó la partida",
    ),
    "seed-missing": ("the promised seed of this game is not in `{path}`", "la semilla prometida de esta partida no está en `{path}`"),
    "hint:seed-missing": (
        "without it nobody can go on with the same chance: put the file back beside the record",
        "sin ella nadie puede seguir con el mismo azar: devuelve el archivo junto al registro",
    ),
    "not-promised": ("nothing was promised of the chance of this game", "del azar de esta partida no se prometió nada"),
    "hint:not-promised": ("play with `--fair` to have it promised", "juega con `--fair` para que se prometa"),
    "seed-not-shown": ("the seed has not been shown: the game is not over", "la semilla no se ha mostrado: la partida no ha terminado"),
    "seed-too-soon": (
        "line {line} shows the seed before the game was over: whoever knew it knew what would come up",
        "la línea {line} muestra la semilla antes de que acabara la partida: quien la supiera sabía lo que iba a salir",
    ),
    "promise-broken": ("the seed shown is not the one promised: `{promise}`, and it gives `{found}`",
                       "la semilla mostrada no es la prometida: `{promise}`, y da `{found}`"),
    "outcome-changed": ("line {line} says `{found}`, and chance decided `{wanted}`", "la línea {line} dice `{found}`, y el azar decidió `{wanted}`"),
    "record-undo": ("the record takes back {count}, and only {stops} have happened", "el registro deshace {count}, y solo ha habido {stops}"),
    "extends-unusable": ("`{path}`, which this extends, cannot be used", "`{path}`, que esto extiende, no se puede usar"),
    "copy-failed": ("`{path}` cannot be written: {reason:term}", "no se puede escribir `{path}`: {reason:term}"),
    # ---- simulations
    "fault-in-game": ("this happened in game {number} of seed {seed}", "esto pasó en la partida {number} de la semilla {seed}"),
    # ---- scenarios
    "game-unusable": ("the game `{name}` has errors, so its scenarios cannot be run", "el juego `{name}` tiene errores, así que sus casos no se pueden probar"),
    "statement-unshown": ("no scenario shows the statement `{name}`", "ningún caso muestra la afirmación `{name}`"),
    "hint:statement-unshown": ("add `scenarios`, or a `note` that says why there are none", "agrega `scenarios`, o una `note` que diga por qué no hay"),
    "scenario-failed": ("expected {expected}, found {found}", "se esperaba {expected}, y hay {found}"),
    "scenario-refused": ("expected {expected}, but this was refused: {found}", "se esperaba {expected}, pero esto fue rechazado: {found}"),
    "scenario-not-refused": ("expected the refusal `{expected}`, and nothing was refused", "se esperaba el rechazo `{expected}`, y nada fue rechazado"),
    "scenario-no-turn": ("nobody can be given the turn here", "aquí no se le puede dar el turno a nadie"),
    "hint:scenario-no-turn": (
        "name a player, where the game stands in a block with `turns`",
        "nombra a un jugador, donde la partida esté en un bloque con `turns`",
    ),
    "scenario-piece": ("`{name}` names no {kind}", "`{name}` no nombra ninguna pieza de `{kind}`"),
    "scenario-piece-twice": ("`{name}` is put in two places", "`{name}` está puesto en dos lugares"),
    "hint:scenario-piece-twice": ("every piece lies in one place, and `rest` stands once", "cada pieza está en un solo lugar, y `rest` va una sola vez"),
    "scenario-piece-absent": ("`{name}` is not in this game: nobody sits there", "`{name}` no está en esta partida: nadie ocupa ese asiento"),
    "scenario-zone-twice": ("what lies here is given twice", "lo que hay aquí se da dos veces"),
    "scenario-pieces-nowhere": ("some pieces are given a place, and others are not: {left:words}", "unas piezas tienen lugar y otras no: {left:words}"),
    "hint:scenario-pieces-nowhere": ("put all others somewhere with `rest`", "pon todas las demás en alguna parte con `rest`"),
}
