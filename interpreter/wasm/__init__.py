"""The compiler: a checked model as a WebAssembly module, equal to the interpreter in states, options, order, draws and faults.

    encode.py                   instructions, functions, the module; as bytes and as text
    memory.py  ways.py          how a state, the static tables and the ways of pieces lie in memory
    writer.py                   what all forms of expressions share
    numbers.py sets.py places.py  expressions, one method a form; values.py has them all, walks.py the loops over sets
    empty.py                    which conditions need be tested only where something stands
    acts.py  pieces.py          statements; functions that put pieces somewhere
    flow.py                     phases: runs to the next stop
    choices.py options.py looking.py  the options of a choice with their standing, of one action, and look-ahead
    chance.py                   the generator and draws
    build.py                    puts a module together, with its entry points
    program.py  run.py          keeps what was compiled; runs it by wasmtime
"""
