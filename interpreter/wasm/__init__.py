"""The compiler: a checked model as a WebAssembly module, equal to the interpreter in states, options, order, draws and faults.

    encode.py   instructions, functions, the module; as bytes and as text
    memory.py   how a state and the static tables lie in memory
    values.py   expressions        acts.py      statements
    walks.py    loops over sets    choices.py   options, standings, look-ahead
    flow.py     phases             chance.py    the generator and draws
    build.py    puts a module together, with its entry points
    run.py      runs it by wasmtime, for whoever simulates or plays
"""
