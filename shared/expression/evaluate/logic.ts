// Operators that may not need all of their operands: the error of one is ignored when the other decides.

import { Failure, Optional, type Value } from '../value/value.ts';
import type { Code, Evaluate } from './code.ts';

const noSuchOverload = new Failure('no such overload');

/** `a && b`, `a || b`: `decisive` is the value that decides alone. */
export function logical(left: Code, right: Code, decisive: boolean): Code {
  const [first, second] = [left.run, right.run];
  const run: Evaluate = (frame) => {
    const one = first(frame);
    if (one === decisive) return decisive;
    const other = second(frame);
    if (other === decisive) return decisive;
    if (one !== !decisive) return one instanceof Failure ? one : noSuchOverload;
    if (other !== !decisive) return other instanceof Failure ? other : noSuchOverload;
    return !decisive;
  };
  return { run };
}

/** `condition ? yes : no`. It is a path: following steps continue from the chosen branch. */
export function conditional(condition: Code, yes: Code, no: Code): Code {
  const [taken, other] = [yes.bare ?? yes.run, no.bare ?? no.run];
  const run: Evaluate = (frame) => {
    const value = condition.run(frame);
    if (value === true) return taken(frame);
    if (value === false) return other(frame);
    return value instanceof Failure ? value : noSuchOverload;
  };
  return { run, bare: run, branches: true };
}

/** False only for `false`: every other value lets a fold continue. */
export function notStrictlyFalse(operand: Code): Code {
  const { run } = operand;
  return {
    run: (frame) => {
      const value = run(frame);
      frame.spend(1);
      return value !== false;
    },
  };
}

/** `optional.or(optional)` and `optional.orValue(value)`: the second only where the first has nothing. */
export function orElse(first: Code, second: Code, unwrap: boolean): Code {
  const run: Evaluate = (frame) => {
    const value = first.run(frame);
    if (value instanceof Failure) return value;
    if (!(value instanceof Optional)) return noSuchOverload;
    if (value.value === undefined) return second.run(frame);
    return unwrap ? (value.value satisfies Value) : value;
  };
  return { run };
}
