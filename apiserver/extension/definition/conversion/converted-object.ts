// What a webhook may change in an object: everything but its identity. Of the metadata only labels and annotations count. Pure.

import type { ApiObject, ObjectMeta } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import { fieldErrorMessage } from '../../../../shared/object/field-error-message.ts';
import { apiVersionOf } from '../../../../shared/object/group-version.ts';
import { stringifyJson } from '../../../../shared/codec/json/json.ts';
import { isSchema, type JsonSchema } from '../../../../shared/definition/structural/json-schema.ts';
import { annotationErrors, labelErrors } from '../../../registry/object/metadata-validation.ts';

/** An object of an answer. Throws an Error for what is none. */
export function objectOf(given: unknown): JsonSchema {
  if (isSchema(given) && textOf(given['kind']) !== '') return given;
  if (given === null || given === undefined) throw new Error('unexpected end of JSON input');
  if (!isSchema(given)) {
    const found = Array.isArray(given) ? 'array' : typeof given === 'boolean' ? 'bool' : typeof given;
    throw new Error(`json: cannot unmarshal ${found} into Go value of type map[string]interface {}`);
  }
  throw new Error(`Object 'Kind' is missing in '${stringifyJson(given).slice(0, mostShown)}'`);
}

/**
 * The object that the webhook made of `original`, with the metadata of that. Throws an Error with what is wrong with it, to be
 * said after the name of the webhook.
 */
export function convertedObject(original: ApiObject, object: JsonSchema, apiVersion: string): ApiObject {
  if (object['apiVersion'] !== apiVersion) {
    const received = textOf(object['apiVersion']);
    throw new Error(
      `returned invalid object at index 0: invalid groupVersion (expected ${apiVersion}, received ${received})`,
    );
  }
  if (object['kind'] !== original.kind) {
    const received = textOf(object['kind']);
    throw new Error(
      `returned invalid object at index 0: invalid kind (expected ${original.kind}, received ${received})`,
    );
  }
  const metadata = object['metadata'] ?? undefined;
  const claimed: JsonSchema = isSchema(metadata) ? metadata : {};
  for (const [field, name] of identity) {
    const [before, after] = [textOf(original.metadata[field]), textOf(claimed[field])];
    if (before !== after) throw new Error(`returned invalid object: must have the same ${name}: ${before} != ${after}`);
  }
  if (metadata === undefined) throw new Error('returned invalid metadata: missing metadata in converted object');
  if (!isSchema(metadata)) {
    throw new Error(`returned invalid metadata: invalid metadata of type ${typeName(metadata)} in converted object`);
  }
  return { ...object, metadata: takenMetadata(original.metadata, metadata) } as ApiObject;
}

/** Letters of an answer that an error shows. */
const mostShown = 1000;

const identity = [
  ['name', 'name'],
  ['namespace', 'namespace'],
  ['uid', 'UID'],
] as const;

function takenMetadata(original: ObjectMeta, given: JsonSchema): ObjectMeta {
  const taken = structuredClone(original);
  takeTexts(taken, 'labels', given['labels'], (texts) => labelErrors(texts, 'metadata.labels'));
  // The path is that of the reference server.
  takeTexts(taken, 'annotations', given['annotations'], (texts) => annotationErrors(texts, 'metadata.annotation'));
  return taken;
}

function takeTexts(
  metadata: ObjectMeta,
  field: 'labels' | 'annotations',
  given: unknown,
  faultsOf: (texts: Readonly<Record<string, string>>) => readonly FieldError[],
): void {
  const before = metadata[field] ?? {};
  delete metadata[field];
  if (given === undefined || given === null) return;
  if (!isSchema(given))
    throw new Error(
      `returned invalid metadata: invalid metadata.${field} of type ${typeName(given)} in converted object`,
    );
  const texts: [string, string][] = [];
  for (const [key, value] of Object.entries(given)) {
    if (typeof value !== 'string') {
      const type = typeName(value);
      throw new Error(
        `returned invalid metadata: metadata.${field}[${key}] must be a string, but is ${type} in converted object`,
      );
    }
    texts.push([key, value]);
  }
  const after = Object.fromEntries(texts);
  const same = texts.length === Object.keys(before).length && texts.every(([key, value]) => before[key] === value);
  const faults = same ? [] : faultsOf(after).map((fault) => `${fault.field}: ${fieldErrorMessage(fault)}`);
  if (faults.length > 0) {
    const text = faults.length === 1 ? faults.join('') : `[${faults.join(', ')}]`;
    throw new Error(`returned invalid metadata: ${text}`);
  }
  metadata[field] = after;
}

/** As the reference server calls values of JSON. */
function typeName(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return value === null ? '<nil>' : 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  return Number.isInteger(value) || typeof value === 'bigint' ? 'int64' : 'float64';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** How messages name the kind of an object: `example.com/v1, Kind=Widget`. */
export function kindText({ apiVersion, kind }: ApiObject): string {
  const [group = '', version] = apiVersion.split('/');
  return `${version === undefined ? `/${group}` : apiVersionOf(group, version)}, Kind=${kind}`;
}
