// A JSON Patch (RFC 6902) as the client sent it: its operations, their form checked.

import { JsonSyntaxError } from '../codec/json/json-scanner.ts';
import { parseJson } from '../codec/json/json.ts';
import { TooManyValuesError, mostBodyValues } from '../codec/limit/value-limit.ts';
import { badRequest, requestBeyondLimit } from '../object/errors.ts';

/** One operation as the client sent it, its form checked. */
export interface JsonPatchOperation {
  readonly op?: string;
  readonly path?: string;
  readonly from?: string;
  /** Absent and null differ. */
  readonly value?: unknown;
}

export interface ParsedJsonPatch {
  readonly operations: readonly JsonPatchOperation[];
  /** For field validation: `json patch unknown field "[0].x"`, `json patch duplicate field "[0].op"`. */
  readonly problems: readonly string[];
}

const mostOperations = 10_000;
/** Levels of nested values, as in a body. */
export const mostDepth = 256;
const knownFields: ReadonlySet<string> = new Set(['op', 'from', 'path', 'value']);

/**
 * Reads a patch document. Throws StatusError: 400 for what is no list of operations, 413 beyond 10,000 operations
 * and the values of a body.
 */
export function parseJsonPatch(bytes: Buffer | string): ParsedJsonPatch {
  const { value: read, duplicates } = readJson(bytes);
  // A patch of null is one without operations.
  const value = read ?? [];
  if (!Array.isArray(value)) throw badRequest('a JSON patch is a list of operations');
  if (value.length > mostOperations) {
    throw requestBeyondLimit(
      `The allowed maximum operations in a JSON patch is ${mostOperations}, got ${value.length}`,
    );
  }
  const problems: string[] = [];
  const operations = value.map((item: unknown, index) => {
    if (!isRecord(item)) throw badRequest(`operation ${index} of the JSON patch is not an object`);
    for (const key of Object.keys(item)) {
      if (!knownFields.has(key)) problems.push(`json patch unknown field ${JSON.stringify(`[${index}].${key}`)}`);
    }
    return operationOf(item, index);
  });
  for (const path of duplicates) problems.push(`json patch duplicate field ${JSON.stringify(path)}`);
  return { operations, problems };
}

function readJson(bytes: Buffer | string): ReturnType<typeof parseJson> {
  try {
    return parseJson(bytes, { maxDepth: mostDepth, maxValues: mostBodyValues });
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw badRequest(`error decoding patch: ${error.message}`);
    throw error instanceof TooManyValuesError ? requestBeyondLimit(error.message) : error;
  }
}

function operationOf(item: Record<string, unknown>, index: number): JsonPatchOperation {
  const text = (field: 'op' | 'path' | 'from'): Partial<Record<typeof field, string>> => {
    const value = (Object.hasOwn(item, field) ? item[field] : undefined) ?? undefined;
    if (value === undefined) return {};
    if (typeof value === 'string') return { [field]: value };
    throw badRequest(`error decoding patch: field ${field} of operation ${index} is not a string`);
  };
  return {
    ...text('op'),
    ...text('path'),
    ...text('from'),
    ...(Object.hasOwn(item, 'value') ? { value: item['value'] } : {}),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
