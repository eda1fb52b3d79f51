// `optMap` and `optFlatMap`: what is in an optional value, under a name.

import { argument, type Macro, type MacroCall, MacroFault, NodeFactory } from './macro.ts';
import { type Expression, operators } from './tree.ts';

export const optionalMacros: readonly Macro[] = [
  { name: 'optMap', args: 2, member: true, expand: (call) => opened(call, true) },
  { name: 'optFlatMap', args: 2, member: true, expand: (call) => opened(call, false) },
];

function opened(call: MacroCall, wrap: boolean): Expression {
  const make = new NodeFactory(call.offset);
  const name = argument(call, 0);
  if (name.kind !== 'identifier') {
    throw new MacroFault(name.offset, `${wrap ? 'optMap' : 'optFlatMap'}() variable name must be a simple identifier`);
  }
  const body = make.bind(name.name, make.member('value', call.target), argument(call, 1));
  return make.call(
    operators.conditional,
    make.member('hasValue', call.target),
    wrap ? make.call('optional.of', body) : body,
    make.call('optional.none'),
  );
}
