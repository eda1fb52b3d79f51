// An applied configuration: read from the body of a PATCH, checked against the kind, merged into the live object.

import type { Applied } from '../../../shared/apply/ownership/record-apply.ts';
import type { Owners } from '../../../shared/apply/ownership/owner.ts';
import type { Writer } from '../../../shared/apply/ownership/record-update.ts';
import type { Typed } from '../../../shared/apply/typed/typed-value.ts';
import type { FieldSet } from '../../../shared/apply/field/field-set.ts';
import type { ApplyType } from '../../../shared/patch/patch-type.ts';
import type { StatusError } from '../../../shared/object/status-error.ts';
import type { BodyShape } from '../context/decoded-object.ts';
import { ApplyConflicts, describeOwner } from '../../../shared/apply/ownership/conflict.ts';
import { recordApply } from '../../../shared/apply/ownership/record-apply.ts';
import { isObject, TypedError } from '../../../shared/apply/typed/typed-value.ts';
import { faultsOf, faultsText } from '../../../shared/apply/typed/validate-typed.ts';
import { CborError, decodeCbor } from '../../../shared/codec/cbor/cbor-decoder.ts';
import { parseJson } from '../../../shared/codec/json/json.ts';
import { JsonSyntaxError } from '../../../shared/codec/json/json-scanner.ts';
import { mostBodyValues, TooManyValuesError } from '../../../shared/codec/limit/value-limit.ts';
import { parseYaml } from '../../../shared/codec/yaml/yaml.ts';
import { YamlError } from '../../../shared/codec/yaml/yaml-builder.ts';
import { applyConflict, badRequest, requestBeyondLimit, unclassified } from '../../../shared/object/errors.ts';
import { apiVersionOf } from '../../../shared/object/group-version.ts';
import { UnknownVersionError } from './owned-versions.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** A configuration as it came. */
export interface Configuration {
  readonly value: JsonObject;
  /** What is wrong with the text itself: `line 6: key "a" already set in map`. */
  readonly duplicates: readonly string[];
  /** Whether it says which version of the object it is for. */
  readonly namesVersion: boolean;
}

/** Throws 400 for bytes that are no object, 413 beyond the limit of values. */
export function readConfiguration(bytes: Buffer, type: ApplyType): Configuration {
  const { value, duplicates } = valueOf(bytes, type);
  const object = value ?? {};
  if (!isObject(object)) {
    const wrong = Array.isArray(object) ? 'array' : typeof object === 'boolean' ? 'bool' : typeof object;
    throw badRequest(
      `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${wrong} into Go value of type map[string]interface {}`,
    );
  }
  const version = isObject(object['metadata']) ? object['metadata']['resourceVersion'] : undefined;
  return { value: object, duplicates, namesVersion: typeof version === 'string' && version !== '' };
}

function valueOf(bytes: Buffer, type: ApplyType): { readonly value: unknown; readonly duplicates: readonly string[] } {
  const limits = { maxValues: mostBodyValues };
  try {
    if (type !== 'apply-yaml') return { value: decodeCbor(bytes, limits), duplicates: [] };
    const text = bytes.toString('utf8');
    return plainJson(text) ?? parseYaml(text, limits);
  } catch (error) {
    if (error instanceof YamlError) {
      throw badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`);
    }
    if (error instanceof CborError) throw badRequest(`error decoding YAML: ${error.message}`);
    throw error instanceof TooManyValuesError ? requestBeyondLimit(error.message) : error;
  }
}

/** Characters that JSON takes and YAML does not. */
const notInYaml = /[\u007f-\u009f\ufeff\ufffd-\uffff]/;

/** Most clients send JSON, which is YAML too. Undefined: it is none, or has to be read as YAML to know what it says. */
function plainJson(text: string): { readonly value: unknown; readonly duplicates: readonly string[] } | undefined {
  if (!text.startsWith('{') || notInYaml.test(text)) return undefined;
  try {
    const read = parseJson(text, { maxValues: mostBodyValues });
    return read.duplicates.length === 0 ? read : undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/** The configuration as an object of its kind. Throws 400 for another kind, 500 for what its schema does not know. */
export function typedConfiguration({ value }: Configuration, shape: BodyShape): Typed {
  const apiVersion = apiVersionOf(shape.group, shape.version);
  const kind = kindText(value);
  if (kind !== kindOf(shape)) throw badRequest(`invalid object type: ${kind}`);
  const metadata = isObject(value['metadata']) ? value['metadata'] : {};
  if (Array.isArray(metadata['managedFields'])) throw badRequest('metadata.managedFields must be nil');
  const faults = faultsOf(value, shape.schema);
  if (faults.length === 0) return { value, schema: shape.schema, apiVersion };
  throw unclassified(`failed to create typed patch object (${placeOf(value, shape)}): ${faultsText(faults)}`);
}

/** 500: a value of the configuration has the type of its field, and cannot be read as one all the same. */
export function unconvertible({ value }: Configuration, shape: BodyShape, reason: string): StatusError {
  const told = reason.startsWith('illegal base64') ? `error decoding from json: ${reason}` : reason;
  const kind = kindOf(shape);
  return unclassified(
    `failed to convert new object (${placeOf(value, shape)}) to proper version: unable to convert unstructured object to ${kind}: ${told}`,
  );
}

/** `<namespace>/<name>; apps/v1, Kind=Deployment`, as the configuration has it. */
function placeOf(value: JsonObject, shape: BodyShape): string {
  const metadata = isObject(value['metadata']) ? value['metadata'] : {};
  return `${textOf(metadata['namespace'])}/${textOf(metadata['name'])}; ${kindOf(shape)}`;
}

function kindOf({ group, version, kind }: BodyShape): string {
  return `${group}/${version}, Kind=${kind}`;
}

/** `apps/v1, Kind=Deployment`, of what the value says of itself. */
function kindText(value: JsonObject): string {
  const parts = textOf(value['apiVersion']).split('/');
  const [group, version] = parts.length === 1 ? ['', parts[0] ?? ''] : parts.length === 2 ? parts : ['', ''];
  return `${group}/${version}, Kind=${parts.length > 2 ? '' : textOf(value['kind'])}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export interface Applying {
  readonly live: Typed;
  readonly configuration: Typed;
  readonly owners: Owners;
  readonly writer: Writer;
  readonly force: boolean;
  readonly empty: () => Typed;
  readonly appliedBefore?: () => FieldSet | undefined;
}

/** Throws 409 for conflicts, 500 for a live list with duplicate keys. */
export function applied({ live, configuration, owners, writer, force, empty, appliedBefore }: Applying): Applied {
  try {
    return recordApply(live, configuration, owners, writer, {
      force,
      empty,
      ...(appliedBefore === undefined ? {} : { appliedBefore }),
    });
  } catch (error) {
    if (error instanceof ApplyConflicts) throw conflictOf(error);
    if (error instanceof UnknownVersionError) throw unclassified(error.message);
    if (error instanceof TypedError) throw unclassified(`${untypable(live, owners)}: ${error.message}`);
    throw error;
  }
}

/** Where the items of a live list cannot be told apart: an object without owners would get one for what it is first. */
function untypable({ value, apiVersion }: Typed, owners: Owners): string {
  if (owners.size > 0) return 'failed to create typed live object';
  const metadata = isObject(value['metadata']) ? value['metadata'] : {};
  const version = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
  const place = `${textOf(metadata['namespace'])}/${textOf(metadata['name'])}; ${version}, Kind=${textOf(value['kind'])}`;
  return `failed to create manager for existing fields: failed to convert new object (${place}) to smd typed`;
}

function conflictOf({ message, told }: ApplyConflicts): StatusError {
  const causes = told.map(({ owner, field }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${describeOwner(owner)}`,
    field,
  }));
  return applyConflict(message, causes);
}
