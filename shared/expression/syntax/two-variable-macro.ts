// Macros over key and value, or index and item: `all`, `exists`, `existsOne`, `transformList`, `transformMap` and
// `transformMapEntry`.

import {
  argument,
  collected,
  type Macro,
  type MacroCall,
  MacroFault,
  NodeFactory,
  quantifier,
  variableOf,
} from './macro.ts';
import { type Expression, operators } from './tree.ts';

/** Adds an entry, or the entries of a map, to a map; a key that is there already is an error. */
export const mapInsert = 'cel.@mapInsert';

function variables(call: MacroCall): readonly [string, string] {
  const first = variableOf(call.args[0]);
  const second = variableOf(call.args[1]);
  if (first === second) throw new MacroFault(argument(call, 1).offset, `duplicate variable name: ${first}`);
  return [first, second];
}

function quantifierMacro(name: string, which: 'all' | 'exists' | 'one'): Macro {
  return {
    name,
    args: 3,
    member: true,
    expand: (call) => quantifier(call, which, ...variables(call), argument(call, 2)),
  };
}

/** A macro with an optional filter between the variables and the transformation. */
function transformMacros(
  name: string,
  expand: (call: MacroCall, transform: Expression, predicate: Expression | undefined) => Expression,
): readonly Macro[] {
  return [
    { name, args: 3, member: true, expand: (call) => expand(call, argument(call, 2), undefined) },
    { name, args: 4, member: true, expand: (call) => expand(call, argument(call, 3), argument(call, 2)) },
  ];
}

function mapped(call: MacroCall, predicate: Expression | undefined, insert: (key: string) => Expression): Expression {
  const make = new NodeFactory(call.offset);
  const [variable, second] = variables(call);
  const larger = insert(variable);
  return make.fold({
    range: call.target,
    variable,
    second,
    init: make.emptyMap(),
    condition: make.literal(true),
    step: predicate === undefined ? larger : make.call(operators.conditional, predicate, larger, make.accumulated()),
  });
}

export const twoVariableMacros: readonly Macro[] = [
  quantifierMacro('all', 'all'),
  quantifierMacro('exists', 'exists'),
  quantifierMacro('existsOne', 'one'),
  quantifierMacro('exists_one', 'one'),
  ...transformMacros('transformList', (call, transform, predicate) =>
    collected(call, ...variables(call), transform, predicate),
  ),
  ...transformMacros('transformMap', (call, transform, predicate) =>
    mapped(call, predicate, (key) => {
      const make = new NodeFactory(call.offset);
      return make.call(mapInsert, make.accumulated(), make.identifier(key), transform);
    }),
  ),
  ...transformMacros('transformMapEntry', (call, transform, predicate) =>
    mapped(call, predicate, () => {
      const make = new NodeFactory(call.offset);
      return make.call(mapInsert, make.accumulated(), transform);
    }),
  ),
];
