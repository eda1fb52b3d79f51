// The patch types of PATCH by Content-Type, and one function that applies patches. Server-side apply also needs the owners of
// fields, so only its type is determined here.

import {
  badRequest,
  requestBeyondLimit,
  unprocessable,
  unroutedMediaType,
  unsupportedMediaType,
} from '../object/errors.ts';
import { StatusError } from '../object/status-error.ts';
import { JsonSyntaxError } from '../codec/json/json-scanner.ts';
import { parseJson, stringifyJson } from '../codec/json/json.ts';
import { parseMediaType } from '../codec/negotiation/media-type.ts';
import { TooManyValuesError, mostBodyValues } from '../codec/limit/value-limit.ts';
import { duplicateField } from '../codec/decode-body.ts';
import type { StructSchema } from '../schema/schema.ts';
import { applyJsonPatch, type PatchReading } from './json-patch.ts';
import { type JsonPatchOperation, parseJsonPatch } from './json-patch-document.ts';
import { applyMergePatch } from './merge-patch.ts';
import { goText, isObject, ownValue } from './patch-directive.ts';
import { applyStrategicMergePatch } from './strategic-merge-patch.ts';
import type { StrategicReading } from './strategic-reading.ts';

export type PatchType = 'json' | 'merge' | 'strategic';
/** An apply, by the form of its body. */
export type ApplyType = 'apply-yaml' | 'apply-cbor';

const contentTypes: ReadonlyMap<string, PatchType | ApplyType> = new Map([
  ['application/json-patch+json', 'json'],
  ['application/merge-patch+json', 'merge'],
  ['application/strategic-merge-patch+json', 'strategic'],
  ['application/apply-patch+yaml', 'apply-yaml'],
  ['application/apply-patch+cbor', 'apply-cbor'],
]);

/** Where an operation of a JSON patch sets or tests the version. */
const versionPlaces: ReadonlySet<string> = new Set(['', '/metadata', '/metadata/resourceVersion']);

/** What an endpoint takes beside the plain patches. */
export interface PatchTypes {
  /** The kind is built in; extension kinds have no merge strategies. */
  readonly strategic: boolean;
  /** Applies may come as CBOR. */
  readonly cbor: boolean;
  /** Types are compared to the letter, and others are refused without the list of these. Default false. */
  readonly untold?: boolean;
}

/** The type of a patch. Throws the 415 StatusError, with the list of what the endpoint takes unless it is untold. */
export function patchTypeOf(contentType: string | undefined, types: PatchTypes): PatchType | ApplyType {
  const type = contentTypes.get(types.untold === true ? writtenType(contentType) : mediaTypeOf(contentType));
  if (type !== undefined && takes(types, type)) return type;
  throw types.untold === true ? unroutedMediaType() : unsupportedMediaType(patchMediaTypes(types));
}

/** The type as it is written, without its parameters. */
function writtenType(contentType = ''): string {
  const [written = ''] = contentType.split(';', 1);
  return written.trim();
}

function mediaTypeOf(contentType = ''): string {
  const media = parseMediaType(contentType);
  return media === undefined ? '' : `${media.type}/${media.subtype}`;
}

/** The media types of PATCH, in the order in which the 415 response lists them. */
export function patchMediaTypes(types: PatchTypes): readonly string[] {
  return [...contentTypes].filter(([, type]) => takes(types, type)).map(([name]) => name);
}

export function isApply(type: PatchType | ApplyType): type is ApplyType {
  return type === 'apply-yaml' || type === 'apply-cbor';
}

function takes({ strategic, cbor }: PatchTypes, type: PatchType | ApplyType): boolean {
  if (type === 'strategic') return strategic;
  return type !== 'apply-cbor' || cbor;
}

/** A patch, read once; a write that must be tried again applies it again. */
export interface PreparedPatch {
  /** What field validation reports about the patch's own text: repeated keys, unknown fields of operations. */
  readonly problems: readonly string[];
  /** Whether it says something of `metadata.resourceVersion`, so that it may mean one version of the object only. */
  readonly namesVersion: boolean;
  /** What is refused when the result of it cannot be read, as the refusal shows it: that result, or the patch itself. */
  shown(result: unknown): string;
  /** Whether it follows the schema of the kind, so that its result is of that kind. */
  readonly typed: boolean;
  /**
   * The object after the patch, not yet decoded: unknown fields and wrong types are found by `decodeObject`. `object` is
   * not changed. Throws StatusError 400 or 422.
   */
  apply(object: Record<string, unknown>): unknown;
}

/**
 * Reads a patch; `reading`: of a JSON patch and of lists in a merge patch, `strategic`: of a strategic merge patch. Throws
 * StatusError 400 for bytes that are no such patch, 413 beyond its limits.
 */
export function preparePatch(
  type: PatchType,
  bytes: Buffer,
  schema: StructSchema,
  reading: PatchReading = 'rfc',
  strategic: StrategicReading = 'documented',
): PreparedPatch {
  if (type === 'json') {
    const { operations, problems } = parseJsonPatch(bytes);
    // What stands before the first slash may count for nothing.
    const namesVersion = operations.some(({ path = '' }) =>
      versionPlaces.has(path.slice(Math.max(path.indexOf('/'), 0))),
    );
    const apply: PreparedPatch['apply'] = (object) =>
      reading === 'rfc' ? applyJsonPatch(object, operations, reading) : unexplained(object, operations);
    return { problems, namesVersion, typed: false, shown: stringifyJson, apply };
  }
  const { value, duplicates } = readPatch(bytes, type);
  const problems = duplicates.map(duplicateField);
  const namesVersion = saysVersion(value);
  if (type === 'merge') {
    const apply: PreparedPatch['apply'] = (object) =>
      applyMergePatch(object, value, reading === 'rfc' ? 'values' : 'absent');
    return { problems, namesVersion, typed: false, shown: stringifyJson, apply };
  }
  const apply: PreparedPatch['apply'] = (object) => applyStrategicMergePatch(object, value, schema, strategic);
  return { problems, namesVersion, typed: true, shown: () => goText(value), apply };
}

/** Read leniently: what cannot be done is refused without saying why. */
function unexplained(object: unknown, operations: readonly JsonPatchOperation[]): unknown {
  try {
    return applyJsonPatch(object, operations, 'lenient');
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 422) throw error;
    throw unprocessable('the server rejected our request due to an error in our request');
  }
}

function saysVersion(patch: unknown): boolean {
  const metadata = isObject(patch) ? ownValue(patch, 'metadata') : undefined;
  return isObject(metadata) && (ownValue(metadata, 'resourceVersion') ?? null) !== null;
}

function readPatch(bytes: Buffer, type: PatchType): ReturnType<typeof parseJson> {
  try {
    const parsed = parseJson(bytes, { maxValues: mostBodyValues });
    // By the rules of merging, null would take the place of the whole object; the other form knows no such thing.
    if (parsed.value === null && type === 'strategic') return { ...parsed, value: {} };
    if (typeof parsed.value === 'object' && parsed.value !== null && !Array.isArray(parsed.value)) return parsed;
  } catch (error) {
    if (error instanceof TooManyValuesError) throw requestBeyondLimit(error.message);
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw badRequest(`error decoding patch: ${error.message}`);
  }
  throw badRequest('error decoding patch: the patch is not a JSON object');
}
