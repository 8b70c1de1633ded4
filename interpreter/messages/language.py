"""What can be wrong with a text of the rule language: how it is written, its names, its types."""

LANGUAGE: dict[str, tuple[str, str]] = {
    # ---- how it is written
    "text-missing": ("expected {form:form}, found nothing", "aquí va {form:form}, y no hay nada"),
    "text-unfinished": ("the text stops before it is complete", "el texto se corta antes de estar completo"),
    "hint:text-unfinished": ("write {form:form}", "escribe {form:form}"),
    "unexpected-word": ("`{word}` cannot stand here", "`{word}` no puede ir aquí"),
    "hint:unexpected-word": ("write {instead:term}", "escribe {instead:term}"),
    "and-or-mixed": ("`and` and `or` are mixed", "se mezclan `and` y `or`"),
    "hint:and-or-mixed": ("say with brackets which belong together: `(a and b) or c`", "di con paréntesis cuáles van juntos: `(a and b) or c`"),
    "comparisons-chained": ("one comparison follows another", "una comparación sigue a otra"),
    "hint:comparisons-chained": ("write `n >= 1 and n <= 6`, or `n is in 1..6`", "escribe `n >= 1 and n <= 6`, o `n is in 1..6`"),
    "unexpected-sign": ("`{sign}` is no sign of the rule language", "`{sign}` no es un signo del lenguaje de reglas"),
    "hint:unexpected-sign": ("write {instead:term}", "escribe {instead:term}"),
    "unexpected-indent": ("this line is indented, and no block begins before it", "esta línea lleva sangría, y antes de ella no empieza ningún bloque"),
    "hint:unexpected-indent": (
        "only what stands under `if`, `else` or `for each` is indented, and all its lines alike",
        "solo lleva sangría lo que va debajo de `if`, `else` o `for each`, y la misma en todas sus líneas",
    ),
    "text-too-complex": ("the text is too long or too deep", "el texto es demasiado largo o profundo"),
    "hint:text-too-complex": ("give parts of it names under `define`", "dales nombre a sus partes en `define`"),
    # ---- names
    "unknown-name": ("`{name}` is not declared anywhere", "`{name}` no está declarado en ninguna parte"),
    "hint:unknown-name": (
        "declare it: what changes in the game under `state`, a fixed number under `numbers`, what follows from others under `define`",
        "decláralo: lo que cambia en la partida en `state`, un número fijo en `numbers`, lo que se deduce de otros en `define`",
    ),
    "not-a-value": ("`{name}` is a name, but it has no value", "`{name}` es un nombre, pero no tiene valor"),
    "hint:not-a-value": (
        "an action or a block cannot be read: keep what you need in a variable, `set holding to yes`; of pieces say which, `cards at heap`",
        "una acción o un bloque no se lee: guarda lo que necesites en una variable, `set holding to yes`; de piezas di cuáles, `cartas at pila`",
    ),
    "name-taken": ("the name `{name}` means something already", "el nombre `{name}` ya significa algo"),
    "hint:name-taken": (
        "one name means one thing in the whole file: give this another",
        "un nombre significa una sola cosa en todo el archivo: dale otro a esto",
    ),
    "reserved-word": ("`{word}` is a word of the rule language and cannot be a name", "`{word}` es palabra del lenguaje de reglas y no puede ser un nombre"),
    "hint:reserved-word": ("add to it: `{word}_` or `my_{word}`", "agrégale algo: `{word}_` o `mi_{word}`"),
    "ambiguous-word": ("`{name}` is a word of several lists, and nothing here says of which", "`{name}` es palabra de varias listas, y nada dice aquí de cuál"),
    "hint:ambiguous-word": (
        "compare it with a variable of the list that is meant: `ending is {name}`",
        "compárala con una variable de la lista que quieres: `ending is {name}`",
    ),
    "not-numbered": ("`{name}` has no numbers", "`{name}` no se numera"),
    "hint:not-numbered": ("only players are told apart by number: `player 1`", "solo los jugadores se distinguen por número: `player 1`"),
    "element-nowhere": ("`.{name}` has nothing it could belong to", "`.{name}` no tiene a qué pertenecer"),
    "hint:element-nowhere": (
        "say of whom: `turn.{name}`; a bare `.{name}` stands within a set: `(players where .{name} > 0)`",
        "di de quién: `turn.{name}`; `.{name}` solo va dentro de un conjunto: `(players where .{name} > 0)`",
    ),
    "no-attributes": ("{found:kind} has no `.{name}`", "{found:kind} no tiene `.{name}`"),
    "hint:no-attributes": (
        "it belongs to one element: `turn.{name}`; of a set ask `sum(.{name} for players)`",
        "pertenece a un elemento: `turn.{name}`; de un conjunto, pregunta `sum(.{name} for players)`",
    ),
    "no-such-attribute": ("{family:kind} has no `{name}`", "{family:kind} no tiene `{name}`"),
    "not-writable": ("`{name}` cannot be changed", "`{name}` no se puede cambiar"),
    "hint:not-writable": (
        "only what stands under `state` can: `set pot to 0`, `set turn.chips to 0`",
        "solo se cambia lo que está en `state`: `set pot to 0`, `set turn.chips to 0`",
    ),
    # ---- types
    "wrong-type": ("expected {wanted:kind}, found {found:kind}", "aquí va {wanted:kind}, y hay {found:kind}"),
    "maybe-none": ("`{name}` may be none here", "`{name}` puede ser none aquí"),
    "hint:maybe-none": ("test it first: `{name} is not none and …`", "pruébalo antes: `{name} is not none and …`"),
    "never-none": (
        "this is never none: on one side stands {left:kind}, on the other {right:kind}",
        "esto nunca es none: de un lado hay {left:kind}, del otro {right:kind}",
    ),
    "hint:never-none": ("take the test out, or declare the variable with `or none`", "quita la prueba, o declara la variable con `or none`"),
    "not-comparable": ("{left:kind} cannot be compared with {right:kind}", "{left:kind} no se puede comparar con {right:kind}"),
    "hint:not-comparable": (
        "compare things of one kind; for an element of a set write `is in`",
        "compara cosas del mismo tipo; para un elemento de un conjunto, escribe `is in`",
    ),
    "not-a-member": ("{left:kind} cannot be in {right:kind}", "{left:kind} no puede estar en {right:kind}"),
    "hint:not-a-member": (
        "write one thing before `is in` and a set of such things after it: `turn is in players`",
        "pon una cosa antes de `is in` y un conjunto de esas después: `turn is in players`",
    ),
    "mixed-set": ("{found:kind} does not go into one set with {wanted:kind}", "{found:kind} no cabe en un mismo conjunto con {wanted:kind}"),
    "hint:mixed-set": ("a set holds numbers, or elements of one kind", "un conjunto tiene números, o elementos de un solo tipo"),
    "branches-differ": ("`then` gives {left:kind}, and `else` {right:kind}", "`then` da {left:kind}, y `else` {right:kind}"),
    "hint:branches-differ": ("both must give the same kind of value", "las dos partes deben dar el mismo tipo de valor"),
    "number-too-big": ("this number is too big", "este número es demasiado grande"),
    "hint:number-too-big": ("numbers go up to 2147483647", "los números llegan hasta 2147483647"),
    "number-out-of-range": ("{value} is outside {limit}", "{value} está fuera de {limit}"),
    "not-static": ("this is not a number known before the game", "esto no es un número conocido antes de la partida"),
    "hint:not-static": (
        "write a number, a name from `numbers`, or `+`, `-` and `*` of these; under `pieces` also the attributes that stand above",
        "escribe un número, un nombre de `numbers`, o `+`, `-` y `*` entre ellos; en `pieces`, también los atributos que están más arriba",
    ),
    # ---- places
    "not-pieces": ("`{name}` is not what several pieces are called", "`{name}` no es el nombre de varias piezas"),
    "hint:not-pieces": (
        "before `at` stands the `plural` of a kind of piece: `cards at hand of turn`",
        "antes de `at` va el `plural` de una clase de pieza: `cards at hand of turn`",
    ),
    "not-a-zone": ("`{name}` is not a place where pieces lie", "`{name}` no es un lugar donde haya piezas"),
    "hint:not-a-zone": (
        "name a zone, and whose where each player has one: `heap`, `hand of turn`",
        "nombra una zona, y di de quién donde cada jugador tiene la suya: `heap`, `hand of turn`",
    ),
    "unknown-zone": ("there is no zone `{name}` that could stand here", "no hay una zona `{name}` que pueda ir aquí"),
    "hint:unknown-zone": (
        "declare it under `zones`; a zone of which every player has one says `per: player`",
        "declárala en `zones`; una zona de la que cada jugador tiene la suya dice `per: player`",
    ),
    "whose-zone": ("every player has a `{name}`, and nothing says whose is meant", "cada jugador tiene su `{name}`, y nada dice de quién es esta"),
    "hint:whose-zone": (
        "write `{name} of turn`; all of them together are called by the `plural` of the zone: `cards at hands`",
        "escribe `{name} of turn`; todas juntas se llaman con el `plural` de la zona: `cartas at manos`",
    ),
    "several-zones": ("`{name}` are several zones, and here one is wanted", "`{name}` son varias zonas, y aquí va una sola"),
    "hint:several-zones": (
        "say which one: `move c to hand of turn`; every player gets as many with `deal 3 from deck to each hand`",
        "di cuál: `move c to mano of turn`; a cada quien le tocan otras tantas con `deal 3 from mazo to each mano`",
    ),
    "holds-others": ("`{name}` holds `{wanted}`, not `{found}`", "en `{name}` hay `{wanted}`, no `{found}`"),
    "hint:holds-others": (
        "a zone holds the kind of piece that its line `of` names; what lies in a zone is written `cards at hand of turn`",
        "una zona tiene la clase de pieza que dice su línea `of`; lo que hay en una zona se escribe `cards at hand of turn`",
    ),
    "zone-without-order": ("`{name}` has no order", "`{name}` no tiene orden"),
    "hint:zone-without-order": (
        "add `ordered: yes` to the zone: shuffles, `last(cards at heap)`, `cards at deck(3)` and `end of heap` need it",
        "agrega `ordered: yes` a la zona: lo piden el barajar, `last(cards at heap)`, `cartas at mazo(3)` y `end of pila`",
    ),
    "numbered-place": (
        "a number tells apart the pieces in `{name}`, and here the zone itself is wanted",
        "un número distingue las piezas de `{name}`, y aquí va la zona misma",
    ),
    "hint:numbered-place": (
        "leave the number out; what lies in one place is `{pieces} at {name}(3)`",
        "quita el número; lo que hay en un lugar es `{pieces} at {name}(3)`",
    ),
    # ---- sets
    "order-here": ("an order round the table has no place here", "aquí no va un orden alrededor de la mesa"),
    "hint:order-here": (
        "`from` and `after` go with `first(…)`, `for each` and `turns`; here write the set alone",
        "`from` y `after` van con `first(…)`, `for each` y `turns`; aquí escribe solo el conjunto",
    ),
    "numbers-not-selected": ("numbers cannot be selected from", "no se puede seleccionar entre números"),
    "hint:numbers-not-selected": ("ask with a call: `count(n > 2 for n in 1..6)`", "pregunta con una llamada: `count(n > 2 for n in 1..6)`"),
    "gathering-alone": ("`… for …` stands alone", "`… for …` está suelto"),
    "hint:gathering-alone": ("put it into a call: `sum(.chips for players)`", "ponlo en una llamada: `sum(.chips for players)`"),
    "gathering-wanted": ("`{name}` asks for a value of each element", "`{name}` pide un valor de cada elemento"),
    "hint:gathering-wanted": (
        "write `{name}(… for players)`, with what is asked of each before `for`",
        "escribe `{name}(… for players)`, con lo que se pide de cada uno antes de `for`",
    ),
    "gathering-here": ("`{name}` takes a set, not a value of each element", "`{name}` toma un conjunto, no un valor de cada elemento"),
    "hint:gathering-here": ("write `{name}(players where …)`", "escribe `{name}(players where …)`"),
    # ---- definitions and their calls
    "not-callable": ("`{name}` takes no arguments", "`{name}` no lleva argumentos"),
    "hint:not-callable": (
        "leave the brackets out; what belongs to someone is written `turn.chips`",
        "quita los paréntesis; lo que es de alguien se escribe `turn.chips`",
    ),
    "argument-count": ("`{name}` wants {wanted} between its brackets, and {found} stand there", "`{name}` lleva {wanted} entre paréntesis, y hay {found}"),
    "hint:argument-count": (
        "write as many values between the brackets as its definition has names",
        "pon entre paréntesis tantos valores como nombres tiene su definición",
    ),
    "wrong-argument": ("{found:kind} cannot be handed on or kept in this form", "{found:kind} no se puede pasar ni guardar en esta forma"),
    "hint:wrong-argument": (
        "a number, a flag, one element or a set of elements can; not `none`, nor an order such as `players after turn`",
        "sí se puede un número, un sí o no, un elemento o un conjunto; no `none`, ni un orden como `players after turn`",
    ),
    "acting-as-value": ("`{name}` does something, and here a value is wanted", "`{name}` hace algo, y aquí va un valor"),
    "hint:acting-as-value": ("let it stand on a line of its own", "ponla en su propia línea"),
    "value-as-line": ("this is a value, and on a line of its own something must happen", "esto es un valor, y en una línea propia tiene que pasar algo"),
    "hint:value-as-line": ("say what to do with it: `set pot to …`, `add … to pot`", "di qué hacer con él: `set pot to …`, `add … to pot`"),
    "recursive-definition": ("`{name}` is defined by itself: {circle}", "`{name}` se define por sí misma: {circle}"),
    "hint:recursive-definition": (
        "nothing may call itself; go through a set with `for each`, or repeat a block",
        "nada puede llamarse a sí mismo; recorre un conjunto con `for each`, o repite un bloque",
    ),
    "calls-too-deep": ("definitions call one another more than {limit} deep", "las definiciones se llaman unas a otras a más de {limit} niveles"),
    "hint:calls-too-deep": ("join some of them into one", "junta algunas en una sola"),
    # ---- how much work
    "range-too-wide": ("this range may have more than {limit:,} numbers", "este rango puede tener más de {limit:,} números"),
    "hint:range-too-wide": (
        "declare narrow bounds for what it depends on, such as `1..6 = 1` under `state`",
        "declara límites estrechos para aquello de que depende, como `1..6 = 1` en `state`",
    ),
    "too-much-work": ("this may take more than {limit:,} steps", "esto puede tomar más de {limit:,} pasos"),
    "hint:too-much-work": (
        "each loop inside another multiplies: walk through fewer elements, or fewer sets at once",
        "cada ciclo dentro de otro multiplica: recorre menos elementos, o menos conjuntos a la vez",
    ),
}
