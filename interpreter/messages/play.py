"""What can be wrong with a game in progress: its set-up, a move, a rule that meets a fault."""

PLAY: dict[str, tuple[str, str]] = {
    # ---- set-up
    "players-count": ("this game is for {low} to {high} players, not for {count}", "este juego es de {low} a {high} jugadores, no de {count}"),
    "players-alike": ("two players are called `{name}`", "dos jugadores se llaman `{name}`"),
    "hint:players-alike": ("give each a name of their own", "dale a cada quien su propio nombre"),
    "player-name": ("`{name}` cannot be a player's name", "`{name}` no puede ser el nombre de un jugador"),
    "hint:player-name": ("write 1 to 40 visible characters, and no colon", "escribe de 1 a 40 caracteres visibles, sin dos puntos"),
    "unknown-option": ("this game has no option `{name}`", "este juego no tiene una opción `{name}`"),
    "option-value": ("`{value}` is not a value of the option `{name}`", "`{value}` no es un valor de la opción `{name}`"),
    "state-foreign": ("this is not a saved state of `{name}` as its rules are now", "esto no es un estado guardado de `{name}` con sus reglas de ahora"),
    "hint:state-foreign": ("use the rule file with which it was saved", "usa el archivo de reglas con que se guardó"),
    # ---- moves
    "not-offered": ("`{name}` is not offered here", "`{name}` no se ofrece aquí"),
    "not-an-outcome": ("`{name}` cannot come up here", "`{name}` no puede salir aquí"),
    # ---- faults
    "overflow": ("{value} is too big or too small a number", "{value} es un número demasiado grande o demasiado chico"),
    "hint:overflow": (
        "numbers go from -2147483648 to 2147483647; bound it with `least(…, …)`",
        "los números van de -2147483648 a 2147483647; acótalo con `least(…, …)`",
    ),
    "out-of-range": ("`{name}` would become {value}, outside {low}..{high}", "`{name}` llegaría a {value}, fuera de {low}..{high}"),
    "hint:out-of-range": ("test before you write, or declare a wider range", "prueba antes de escribir, o declara un rango más amplio"),
    "division-by-zero": ("{value} is divided by zero", "{value} se divide entre cero"),
    "hint:division-by-zero": ("test first: `if n is 0 then 0 else pot / n`", "prueba antes: `if n is 0 then 0 else pot / n`"),
    "first-of-none": ("there is none to take here, as the set is empty", "aquí no hay cuál tomar, porque el conjunto está vacío"),
    "hint:first-of-none": ("test first: `if any(…) then …`", "prueba antes: `if any(…) then …`"),
    "only-of-many": ("`only` wants exactly one, and there are {count}", "`only` pide exactamente uno, y hay {count}"),
    "hint:only-of-many": ("test first: `if count(…) is 1 then …`, or write `first(…)`", "prueba antes: `if count(…) is 1 then …`, o escribe `first(…)`"),
    "deal-too-many": ("{wanted} pieces cannot be dealt: there are {found}", "no se pueden repartir {wanted} piezas: hay {found}"),
    "hint:deal-too-many": (
        "deal what there is: `deal least(3, count(cards at deck)) from deck to hand of turn`",
        "reparte lo que haya: `deal least(3, count(cartas at mazo)) from mazo to mano of turn`",
    ),
    "no-time-limit": ("nothing limits the time here", "aquí nada limita el tiempo"),
    "negative-payment": ("{amount} cannot be paid", "no se puede pagar {amount}"),
    "hint:negative-payment": ("pay 0 or more; exchange `from` and `to` to pay the other way", "paga 0 o más; cambia `from` por `to` para pagar al revés"),
    "nothing-offered": ("the block `{block}` has no option to offer", "el bloque `{block}` no tiene ninguna opción que ofrecer"),
    "hint:nothing-offered": (
        "add `no options: leave …`, or an action that can always be chosen",
        "agrega `no options: leave …`, o una acción que siempre se pueda escoger",
    ),
    "endless-flow": (
        "after {limit:,} steps the game has come to no choice, chance or end; it is in the block `{block}`",
        "tras {limit:,} pasos la partida no llega a ninguna elección, azar ni final; va en el bloque `{block}`",
    ),
    "hint:endless-flow": ("change something in each repetition, so that it ends", "cambia algo en cada repetición, para que acabe"),
    "look-ahead-budget": (
        "in the block `{block}` more than {limit:,} plays would have to be looked at",
        "en el bloque `{block}` habría que ver más de {limit:,} jugadas",
    ),
    "hint:look-ahead-budget": ("look less far ahead, or offer fewer options", "mira menos adelante, u ofrece menos opciones"),
    "game-too-long": ("the game has not ended after {limit:,} choices and outcomes", "la partida no acaba tras {limit:,} elecciones y sucesos de azar"),
    "hint:game-too-long": (
        "let it end for certain, for instance after a number of rounds",
        "haz que acabe con seguridad, por ejemplo tras cierto número de rondas",
    ),
}
