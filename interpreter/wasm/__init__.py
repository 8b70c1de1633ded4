"""The compiler: a checked model as a WebAssembly module, equal to the interpreter in states, options, order, draws and faults.

    encode.py  inline.py        instructions, functions, the module; as bytes and as text; short functions written where they are called
    memory.py  ways.py          how a state, the static tables and the ways of pieces lie in memory
    writer.py                   what all forms of expressions share
    numbers.py sets.py places.py  expressions, one method a form; values.py has them all, walks.py the loops over sets
    masks.py  empty.py          the elements that meet a condition as one mask; conditions that need be tested only where something stands
    weaker.py                   what of a guard can be tested before its parameters are bound
    acts.py  pieces.py          statements; functions that put pieces somewhere
    flow.py                     phases: runs to the next stop
    options.py standings.py     the options of one action; ranks, last resorts and prices of all that are listed
    choices.py looking.py       who chooses, and carrying out; look-ahead for `use most`
    chance.py                   the generator and draws
    build.py                    puts a module together, with its entry points
    program.py  run.py          keeps what was compiled; runs it by wasmtime
    attempt.py                  a program where one can be had
"""
