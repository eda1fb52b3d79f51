// What macros have in common, and the standard ones. A macro looks like a call and becomes another tree before types are
// checked: `list.all(x, p)` is a fold.

import {
  accumulator,
  type CallNode,
  type ComprehensionNode,
  type Constant,
  type Expression,
  operators,
} from './tree.ts';

/** A macro: by name, number of arguments, and whether it is called on something. */
export interface Macro {
  readonly name: string;
  readonly args: number;
  readonly member: boolean;
  /** The tree instead of the call; undefined leaves the call as it is. Throws a MacroFault for wrong arguments. */
  expand(call: MacroCall): Expression | undefined;
}

/** A call that is to be expanded. Nodes that are made for it stand at its offset. */
export interface MacroCall {
  readonly offset: number;
  /** Of a macro that is no member: a node without meaning. */
  readonly target: Expression;
  readonly args: readonly Expression[];
}

/** Arguments that a macro cannot take. Caught by the parser. */
export class MacroFault extends Error {
  override readonly name = 'MacroFault';
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** Makes the nodes of an expansion, all at one place. */
export class NodeFactory {
  private readonly offset: number;

  constructor(offset: number) {
    this.offset = offset;
  }

  literal(value: Constant): Expression {
    return { kind: 'literal', offset: this.offset, value };
  }

  identifier(name: string): Expression {
    return { kind: 'identifier', offset: this.offset, name };
  }

  accumulated(): Expression {
    return this.identifier(accumulator);
  }

  call(name: string, ...args: readonly Expression[]): CallNode {
    return { kind: 'call', offset: this.offset, name, target: undefined, args };
  }

  member(name: string, target: Expression): CallNode {
    return { kind: 'call', offset: this.offset, name, target, args: [] };
  }

  list(...items: readonly Expression[]): Expression {
    return { kind: 'list', offset: this.offset, items, optional: new Set() };
  }

  emptyMap(): Expression {
    return { kind: 'map', offset: this.offset, entries: [] };
  }

  fold(parts: Omit<ComprehensionNode, 'kind' | 'offset' | 'accumulator' | 'result'>, result?: Expression): Expression {
    return { kind: 'comprehension', offset: this.offset, accumulator, result: result ?? this.accumulated(), ...parts };
  }

  /** `value` under a name within `body`, evaluated once. */
  bind(name: string, value: Expression, body: Expression): Expression {
    return {
      kind: 'comprehension',
      offset: this.offset,
      range: this.list(),
      variable: '#unused',
      second: undefined,
      accumulator: name,
      init: value,
      condition: this.literal(false),
      step: this.identifier(name),
      result: body,
    };
  }
}

const noIdentifier = 'argument is not an identifier';

/** The name that a macro's argument declares. Throws a MacroFault when it is none. */
export function variableOf(argument: Expression | undefined, fault = 'argument must be a simple name'): string {
  if (argument?.kind !== 'identifier' || argument.name.startsWith('.')) {
    throw new MacroFault(argument?.offset ?? 0, fault);
  }
  if (argument.name === accumulator || argument.name === '__result__') {
    throw new MacroFault(argument.offset, 'iteration variable overwrites accumulator variable');
  }
  return argument.name;
}

/** `all` and `exists` of one or two variables. */
export function quantifier(
  call: MacroCall,
  which: 'all' | 'exists' | 'one',
  variable: string,
  second: string | undefined,
  predicate: Expression,
): Expression {
  const make = new NodeFactory(call.offset);
  const common = { range: call.target, variable, second };
  if (which === 'all') {
    return make.fold({
      ...common,
      init: make.literal(true),
      condition: make.call(operators.notStrictlyFalse, make.accumulated()),
      step: make.call(operators.and, make.accumulated(), predicate),
    });
  }
  if (which === 'exists') {
    return make.fold({
      ...common,
      init: make.literal(false),
      condition: make.call(operators.notStrictlyFalse, make.call(operators.not, make.accumulated())),
      step: make.call(operators.or, make.accumulated(), predicate),
    });
  }
  const one = { int: 1n };
  const counted = make.call(operators.add, make.accumulated(), make.literal(one));
  return make.fold(
    {
      ...common,
      init: make.literal({ int: 0n }),
      condition: make.literal(true),
      step: make.call(operators.conditional, predicate, counted, make.accumulated()),
    },
    make.call(operators.equals, make.accumulated(), make.literal(one)),
  );
}

/** A list of what `transform` gives for the items that `predicate`, if any, holds for. */
export function collected(
  call: MacroCall,
  variable: string,
  second: string | undefined,
  transform: Expression,
  predicate: Expression | undefined,
): Expression {
  const make = new NodeFactory(call.offset);
  const longer = make.call(operators.add, make.accumulated(), make.list(transform));
  return make.fold({
    range: call.target,
    variable,
    second,
    init: make.list(),
    condition: make.literal(true),
    step: predicate === undefined ? longer : make.call(operators.conditional, predicate, longer, make.accumulated()),
  });
}

function quantifierMacro(name: string, which: 'all' | 'exists' | 'one'): Macro {
  return {
    name,
    args: 2,
    member: true,
    expand: (call) => quantifier(call, which, variableOf(call.args[0]), undefined, argument(call, 1)),
  };
}

/** The argument of a call; macros are expanded only when the number fits. */
export function argument(call: MacroCall, at: number): Expression {
  const node = call.args[at];
  if (node === undefined) throw new RangeError(`macro without argument ${at}`);
  return node;
}

/** `has`, `all`, `exists`, `exists_one`, `map` and `filter`. */
export const standardMacros: readonly Macro[] = [
  {
    name: 'has',
    args: 1,
    member: false,
    expand: (call) => {
      const operand = argument(call, 0);
      if (operand.kind === 'select' && !operand.test) return { ...operand, offset: call.offset, test: true };
      throw new MacroFault(operand.offset, 'invalid argument to has() macro');
    },
  },
  quantifierMacro('all', 'all'),
  quantifierMacro('exists', 'exists'),
  quantifierMacro('exists_one', 'one'),
  {
    name: 'map',
    args: 2,
    member: true,
    expand: (call) => collected(call, variableOf(call.args[0], noIdentifier), undefined, argument(call, 1), undefined),
  },
  {
    name: 'map',
    args: 3,
    member: true,
    expand: (call) =>
      collected(call, variableOf(call.args[0], noIdentifier), undefined, argument(call, 2), argument(call, 1)),
  },
  {
    name: 'filter',
    args: 2,
    member: true,
    expand: (call) =>
      collected(call, variableOf(call.args[0], noIdentifier), undefined, argument(call, 0), argument(call, 1)),
  },
];
