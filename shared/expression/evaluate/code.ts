// A compiled node: a closure, and the facts about it that its neighbours need.

import { Failure, type Value } from '../value/value.ts';
import type { Frame } from './frame.ts';

export type Evaluate = (frame: Frame) => Value;

export interface Code {
  readonly run: Evaluate;
  /** The value when it is the same in every evaluation: it costs nothing. */
  readonly constant?: Value;
  /**
   * Of a path into a value (`a.b[0]`): the same without the cost of its beginning, which is not counted for the branches of a
   * conditional.
   */
  readonly bare?: Evaluate;
  /** Of a conditional, which is the beginning of a path without being one. */
  readonly branches?: true;
}

export function constantCode(value: Value): Code {
  return { run: () => value, constant: value };
}

export function isConstant(code: Code): code is Code & { readonly constant: Value } {
  return code.constant !== undefined;
}

export function failed(value: Value): value is Failure {
  return value instanceof Failure;
}
