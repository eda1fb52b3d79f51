// The client that used to apply by itself keeps what it applied in an annotation. Its first apply through the server takes over
// what the annotation says, and the annotation stays true as long as the object has it.

import type { FieldSet } from '../../../shared/apply/field/field-set.ts';
import type { JsonObject, Typed } from '../../../shared/apply/typed/typed-value.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { fieldsAppliedBefore } from '../../../shared/apply/ownership/last-applied.ts';
import { isObject } from '../../../shared/apply/typed/typed-value.ts';
import { parseJson } from '../../../shared/codec/json/json.ts';
import { JsonSyntaxError } from '../../../shared/codec/json/json-scanner.ts';

/** The manager name of that client. */
const client = 'kubectl';
/** Bytes of all annotations of an object. */
const mostBytes = 256 * 1024;

function annotationOf(vendor: Vendor): string {
  return vendor.fill('kubectl.{label}/last-applied-configuration');
}

/** Fields that the manager applied by itself before; undefined: none. */
export function appliedByClient(vendor: Vendor, manager: string, live: Typed): FieldSet | undefined {
  if (manager !== client) return undefined;
  const metadata = live.value['metadata'] as ApiObject['metadata'] | undefined;
  const before = readObject(metadata?.annotations?.[annotationOf(vendor)]);
  return before === undefined ? undefined : fieldsAppliedBefore(live, before);
}

/** Undefined: the annotation is not there, or holds no object that could have been a body. */
function readObject(text: string | undefined): JsonObject | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    const { value } = parseJson(text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/** In place: the annotation of an object that has one says what was applied now. One that would be too large goes. */
export function keepAnnotation(vendor: Vendor, manager: string, object: ApiObject, configuration: JsonObject): void {
  const name = annotationOf(vendor);
  const { annotations } = object.metadata;
  if (manager !== client || annotations === undefined || (annotations[name] ?? '') === '') return;
  const text = `${JSON.stringify(sorted(withoutAnnotation(configuration, name)))}\n`;
  let bytes = 0;
  for (const [key, value] of Object.entries({ ...annotations, [name]: text })) {
    bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  }
  if (bytes > mostBytes) delete annotations[name];
  else annotations[name] = text;
}

function withoutAnnotation(configuration: JsonObject, name: string): JsonObject {
  const { metadata } = configuration;
  if (!isObject(metadata) || !isObject(metadata['annotations'])) return configuration;
  const { [name]: _gone, ...annotations } = metadata['annotations'];
  const { annotations: _all, ...rest } = metadata;
  const kept = Object.keys(annotations).length === 0 ? rest : { ...rest, annotations };
  return { ...configuration, metadata: kept };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return typeof value === 'bigint' ? Number(value) : value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key])]));
}
