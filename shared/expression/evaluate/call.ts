// Calls of functions: the overload that fits, and what it costs.

import type { ResolvedCall } from '../check/checked.ts';
import { callCost } from '../cost/call-cost.ts';
import type { Implementation, Overload } from '../declare/function.ts';
import { type Type, types } from '../type/type.ts';
import { Failure, List, typeOf, type Value } from '../value/value.ts';
import { type Code, constantCode, type Evaluate } from './code.ts';

const noSuchOverload = new Failure('no such overload');

/** Calls with constants are done once, before anything runs: `duration('1h')`. */
const conversions = new Set([
  'bool',
  'bytes',
  'double',
  'duration',
  'dyn',
  'int',
  'string',
  'timestamp',
  'type',
  'uint',
]);

/** Functions whose failure for arguments of other types does not name them. */
const plain = new Set(['contains', 'endsWith', 'matches', 'startsWith']);

/** Thrown when a constant cannot be what a function needs: the expression is refused. */
export class ConstantFault extends Error {
  override readonly name = 'ConstantFault';
}

/** A call whose arguments are all needed. Throws a ConstantFault for constants that the function refuses. */
export function call(resolved: ResolvedCall, args: readonly Code[], staticTypes: readonly Type[]): Code {
  const { name } = resolved;
  const overloads = resolved.overloads.filter(({ parameters }) => parameters.length === args.length);
  const constants = args.map((code) => code.constant);
  const implement = dispatch(overloads, constants, staticTypes);
  const [only] = overloads;
  const price = callCost(name, overloads.length === 1 ? only?.id : undefined);
  const before = price.spent === 'before' ? price.cost : undefined;
  const after = price.spent === 'after' ? price.cost : undefined;
  if (conversions.has(name) && args.length === 1 && constants[0] !== undefined) {
    const value = implement(constants[0], null, null, null);
    if (value instanceof Failure) throw new ConstantFault(value.message);
    return constantCode(value);
  }
  const [a, b, c, d] = args.map((code) => code.run);
  const many = args.length > 2;
  const run: Evaluate = (frame) => {
    const first = a === undefined ? null : a(frame);
    if (many && first instanceof Failure) return first;
    const second = b === undefined ? null : b(frame);
    if (many && second instanceof Failure) return second;
    const third = c === undefined ? null : c(frame);
    if (third instanceof Failure) return third;
    const fourth = d === undefined ? null : d(frame);
    if (fourth instanceof Failure) return fourth;
    // Calls of up to two arguments cost the same when one of these failed, so both are evaluated first.
    const failure = first instanceof Failure ? first : second;
    if (before !== undefined) frame.spend(before(first, second));
    const result = failure instanceof Failure ? failure : implement(first, second, third, fourth);
    if (after !== undefined) frame.spend(after(result));
    return result;
  };
  return { run };
}

/** One function for all overloads that may be meant. */
function dispatch(
  overloads: readonly Overload[],
  constants: readonly (Value | undefined)[],
  staticTypes: readonly Type[],
): Implementation {
  const [only] = overloads;
  if (only === undefined) return () => noSuchOverload;
  const ready = overloads.map((overload) => ({ overload, call: prepared(overload, constants) }));
  const [first] = ready;
  const certain = overloads.length === 1 && only.parameters.every((type, at) => isCertain(type, staticTypes[at]));
  if (first !== undefined && (certain || only.anyTypes === true)) return first.call;
  return (...args) => {
    for (const { overload, call } of ready) {
      if (overload.parameters.every((type, at) => accepts(type, args[at] ?? null))) return call(...args);
    }
    if (plain.has(only.name)) return noSuchOverload;
    if (only.name === 'size') {
      const asked = ['duration', 'timestamp'].includes(typeOf(args[0] ?? null).kind);
      return asked ? noSuchOverload : new Failure('no such overload: size');
    }
    const given = args.slice(0, only.parameters.length).map((value) => typeOf(value).name);
    return new Failure(`no such overload: ${only.name}(${given.join(', ')})`);
  };
}

function prepared(overload: Overload, constants: readonly (Value | undefined)[]): Implementation {
  if (overload.prepare === undefined) return overload.call;
  const own = overload.prepare(constants);
  if (own instanceof Failure) throw new ConstantFault(own.message);
  return own;
}

/** Whether values of the static type always match the parameter, as far as types are checked at run time. */
function isCertain(parameter: Type, known: Type | undefined): boolean {
  if (parameter.kind === 'param' || parameter.kind === 'dyn') return true;
  return known !== undefined && known.kind === parameter.kind && known.name === parameter.name;
}

function accepts(parameter: Type, value: Value): boolean {
  if (parameter.kind === 'dyn' || parameter.kind === 'param') return true;
  const type = typeOf(value);
  // Of lists the first item counts.
  const [items] = parameter.parameters;
  if (value instanceof List && parameter.kind === 'list' && items !== undefined && value.size > 0)
    return accepts(items, value.at(0));
  return type.kind === parameter.kind && (type.name === parameter.name || type === types.type);
}
