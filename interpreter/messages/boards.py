"""What can be wrong with a board: its spaces, routes and ways, and the pieces on it."""

BOARDS: dict[str, tuple[str, str]] = {
    "space-twice": ("`{name}` has the number {number} twice", "`{name}` tiene dos veces el número {number}"),
    "hint:space-twice": ("let the runs of numbers not overlap: `9 .. 14, 0 .. 8`", "que los tramos de números no se encimen: `9 .. 14, 0 .. 8`"),
    "too-many-spaces": ("the board has more than {limit:,} spaces", "el tablero tiene más de {limit:,} casillas"),
    "hint:too-many-spaces": ("let it have fewer, or fewer seats", "que tenga menos, o menos asientos"),
    "no-such-space": ("no line of `spaces` is called `{name}`", "ninguna línea de `spaces` se llama `{name}`"),
    "route-of-none": ("`{name}` are no pieces that players have on the board", "`{name}` no son piezas que los jugadores tengan en el tablero"),
    "hint:route-of-none": (
        "a route is of pieces with `per: player`, `count` and a `starts at` on the board",
        "una ruta es de piezas con `per: player`, `count` y un `starts at` en el tablero",
    ),
    "route-leaves-board": ("there is no `{name} {number}`: the route leaves the board", "no hay `{name} {number}`: la ruta se sale del tablero"),
    "fork-without-end": ("the branches of the last fork never meet again", "los ramales de la última bifurcación no se vuelven a juntar"),
    "hint:fork-without-end": ("write behind the fork the steps that all branches share, the goal at least", "escribe tras la bifurcación los pasos comunes, al menos la meta"),
    "fork-at-start": ("the route begins with a fork", "la ruta empieza con una bifurcación"),
    "hint:fork-at-start": ("write before it the step from which the branches lead on", "escribe antes el paso del que salen los ramales"),
    "unknown-seat": ("`{name}` is no seat", "`{name}` no es un asiento"),
    "hint:unknown-seat": (
        "write `own`, the name behind `for each`, or one of `seats`", "escribe `own`, el nombre que va tras `for each`, o uno de `seats`"
    ),
    "whose-space": ("every seat has a `{name}`, and nothing says whose is meant", "cada asiento tiene su `{name}`, y nada dice de quién es esta"),
    "hint:whose-space": ("say whose: `{name} … of own` in a route, `{name} … of turn` in a rule", "di de quién: `{name} … of own` en una ruta, `{name} … of turn` en una regla"),
    "too-many-steps": ("the routes have more than {limit:,} steps", "las rutas tienen más de {limit:,} pasos"),
    "hint:too-many-steps": ("let them be shorter", "que sean más cortas"),
    "too-many-ways": ("from one step there are more than {limit} ways to the end", "desde un paso hay más de {limit} caminos hasta el final"),
    "hint:too-many-ways": ("let the route have fewer forks", "que la ruta tenga menos bifurcaciones"),
    "no-such-number": ("this is no space of `{name}`", "esto no es una casilla de `{name}`"),
    "not-on-board": ("`{name}` never stand on the board", "`{name}` nunca están en el tablero"),
    "hint:not-on-board": ("let them begin there: `starts at:` and a space", "que empiecen ahí: `starts at:` y una casilla"),
    "per-without-count": ("nothing says how many `{name}` every player has", "nada dice cuántas piezas `{name}` tiene cada jugador"),
    "hint:per-without-count": (
        "add `count: 4`; pieces that are made with `each` are nobody's: leave `per` out",
        "agrega `count: 4`; las piezas que salen de `each` no son de nadie: quita `per`",
    ),
    "counted-and-generated": ("pieces that are counted have no `{name}`", "las piezas que se cuentan no tienen `{name}`"),
    "hint:counted-and-generated": (
        "write either `count`, for pieces that are all alike, or `each`, for pieces that differ",
        "escribe o `count`, si las piezas son todas iguales, o `each`, si son distintas",
    ),
    "pieces-of-nobody": ("no player owns `{name}`", "`{name}` no son de ningún jugador"),
    "hint:pieces-of-nobody": (
        "pieces of each player are counted: `per: player` and `count: 4`; what lies in a player's zone is `{name} at hand of turn`",
        "las piezas de cada jugador se cuentan: `per: player` y `count: 4`; lo que hay en la zona de un jugador es `{name} at mano of turn`",
    ),
    "number-for-people": (
        "`{name}` are alike, and their number is for people: no rule may tell them apart by it",
        "`{name}` son iguales, y su número es para la gente: ninguna regla puede distinguirlas por él",
    ),
    "hint:number-for-people": (
        "keep what makes a difference in a variable of the piece, or generate the pieces with `each`",
        "guarda lo que las distingue en una variable de la pieza, o genera las piezas con `each`",
    ),
    "by-without-ways": ("`by` belongs to `ways of … by …`", "`by` va con `ways of … by …`"),
    "hint:by-without-ways": ("write `ways of t by 3`, or leave `by` out", "escribe `ways of t by 3`, o quita `by`"),
    "ways-without-by": ("nothing says how many steps", "nada dice cuántos pasos"),
    "hint:ways-without-by": ("write `ways of t by 3`", "escribe `ways of t by 3`"),
    "label-not-fixed": ("the label of `{name}` would change during the game", "la etiqueta de `{name}` cambiaría durante la partida"),
    "hint:label-not-fixed": ("say only what never changes", "di solo lo que nunca cambia"),
    "layout-misses": ("this board has also `{name}`, which is not drawn", "este tablero tiene también `{name}`, y no se dibuja"),
    "hint:layout-misses": ("name it under `lanes` or `pockets`", "nómbralo en `lanes` o en `pockets`"),
    "not-that-form": ("`{name}` is not declared as a `{form}`", "`{name}` no está declarado como `{form}`"),
    # ---- while it is played
    "space-missing": ("there is no `{name} {value}`", "no hay `{name} {value}`"),
    "hint:space-missing": ("test the number before you use it: `if n <= 8 …`", "revisa el número antes de usarlo: `if n <= 8 …`"),
}  # fmt: skip
