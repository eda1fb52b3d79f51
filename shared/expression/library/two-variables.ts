// Macros over key and value, and the function that builds their maps.

import { declaring, type Library } from '../declare/function.ts';
import { insertInto } from '../evaluate/fold.ts';
import { mapInsert, twoVariableMacros } from '../syntax/two-variable-macro.ts';
import type { Value } from '../value/value.ts';

const declare = declaring();

export const twoVariableLibrary: Library = {
  macros: twoVariableMacros,
  functions: [
    declare('@mapInsert_map_map', `${mapInsert}(map(K, V), map(K, V)): map(K, V)`, (map: Value, entries: Value) =>
      insertInto(map, entries, undefined),
    ),
    declare('@mapInsert_map_key_value', `${mapInsert}(map(K, V), K, V): map(K, V)`, insertInto),
  ],
};
