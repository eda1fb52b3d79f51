// `cel.bind(name, value, body)`: a value under a name, for the expression that follows it.

import type { Library } from '../declare/function.ts';
import { argument, type MacroCall, MacroFault, NodeFactory } from '../syntax/macro.ts';
import type { Expression } from '../syntax/tree.ts';

export const bindingLibrary: Library = {
  functions: [],
  macros: [{ name: 'bind', args: 3, member: true, expand: bound }],
};

/** Undefined: it is called on something else. */
function bound(call: MacroCall): Expression | undefined {
  const { target, offset } = call;
  if (target.kind !== 'identifier' || target.name !== 'cel') return undefined;
  const name = argument(call, 0);
  if (name.kind !== 'identifier')
    throw new MacroFault(name.offset, 'cel.bind() variable names must be simple identifiers');
  return new NodeFactory(offset).bind(name.name, argument(call, 1), argument(call, 2));
}
