"""What can be wrong with the parts of a game: players, options, chance, actions, blocks, ends, texts for people."""

FLOW: dict[str, tuple[str, str]] = {
    "hole-open": ("a `<` or `>` stands alone in this text", "en este texto hay un `<` o un `>` sin pareja"),
    "hint:hole-open": ("what stands between < and > is an expression: `<turn> spins`", "lo que va entre < y > es una expresión: `<turn> gira`"),
    "rank-of-none": ("no action of this choice has the rank `{name}`", "ninguna acción de esta elección tiene el rango `{name}`"),
    "hint:rank-of-none": ("give it to an action with `rank`, or take it out of `order`", "dáselo a una acción con `rank`, o quítalo de `order`"),
    "mark-of-what": ("nothing says clearly at which options the mark `{name}` stands", "no queda claro en qué opciones va la marca `{name}`"),
    "hint:mark-of-what": (
        "write either `on`, with actions, or `standing`, with how they stand in the priorities",
        "escribe o `on`, con acciones, o `standing`, con su lugar en las prioridades",
    ),
    "time-and-timeout": ("`{name}` stands here without `{other}`", "aquí está `{name}` sin `{other}`"),
    "hint:time-and-timeout": (
        "`time` says how many seconds there are, `timeout` what happens when they have run out: write both",
        "`time` dice cuántos segundos hay, `timeout` qué pasa cuando se acaban: escribe los dos",
    ),
    # ---- players, options, state
    "bad-extent": ("{low}..{high} cannot stand here", "{low}..{high} no puede ir aquí"),
    "hint:bad-extent": (
        "write the smaller number first, as in `2..8`, and stay within {limit:,}",
        "escribe primero el número menor, como en `2..8`, y no pases de {limit:,}",
    ),
    "too-few-seats": ("there are {seats} seats for up to {players} players", "hay {seats} asientos para hasta {players} jugadores"),
    "hint:too-few-seats": ("name a seat for each, or lower `players`", "nombra un asiento para cada quien, o baja `players`"),
    "bad-taken": (
        "the seats taken by `{count}` players are not {count} different seats",
        "los asientos que ocupan `{count}` jugadores no son {count} asientos distintos",
    ),
    "hint:bad-taken": (
        "write the number of players and as many seats: `2: [red, blue]`",
        "escribe el número de jugadores y otros tantos asientos: `2: [rojo, azul]`",
    ),
    "option-values": ("an option needs at least one value, and each only once", "una opción necesita al menos un valor, y cada uno una sola vez"),
    "hint:option-values": ("write them as a list or a range: `[short, long]`, `1..10`", "escríbelos como lista o rango: `[corta, larga]`, `1..10`"),
    "option-default": ("`{value}` is not one of the values", "`{value}` no es uno de los valores"),
    "option-reads-state": (
        "options are asked for before the game, when `{name}` has no value yet",
        "las opciones se preguntan antes de la partida, cuando `{name}` aún no tiene valor",
    ),
    "hint:option-reads-state": ("read other options only", "lee solo otras opciones"),
    "unknown-type": ("`{name}` is no type", "`{name}` no es un tipo"),
    "hint:unknown-type": (
        "write a type and a first value: `number = 0`, `player or none = none`",
        "escribe un tipo y un primer valor: `number = 0`, `player or none = none`",
    ),
    "unknown-family": ("`{name}` is nothing of which there is one for each", "`{name}` no es algo de lo que cada quien tenga uno"),
    "state-too-big": ("the game keeps track of more than {limit:,} values", "el juego lleva la cuenta de más de {limit:,} valores"),
    "hint:state-too-big": ("keep fewer variables, or keep them for fewer things", "usa menos variables, o para menos cosas"),
    # ---- pieces and zones
    "piece-without-attributes": ("nothing says which `{name}` there are", "nada dice qué piezas `{name}` hay"),
    "hint:piece-without-attributes": (
        "write below `each:` what they differ in, such as `suit: 1..4` and `worth: 1..10`",
        "escribe debajo de `each:` en qué se distinguen, como `palo: 1..4` y `valor: 1..10`",
    ),
    "too-many-pieces": ("this makes more than {limit} pieces", "así salen más de {limit} piezas"),
    "hint:too-many-pieces": (
        "there is one for every combination of the attributes: give these smaller ranges",
        "hay una por cada combinación de los atributos: dales rangos más pequeños",
    ),
    "pieces-alike": ("two pieces are called `{name}`", "dos piezas se llaman `{name}`"),
    "hint:pieces-alike": (
        "put every attribute that they differ in into the name, with a sign between: `name: <suit>-<worth>`",
        "pon en el nombre todos los atributos que las distinguen, con un signo en medio: `name: <palo>-<valor>`",
    ),
    "start-unknown": ("nothing says in which zone every `{name}` begins", "nada dice en qué zona empieza cada `{name}`"),
    "hint:start-unknown": (
        "write `starts at:` and a zone that is no player's: `starts at: deck`",
        "escribe `starts at:` y una zona que no sea de un jugador: `starts at: mazo`",
    ),
    "unknown-piece": ("there is no kind of piece `{name}`", "no hay una clase de pieza `{name}`"),
    "hint:unknown-piece": ("name one of `pieces`, as a single one is called: `of: card`", "nombra una de `pieces`, en singular: `of: carta`"),
    "owner-of-none": ("`{name}` has no owner: there is one for all", "`{name}` no tiene dueño: es una sola para todos"),
    "hint:owner-of-none": (
        "add `per: player` where every player has one; else leave `of …` out, or write `seen by: nobody`",
        "agrega `per: player` si cada jugador tiene la suya; si no, quita `of …`, o escribe `seen by: nobody`",
    ),
    "deal-impossible": ("this deals at least {wanted} pieces, and there are {found}", "aquí se reparten al menos {wanted} piezas, y hay {found}"),
    "hint:deal-impossible": (
        "deal fewer to each, let fewer people play, or make more pieces",
        "reparte menos a cada quien, admite menos jugadores, o haz más piezas",
    ),
    # ---- what is hidden
    "hidden-read": (
        "this depends on which pieces lie in `{name}`, a zone with `seen by: {seen}`",
        "esto depende de qué piezas hay en `{name}`, una zona con `seen by: {seen}`",
    ),
    "hint:hidden-read": (
        "a choice may depend on what all see and on `cards at hand of turn`, a text for all only on what all see; `count(cards at deck)` is no secret",
        "una elección puede depender de lo que todos ven y de `cards at hand of turn`; un texto para todos, solo de lo que todos ven; "
        "`count(cards at deck)` no es secreto",
    ),
    "hidden-holder": ("who holds a piece would give away what is hidden", "quién tiene una pieza delataría lo que está oculto"),
    "hint:hidden-holder": (
        "ask for what the chooser sees: `c is in cards at hand of turn`",
        "pregunta por lo que ve quien escoge: `c is in cards at hand of turn`",
    ),
    # ---- chance
    "roll-and-faces": ("`{name}` has a roll of dice and faces as well", "`{name}` tiene a la vez un tiro de dados y caras"),
    "hint:roll-and-faces": ("make two outcomes of it", "haz dos con nombres distintos"),
    "roll-noun": ("a roll is of dice, not of `{word}`", "se tiran dados, no `{word}`"),
    "hint:roll-noun": ("write `1 die of 6` or `2 dice of 6`", "escribe `1 die of 6` o `2 dice of 6`"),
    "roll-size": ("{count} dice of {sides} sides cannot be rolled", "no se pueden tirar {count} dados de {sides} caras"),
    "hint:roll-size": ("roll 1 to 16 dice of 2 to 1000 sides", "tira de 1 a 16 dados de 2 a 1000 caras"),
    "draw-without-faces": ("nothing can come up in `{name}`", "en `{name}` no puede salir nada"),
    "hint:draw-without-faces": ("write `roll: 1 die of 6`, or a line for each face", "escribe `roll: 1 die of 6`, o una línea por cada cara"),
    "draw-without-weights": ("all faces of `{name}` have the weight 0", "todas las caras de `{name}` tienen peso 0"),
    "hint:draw-without-weights": ("leave `weight` out where chances are even", "quita `weight` si todas salen por igual"),
    "unknown-outcome": ("there is no outcome `{name}`", "en `outcomes` no hay `{name}`"),
    "hint:unknown-outcome": (
        "declare it under `outcomes`: its name, and below `roll: 1 die of 6` or its faces",
        "decláralo en `outcomes`: su nombre, y debajo `roll: 1 die of 6` o sus caras",
    ),
    # ---- blocks
    "empty-block": ("nothing happens in the block `{name}`", "en el bloque `{name}` no pasa nada"),
    "hint:empty-block": ("give it `steps`, or `chance`, `choose`, `do` or `then`", "ponle `steps`, o `chance`, `choose`, `do` o `then`"),
    "block-of-two-kinds": ("`{left}` and `{right}` cannot stand in one block", "`{left}` y `{right}` no pueden ir en un mismo bloque"),
    "hint:block-of-two-kinds": ("make a step of each", "haz un paso de cada una"),
    "only-with-choose": ("`{key}` says something about a choice, and this block has none", "`{key}` dice algo de una elección, y este bloque no la tiene"),
    "hint:only-with-choose": ("add `choose: […]`, or take `{key}` out", "agrega `choose: […]`, o quita `{key}`"),
    "nothing-to-choose": ("`choose` names no action", "`choose` no nombra ninguna acción"),
    "hint:nothing-to-choose": ("list the actions: `choose: [roll, hold]`", "enlista las acciones: `choose: [tirar, plantarse]`"),
    "unknown-action": ("there is no action `{name}`", "no hay una acción `{name}`"),
    "unknown-block": ("there is no block `{name}` that could stand here", "no hay un bloque `{name}` que pueda ir aquí"),
    "leave-outside": ("`{name}` is not a block around this one", "`{name}` no es un bloque que contenga a este"),
    "nobody-on-turn": ("nobody is on turn here", "aquí nadie está en turno"),
    "hint:nobody-on-turn": (
        "put it inside a block with `turns: players`; a choice may also say `by:` and who chooses",
        "ponlo dentro de un bloque con `turns: players`; una elección también puede decir con `by:` quién escoge",
    ),
    "block-state-outside": ("this belongs to the block `{block}` and is gone outside it", "esto es del bloque `{block}` y fuera de él no existe"),
    "hint:block-state-outside": (
        "move the variable to a block further out, or to the `state` of the game",
        "pasa la variable a un bloque más afuera, o al `state` del juego",
    ),
    "endless-block": ("the block `{name}` goes round for ever and never stops", "el bloque `{name}` da vueltas sin fin y nunca se detiene"),
    "hint:endless-block": (
        "leave it with `then: if … then leave {name}`, or end the game after one of its steps",
        "sal con `then: if … then leave {name}`, o termina la partida tras uno de sus pasos",
    ),
    "block-never": (
        "the block `{name}` is always passed over, as its `when` never holds",
        "el bloque `{name}` siempre se salta, porque su `when` nunca se cumple",
    ),
    "block-unreachable": ("the game can never come to the block `{name}`", "la partida nunca puede llegar al bloque `{name}`"),
    "hint:block-unreachable": (
        "what stands before it never lets go: give it a way out, or take this block away",
        "lo que está antes nunca suelta: dale una salida, o quita este bloque",
    ),
    # ---- priorities
    "rank-missing": ("the action `{name}` has no rank", "la acción `{name}` no tiene rango"),
    "hint:rank-missing": ("add `rank:` and a word of the order", "agrega `rank:` y una palabra del orden"),
    "rank-unlisted": ("the rank `{name}` is not in the order of this choice", "el rango `{name}` no está en el orden de esta elección"),
    "only-with-use-most": ("`{key}` says something about `use most`, and there is none", "`{key}` dice algo de `use most`, y no lo hay"),
    "hint:only-with-use-most": ("add `use most: …`, or take this line out", "agrega `use most: …`, o quita esta línea"),
    # ---- what nothing uses
    "unused-definition": ("nothing uses the definition `{name}`, so it has not been checked", "nada usa la definición `{name}`, así que no se ha revisado"),
    "hint:unused-definition": ("name it in another text, or take it out", "nómbrala en otro texto, o quítala"),
    "unused-action": ("no block offers the action `{name}`", "ningún bloque ofrece la acción `{name}`"),
    "hint:unused-action": ("name it under `choose` in a block, or take it out", "nómbrala en el `choose` de un bloque, o quítala"),
    "unused-outcome": ("no block uses the outcome `{name}`", "ningún bloque usa el azar de `{name}`"),
    "hint:unused-outcome": ("write `chance: {name}` in a block, or take it out", "escribe `chance: {name}` en un bloque, o quítalo"),
    # ---- texts for people
    "unknown-label": ("nothing is called `{name}`", "nada se llama `{name}`"),
    "hint:unknown-label": (
        "it stands under the name of what it is about: an action, a block, a variable, an outcome, an end …",
        "va con el nombre de aquello de que habla: una acción, un bloque, una variable, algo de `outcomes`, un final …",
    ),
    "zone-of-nobody": ("`{kind}` draws a zone that every player has, and of `{name}` there is one",
                       "`{kind}` dibuja una zona que tiene cada quien, y `{name}` hay una sola"),
    "hint:zone-of-nobody": ("give the zone `per: player`, or show it with `counts`", "pon `per: player` en la zona, o muéstrala con `counts`"),
    "unknown-widget": ("`{name}` is nothing that can be drawn", "`{name}` no es algo que se pueda dibujar"),
    "two-ends": ("a piece has two ends to be drawn", "una pieza se dibuja con dos extremos"),
    "hint:two-ends": ("name two attributes: `ends: [high, low]`", "nombra dos atributos: `ends: [alto, bajo]`"),
    "unknown-rule": ("there is no rule `{path}`", "no hay una regla `{path}`"),
    "hint:unknown-rule": (
        "a path names a rule from outside in, without the word `steps`: `flow.round.spin`",
        "una ruta nombra una regla de afuera hacia adentro, sin la palabra `steps`: `flow.round.spin`",
    ),
}
