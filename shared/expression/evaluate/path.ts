// Steps into values: fields, keys, places in lists, and whether something is there. Each step costs 1, its beginning 1 more. A step
// through an optional value that finds nothing costs nothing.

import { keyOf, Failure, List, Mapping, Optional, Structure, type Value, Double, Uint } from '../value/value.ts';
import { type Code, type Evaluate, failed } from './code.ts';
import type { Frame } from './frame.ts';

/** One step into a value: what it finds; undefined where there is nothing. A failure: the value has no such steps. */
type Step = (value: Value) => Value | undefined;

function cost(code: Code): number {
  return code.bare === undefined ? 2 : 1;
}

/** A path that continues from a conditional keeps the cost of an index. */
function path(operand: Code, run: Evaluate, bare: Evaluate): Code {
  return operand.branches === true ? { run, bare, branches: true } : { run, bare };
}

/** A path that goes one step further. `missing` is what it gives where there is nothing. */
function further(operand: Code, take: Step, missing: (value: Value) => Value): Code {
  const whole = cost(operand);
  const follow = (evaluate: Evaluate, price: number): Evaluate => {
    return (frame) => {
      const value = evaluate(frame);
      if (value instanceof Optional) return throughOptional(value, take, frame, price);
      frame.spend(price);
      if (value instanceof Failure) return value;
      const found = take(value);
      return found === undefined ? missing(value) : found;
    };
  };
  return path(operand, follow(operand.run, whole), follow(operand.bare ?? operand.run, 1));
}

function hasParts(value: Value): boolean {
  return value instanceof Mapping || value instanceof Structure || value instanceof List;
}

/** `price`: of the step and what it begins with. */
function throughOptional({ value }: Optional, take: Step, frame: Frame, price: number): Value {
  const found = value !== undefined && hasParts(value) ? take(value) : undefined;
  frame.spend(found === undefined ? price - 1 : price);
  return found === undefined ? Optional.none : failed(found) ? found : new Optional(found);
}

function fieldOf(field: string): Step {
  const failure = new Failure(`no such key: ${field}`);
  return (value) => {
    if (value instanceof Structure) return value.get(field);
    if (value instanceof List) return new Failure("unsupported index type 'string' in list");
    return value instanceof Mapping ? value.find(field) : failure;
  };
}

/** `operand.field`. */
export function select(operand: Code, field: string): Code {
  const failure = new Failure(`no such key: ${field}`);
  return further(operand, fieldOf(field), () => failure);
}

/** `operand.?field`. */
export function selectOptional(operand: Code, field: string): Code {
  return optionally(operand, fieldOf(field));
}

/** `has(operand.field)`. */
export function test(operand: Code, field: string): Code {
  const take = fieldOf(field);
  const base = operand.bare ?? operand.run;
  const price = operand.branches === true ? 0 : 1;
  const run: Evaluate = (frame) => {
    const value = base(frame);
    frame.spend(price);
    if (value instanceof Failure) return value;
    const inner = value instanceof Optional ? value.value : value;
    if (inner === undefined) return false;
    const found = take(inner);
    return found !== undefined && !failed(found);
  };
  return { run };
}

function optionally(operand: Code, take: Step): Code {
  const follow = (evaluate: Evaluate, price: number): Evaluate => {
    return (frame) => {
      const value = evaluate(frame);
      if (value instanceof Failure) {
        frame.spend(price);
        return value;
      }
      return throughOptional(value instanceof Optional ? value : new Optional(value), take, frame, price);
    };
  };
  return path(operand, follow(operand.run, cost(operand)), follow(operand.bare ?? operand.run, 1));
}

/** What stands at a place of a list or under a key of a map. */
function item(value: Value, index: Value): Value | undefined {
  if (value instanceof List) {
    const place = keyOf(index);
    const exact = typeof place === 'number' || typeof place === 'bigint';
    if (isNumber(index) && (!exact || place > longest))
      return new Failure(`unsupported index value ${shown(index)} in list`);
    if (value.intPlaces && (index instanceof Uint || index instanceof Double))
      return new Failure(`unsupported index: ${shown(index)}`);
    if (!exact) {
      return new Failure(`unsupported index type '${indexType(index)}' in list`);
    }
    return place >= 0 && place < value.size ? value.at(Number(place)) : undefined;
  }
  if (value instanceof Mapping) {
    const key = keyOf(index);
    return key === undefined ? undefined : value.find(key);
  }
  if (value instanceof Structure && typeof index === 'string') return value.get(index);
  return new Failure(`no such key: ${shown(index)}`);
}

const longest = 2n ** 63n - 1n;

function isNumber(index: Value): boolean {
  return typeof index === 'number' || typeof index === 'bigint' || index instanceof Uint || index instanceof Double;
}

function indexType(index: Value): string {
  return index instanceof Double ? 'double' : index === null ? 'null_type' : typeof index;
}

function missingItem(value: Value, index: Value): Value {
  if (value instanceof List) return new Failure(`index out of bounds: ${shown(index)}`);
  return new Failure(`no such key: ${shown(index)}`);
}

function shown(index: Value): string {
  if (index instanceof Uint || index instanceof Double) return String(index.value);
  return typeof index === 'object' ? '' : String(index);
}

/** `operand[index]`, or `operand[?index]`. */
export function indexed(operand: Code, index: Code, optional: boolean): Code {
  if (index.constant !== undefined) {
    const place = index.constant;
    const take: Step = (value) => item(value, place);
    return optional ? optionally(operand, take) : further(operand, take, (value) => missingItem(value, place));
  }
  const follow = (evaluate: Evaluate, price: number): Evaluate => {
    return (frame: Frame) => {
      const value = evaluate(frame);
      if (value instanceof Failure) return value;
      const place = index.run(frame);
      const take: Step = (container) => item(container, place);
      if ((optional || value instanceof Optional) && !(place instanceof Failure))
        return throughOptional(value instanceof Optional ? value : new Optional(value), take, frame, price);
      frame.spend(price);
      if (place instanceof Failure) return place;
      const found = take(value);
      return found === undefined ? missingItem(value, place) : found;
    };
  };
  // A place that is a path itself has paid for the step.
  const step = index.bare === undefined || index.branches === true ? 1 : 0;
  const start = operand.bare === undefined ? 1 : 0;
  return path(operand, follow(operand.run, step + start), follow(operand.bare ?? operand.run, step));
}
