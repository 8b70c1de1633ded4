"""What can be wrong with a file: its bytes, its YAML, its structure, what it extends."""

DOCUMENT: dict[str, tuple[str, str]] = {
    # ---- the file
    "file-missing": ("there is no file `{path}`", "no existe el archivo `{path}`"),
    "hint:file-missing": (
        "check the path; a game that ships is called by its name alone, such as `pig`",
        "revisa la ruta; los juegos incluidos se llaman solo por su nombre, como `pig`",
    ),
    "file-is-folder": ("`{path}` is a folder, not a rule file", "`{path}` es una carpeta, no un archivo de reglas"),
    "hint:file-is-folder": ("name the `.yaml` file in it", "di cuál archivo `.yaml` de la carpeta"),
    "file-unreadable": ("`{path}` cannot be read: {reason:term}", "no se puede leer `{path}`: {reason:term}"),
    "file-too-big": (
        "the file has {size:,} bytes, and a rule file may have {limit:,}",
        "el archivo tiene {size:,} bytes, y un archivo de reglas puede tener {limit:,}",
    ),
    "hint:file-too-big": (
        "keep one game in a file, and its variants in files that extend it",
        "deja un solo juego por archivo, y sus variantes en archivos que lo extiendan",
    ),
    "not-utf8": ("from byte {byte} on the file is not UTF-8 text", "desde el byte {byte} el archivo no es texto UTF-8"),
    "hint:not-utf8": ("save it as plain text in UTF-8", "guárdalo como texto simple en UTF-8"),
    "not-text": ("a sign stands here that no text has", "aquí hay un signo que ningún texto lleva"),
    "hint:not-text": ("delete it, or save the file as plain text in UTF-8", "bórralo, o guarda el archivo como texto simple en UTF-8"),
    "file-empty": ("there is nothing in the file", "el archivo está vacío"),
    "hint:file-empty": ("begin with the lines `language: 1` and `game: my_game`", "empieza con las líneas `language: 1` y `game: mi_juego`"),
    "not-a-mapping": ("a rule file is made of keys with values, and this is not", "un archivo de reglas se hace de claves con valores, y esto no lo es"),
    "hint:not-a-mapping": ("write a key, a colon and a space: `players: 2..4`", "escribe clave, dos puntos y espacio: `players: 2..4`"),
    "several-documents": ("a second document begins here, and a rule file is one", "aquí empieza un segundo documento, y un archivo de reglas es uno solo"),
    "hint:several-documents": (
        "take out the line `---`, or move what follows to a file of its own",
        "quita la línea `---`, o pasa lo que sigue a otro archivo",
    ),
    "too-many-nodes": ("the file has more than {limit:,} keys and values", "el archivo tiene más de {limit:,} claves y valores"),
    "hint:too-many-nodes": ("a game needs some hundreds; is this a rule file?", "un juego usa unos cientos; ¿es un archivo de reglas?"),
    "too-deep": ("more than {limit} levels stand inside one another here", "aquí hay más de {limit} niveles, uno dentro de otro"),
    "hint:too-deep": ("move some steps out, one level up", "saca algunos pasos un nivel más afuera"),
    # ---- YAML
    "yaml-alias": (
        "`&` and `*` at the beginning of a value are anchors and aliases of YAML, which rule files do not use",
        "`&` y `*` al principio de un valor son anclas y alias de YAML, que los archivos de reglas no usan",
    ),
    "hint:yaml-alias": (
        "write the value out; text for people that begins so goes in quotes: `'* and again'`",
        "escribe el valor completo; un texto para la gente que empiece así va entre comillas: `'* otra vez'`",
    ),
    "yaml-tag": (
        "`!` at the beginning of a value is a tag of YAML, which rule files do not use",
        "`!` al principio de un valor es una etiqueta de YAML, que los archivos de reglas no usan",
    ),
    "hint:yaml-tag": (
        "take it out; a condition is negated with `not`, and text for people goes in quotes: `'!Bravo!'`",
        "quítala; una condición se niega con `not`, y un texto para la gente va entre comillas: `'!Bravo!'`",
    ),
    "yaml-colon": ("a `: ` cannot stand here", "aquí no puede ir un `: `"),
    "hint:yaml-colon": (
        "put a text with `: ` in quotes: `en: 'Ready: go'`; if this is a key, check that it is indented as its neighbours are",
        "pon entre comillas un texto con `: `: `es: 'Listos: ya'`; si es una clave, revisa que tenga la misma sangría que sus vecinas",
    ),
    "yaml-tab": ("a tab, where only spaces may stand", "un tabulador, donde solo caben espacios"),
    "hint:yaml-tab": ("indent with spaces, two for each level", "usa espacios para la sangría, dos por nivel"),
    "yaml-sign": ("a value cannot begin with this sign", "un valor no puede empezar con este signo"),
    "hint:yaml-sign": ("put text for people in quotes: `en: '@home'`", "pon entre comillas un texto para la gente: `es: '@casa'`"),
    "yaml-quote": (
        "a text in quotes is not closed, or `\\` stands before a sign that is no escape",
        "un texto entre comillas no se cierra, o hay `\\` ante un signo que no es escape",
    ),
    "hint:yaml-quote": (
        "close the quotes in which the text begins, or use `'…'`, where `\\` is just a sign and `''` is one `'`",
        "cierra las comillas con que empieza el texto, o usa `'…'`, donde `\\` es un signo más y `''` es un `'`",
    ),
    "yaml-syntax": ("this is not YAML: {said:term}", "esto no es YAML; su lector dice: {said:term}"),
    "hint:yaml-syntax": (
        "look here and at the line above: is a `:`, a bracket or a space of indentation missing?",
        "mira aquí y en la línea de arriba: ¿falta `:`, un corchete o un espacio de sangría?",
    ),
    "yaml-cut": ("` #` begins a comment, so that the text ends before it", "` #` abre un comentario, y el texto se acaba antes"),
    "hint:yaml-cut": (
        "put a text with ` #` in quotes; if this is a comment, leave a space after `#`",
        "pon entre comillas un texto con ` #`; si es un comentario, deja un espacio después de `#`",
    ),
    "key-not-text": ("a key must be a text, and this is a list or a map", "una clave debe ser un texto, y esto es una lista o un mapa"),
    "hint:key-not-text": ("write a name and a colon: `pot: number = 0`", "escribe un nombre y dos puntos: `pot: number = 0`"),
    "duplicate-key": ("`{key}` stands twice", "`{key}` está dos veces"),
    "hint:duplicate-key": ("put both together, or give one another name", "junta las dos, o dale otro nombre a una"),
    # ---- texts of the rule language in YAML
    "text-in-braces": (
        "a text of the rules stands inside `{{…}}` or `[…]`, where a comma or a bracket would break it",
        "un texto de las reglas está dentro de `{{…}}` o `[…]`, donde una coma o un corchete lo rompería",
    ),
    "hint:text-in-braces": (
        "give it a line of its own: below `when:`, the line `- fits(t, c)`",
        "ponlo en su propia línea: debajo de `when:`, la línea `- fits(t, c)`",
    ),
    "text-folded": ("a text of the rules runs on over several lines", "un texto de las reglas se extiende por varias líneas"),
    "hint:text-folded": (
        "put it on one line, or write `|` after the colon and one deed on each line below",
        "ponlo en una línea, o escribe `|` tras los dos puntos y debajo cada cosa que pasa en su línea",
    ),
    "text-escaped": (
        "a text with an expression must stand as it is read, without escapes",
        "un texto con una expresión se escribe tal como se lee, sin escapes",
    ),
    "hint:text-escaped": (
        "leave out `\\…` and `''`: use the other kind of quotes, or no quotes",
        "quita `\\…` y `''`: usa el otro tipo de comillas, o ninguna",
    ),
    # ---- structure
    "unknown-key": ("`{key}` is no key of this part", "`{key}` no es clave de esta parte"),
    "missing-key": ("`{key}` is missing", "falta `{key}`"),
    "hint:missing-key": ("add a line `{key}: …` to this part", "agrega a esta parte una línea `{key}: …`"),
    "value-missing": ("nothing stands after `{key}`", "no hay nada después de `{key}`"),
    "hint:value-missing": ("write its value, or take the line out", "escribe su valor, o quita la línea"),
    "wrong-kind": ("expected {allowed:kinds}, found {found:kind}", "aquí va {allowed:kinds}, y hay {found:kind}"),
    "not-one-of": ("`{value}` is not a value for this", "`{value}` no es un valor para esto"),
    "bad-name": ("`{name}` cannot be a name", "`{name}` no puede ser un nombre"),
    "hint:bad-name": (
        "use letters, digits and `_`, and begin with a letter: `first_throw`",
        "usa letras, cifras y `_`, y empieza con una letra: `primer_tiro`",
    ),
    # ---- variants
    "not-a-game": ("this file holds the statements of a source, not a game", "este archivo tiene las afirmaciones de una fuente, no un juego"),
    "hint:not-a-game": ("name the rule file of the game", "di el archivo de reglas del juego"),
    "unknown-game": ("there is no game called `{name}`", "no hay ningún juego llamado `{name}`"),
    "hint:unknown-game": ("a file of your own is named with its ending: `my_game.yaml`", "un archivo tuyo se nombra con su terminación: `mi_juego.yaml`"),
    "extends-missing": ("there is no rule file `{path}` to extend", "no existe el archivo de reglas `{path}` que se extiende"),
    "hint:extends-missing": (
        "it stands in the folder of this file, or below, or is the file of a game that ships: `pig.yaml`",
        "está en la carpeta de este archivo, o más adentro, o es el de un juego incluido: `pig.yaml`",
    ),
    "extends-outside": ("`{path}` lies outside the folder of this file", "`{path}` está fuera de la carpeta de este archivo"),
    "hint:extends-outside": (
        "put the rule file beside this one; a game that ships is named by its file alone: `pig.yaml`",
        "pon el archivo de reglas junto a este; uno incluido se nombra solo por su archivo: `pig.yaml`",
    ),
    "extends-circle": ("`{path}` leads back to this file, or through too many others", "`{path}` lleva de vuelta a este archivo, o pasa por demasiados"),
    "hint:extends-circle": ("extend the base game itself", "extiende directamente el juego de base"),
    "change-missing": ("`{name}` is not there to be changed", "`{name}` no está, así que no se puede cambiar"),
    "hint:change-missing": (
        "a path names what the game has, from outside in: `actions.hold.do`; what is new goes under `add`",
        "una ruta nombra lo que el juego tiene, de afuera hacia adentro: `actions.hold.do`; lo nuevo va en `add`",
    ),
    "parameters-changed": ("`{name}` must keep its parameters", "`{name}` debe conservar sus parámetros"),
    "hint:parameters-changed": ("write `{name}`, or its name alone", "escribe `{name}`, o solo su nombre"),
    "add-exists": ("`{name}` is there already", "`{name}` ya está"),
    "hint:add-exists": ("put it under `change` to replace it", "ponlo en `change` para reemplazarlo"),
    "add-nowhere": ("`{name}` is not there, so nothing can be added to it", "`{name}` no está, así que no se le puede agregar nada"),
    "hint:add-nowhere": (
        "only the last part of a path is new, as in `flow.round.new_step`; a step also says `before:` or `after:` which other it comes",
        "solo la última parte de una ruta es nueva, como en `flow.round.paso_nuevo`; un paso dice además con `before:` o `after:` junto a cuál va",
    ),
    "step-unplaced": ("nothing says where the step `{name}` stands", "nada dice dónde va el paso `{name}`"),
    "hint:step-unplaced": ("say which step it stands beside, in the step itself: `before: roll`", "di junto a qué paso va, en el paso mismo: `before: tirar`"),
    "step-unknown": ("there is no step `{name}` to stand beside", "no hay un paso `{name}` junto al cual ponerlo"),
    "remove-missing": ("`{name}` is not there to be removed", "`{name}` no está, así que no se puede quitar"),
    "hint:remove-missing": (
        "a path names what the game has, from outside in: `labels.pot`",
        "una ruta nombra lo que el juego tiene, de afuera hacia adentro: `labels.pot`",
    ),
}
