// Checks that an applied configuration fits the schema: only declared fields, values of their types, no duplicate list items.

import { isScalar, type ListSchema, type ScalarSchema, type Schema, type StructSchema } from '../../schema/schema.ts';
import { fieldElement } from '../field/path-element.ts';
import type { FieldPath, PathElement } from '../field/path-element.ts';
import { describeElement, describePath } from '../field/path-element.ts';
import { printGo, typeOfGo } from './print-go.ts';
import type { JsonObject } from './typed-value.ts';
import { elementOfItem, isNamed, isObject, isOpen, schemaOfItems, schemaOfKey, TypedError } from './typed-value.ts';

export interface ValidateOptions {
  /** Objects that are stored may hold items twice. Default false. */
  readonly duplicates?: boolean;
}

/** Most faults in one result, and most characters: the path of each may be as long as a body. */
const mostFaults = 1000;
const mostCharacters = 128 * 1024;

/**
 * What is wrong with the object, one message for each fault, up to a thousand or 128 Ki characters:
 * `.spec.x: field not declared in schema`.
 */
export function faultsOf(value: JsonObject, schema: StructSchema, options: ValidateOptions = {}): string[] {
  const faults: Fault[] = [];
  checkFields(value, schema, { path: [], faults, duplicates: options.duplicates ?? false });
  const texts: string[] = [];
  let characters = 0;
  for (const { path, reason } of faults) {
    if (characters > mostCharacters) break;
    const text = path.length === 0 ? reason : `${describePath(path)}: ${reason}`;
    characters += text.length;
    texts.push(text);
  }
  return texts;
}

/** The message of a list of faults as one error. */
export function faultsText(faults: readonly string[]): string {
  return faults.length === 1 ? (faults[0] ?? '') : ['errors:', ...faults.map((fault) => `  ${fault}`)].join('\n');
}

interface Fault {
  readonly path: FieldPath;
  readonly reason: string;
}

interface Place {
  /** Where the walk is: grows and shrinks with it. */
  readonly path: PathElement[];
  readonly faults: Fault[];
  readonly duplicates: boolean;
}

function fault({ faults, path }: Place, reason: string): void {
  if (faults.length < mostFaults) faults.push({ path: [...path], reason });
}

function check(value: unknown, schema: Schema, place: Place): void {
  if (value === null) return;
  if (isScalar(schema)) return checkScalar(value, schema, place);
  switch (schema.type) {
    case 'struct':
    case 'map':
      if (isObject(value)) checkFields(value, schema, place);
      else fault(place, `expected map, got ${printGo(value, 'v')}`);
      return;
    case 'list':
      if (Array.isArray(value)) checkItems(value, schema, place);
      else fault(place, `expected list, got ${printGo(value, 'v')}`);
      return;
    case 'raw':
  }
}

function checkFields(value: JsonObject, schema: Schema, place: Place): void {
  for (const key of Object.keys(value)) {
    place.path.push(fieldElement(key));
    const known = isNamed(schema, key) || isOpen(schema);
    if (known) check(value[key], schemaOfKey(schema, key), place);
    else fault(place, 'field not declared in schema');
    place.path.pop();
    // The rest is not looked at: the reference server stops here too.
    if (!known) return;
  }
}

function checkItems(items: readonly unknown[], schema: ListSchema, place: Place): void {
  const seen = new Set<PathElement>();
  for (const [index, item] of items.entries()) {
    let element: PathElement = `i:${index}`;
    if (schema.listType !== 'atomic') {
      try {
        element = elementOfItem(schema, item, index);
      } catch (error) {
        if (!(error instanceof TypedError)) throw error;
        fault(place, error.reason);
        return;
      }
      if (seen.has(element) && !place.duplicates) {
        fault(place, `duplicate entries for key ${describeElement(element)}`);
      }
      seen.add(element);
    }
    place.path.push(element);
    check(item, schemaOfItems(schema), place);
    place.path.pop();
  }
}

function checkScalar(value: unknown, schema: ScalarSchema, place: Place): void {
  const kind = typeof value === 'bigint' ? 'number' : typeof value;
  switch (schema.type) {
    case 'int32':
    case 'int64':
    case 'double':
      if (kind !== 'number') fault(place, `expected numeric (int or float), got ${typeOfGo(value)}`);
      return;
    case 'string':
    case 'bytes':
    case 'duration':
      if (kind !== 'string') fault(place, `expected string, got ${printGo(value, '#v')}`);
      return;
    case 'bool':
      if (kind !== 'boolean') fault(place, `expected boolean, got ${printGo(value, 'v')}`);
      return;
    case 'time':
    case 'microTime':
    case 'quantity':
    case 'intOrString':
      if (kind === 'object') fault(place, `expected any scalar, got ${printGo(value, 'v')}`);
  }
}
