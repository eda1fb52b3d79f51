// Folds: the compiled form of macros over lists and maps.

import { Failure, List, Mapping, typeOf, type Value } from '../value/value.ts';
import type { Code, Evaluate } from './code.ts';
import { GrowingList, GrowingMap } from './collection.ts';
import type { Frame } from './frame.ts';

/** Places of a fold's variables, and its parts. */
export interface FoldParts {
  readonly range: Code;
  readonly init: Code;
  readonly condition: Code;
  readonly step: Code;
  readonly result: Code;
  readonly accumulator: number;
  readonly first: number;
  readonly second: number | undefined;
  /** What the fold grows, when it starts empty and is a macro's own. */
  readonly grows: 'list' | 'map' | undefined;
}

export function fold(parts: FoldParts): Code {
  const { range, init, result, accumulator, grows } = parts;
  const step = stepOf(parts);
  const run: Evaluate = (frame) => {
    const items = range.run(frame);
    if (items instanceof Failure) return items;
    const { slots } = frame;
    slots[accumulator] = grows === 'list' ? new GrowingList() : grows === 'map' ? new GrowingMap() : init.run(frame);
    const failure = overItems(parts, items, frame, step);
    if (failure !== undefined) return failure;
    const value = result.run(frame);
    return value instanceof GrowingList || value instanceof GrowingMap ? value.finished() : value;
  };
  return { run };
}

/** Takes one item in; false ends the fold. */
function stepOf({ condition, step, accumulator }: FoldParts): (frame: Frame) => boolean {
  return (frame) => {
    frame.countItem();
    const goOn = condition.run(frame);
    if (goOn === false) return false;
    frame.slots[accumulator] = step.run(frame);
    return true;
  };
}

function overItems(
  { first, second }: FoldParts,
  items: Value,
  frame: Frame,
  step: (frame: Frame) => boolean,
): Failure | undefined {
  const { slots } = frame;
  if (items instanceof List) {
    for (let place = 0; place < items.size; place += 1) {
      const item = items.at(place);
      if (second === undefined) slots[first] = item;
      else {
        slots[first] = place;
        slots[second] = item;
      }
      if (!step(frame)) return undefined;
    }
    return undefined;
  }
  if (!(items instanceof Mapping)) return new Failure(`got '${nativeName(items)}', expected iterable type`);
  for (const [key, value] of items.entries()) {
    slots[first] = key;
    if (second !== undefined) slots[second] = value;
    if (!step(frame)) return undefined;
  }
  return undefined;
}

/** Adds an entry, or all entries of a map, to the map that a fold grows. */
export function insertInto(map: Value, key: Value, value: Value | undefined): Value {
  if (!(map instanceof GrowingMap)) return new Failure('no such overload');
  if (value !== undefined) return map.with(key, value);
  if (!(key instanceof Mapping)) return new Failure('no such overload');
  for (const [entry, item] of key.entries()) {
    const outcome = map.with(entry, item);
    if (outcome instanceof Failure) return outcome;
  }
  return map;
}

/** What the reference evaluator calls the type of its own values. */
function nativeName(value: Value): string {
  const { kind, name } = typeOf(value);
  return ['opaque', 'struct'].includes(kind) ? name : `types.${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}
