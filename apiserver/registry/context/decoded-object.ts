// The body of a write as an object of its kind: decoded, checked to be of that kind, pruned of what the schema does not know,
// with what field validation has to say about it (FVAL-001 to FVAL-036).

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { StatusError } from '../../../shared/object/status-error.ts';
import type { DecodeOptions, StructSchema } from '../../../shared/schema/schema.ts';
import type { FieldValidation } from '../options/write-options.ts';
import type { RegistryDependencies } from './registry-dependencies.ts';
import type { Subresource } from '../contract/resource.ts';
import type { ResourceRequest } from '../contract/resource-handler.ts';
import { decodeBody, unknownField, unreadableBody } from '../../../shared/codec/decode-body.ts';
import { stringifyJson } from '../../../shared/codec/json/json.ts';
import { badRequest, internalError, invalid } from '../../../shared/object/errors.ts';
import { invalidValue } from '../../../shared/object/field-error-message.ts';
import { apiVersionOf } from '../../../shared/object/group-version.ts';
import { decodeObject, DecodeError } from '../../../shared/schema/decode.ts';
import { hasProtobuf } from '../representation/output/negotiated-output.ts';
import { applyDefaults } from '../../../shared/schema/default.ts';
import { defaultObject } from '../object/schema-steps.ts';
import { largeBytes } from './large-work.ts';

/** An object that a client wants stored. */
export interface DecodedObject {
  /** Pruned; shares no memory with the body. */
  readonly object: ApiObject;
  /** Required fields that the client left out. */
  readonly missingFields: readonly string[];
  /** Lists that the client sent empty, which are stored as absent. The client owns them nevertheless. Default: none. */
  readonly emptyLists?: readonly (readonly (string | number)[])[];
  /** Lists and maps of the content that the client sent empty, which are stored as absent. Default: none. */
  readonly emptyContent?: readonly (readonly (string | number)[])[];
  /** Further work on it is done in steps, see `context/large-work.ts`. */
  readonly large?: boolean;
}

/** The kind and schema that a body must have. Resources and sub-resources have this shape. */
export interface BodyShape {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly schema: StructSchema;
  /** Older versions of the group that are taken too; they have the same form. */
  readonly olderVersions?: readonly string[];
}

/** The body a sub-resource reads. Throws for one that streams: the table of sub-resources never leads here with one. */
export function bodyShapeOf(subresource: Subresource | undefined): BodyShape {
  if (subresource?.schema === undefined) throw internalError(new Error('the sub-resource has no body'));
  const { group, version, kind, schema, olderVersions } = subresource;
  return { group, version, kind, schema, olderVersions };
}

/** What reading a body needs of the registry's parts. */
export type DecodingDependencies = Pick<RegistryDependencies, 'vendor' | 'protobuf' | 'features' | 'largeWork'>;

/** Throws 400 for a body that is no object of this kind, or that strict validation refuses; 415 for its media type. */
export async function readBody(
  parts: DecodingDependencies,
  request: ResourceRequest,
  shape: BodyShape,
  validation: FieldValidation,
): Promise<DecodedObject> {
  return decodedObjectIn(parts, request, await request.body(), shape, validation);
}

/** The same for callers that have the bytes. Synchronous for small bodies. */
export function decodedObjectIn(
  parts: DecodingDependencies,
  request: ResourceRequest,
  bytes: Buffer,
  expected: BodyShape,
  validation: FieldValidation,
): DecodedObject | Promise<DecodedObject> {
  if (bytes.length > largeBytes) return largeProposalIn(parts, request, bytes, expected, validation);
  const body = valueOfBody(parts, request, bytes, expected.kind);
  if (saysWhatItIs(expected)) mustSayKind(body.value, bytes, expected);
  return acceptedProposal(request, body, expected, validation);
}

/** Whether objects must name their kind. Those of extension kinds must; for others the path decides. */
function saysWhatItIs({ schema }: BodyShape): boolean {
  return schema.read !== undefined;
}

/** Throws 400 for an object that does not say its kind, 422 for one of another kind. */
function mustSayKind(value: unknown, bytes: Buffer, shape: BodyShape): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const { kind, metadata } = value as {
    readonly kind?: unknown;
    readonly metadata?: { readonly name?: unknown } | null;
  };
  if (typeof kind !== 'string' || kind === '')
    throw unreadableBody(shape.kind, bytes, `Object 'Kind' is missing in '${stringifyJson(value)}'`);
  if (kind === shape.kind || ('apiVersion' in value && value.apiVersion !== apiVersionOf(shape.group, shape.version)))
    return;
  const name = typeof metadata?.name === 'string' ? metadata.name : '';
  throw invalid(shape, name, [invalidValue('kind', kind, `must be ${shape.kind}`)]);
}

async function largeProposalIn(
  parts: DecodingDependencies,
  request: ResourceRequest,
  bytes: Buffer,
  expected: BodyShape,
  validation: FieldValidation,
): Promise<DecodedObject> {
  await parts.largeWork.turn(request);
  const body = valueOfBody(parts, request, bytes, expected.kind);
  if (saysWhatItIs(expected)) mustSayKind(body.value, bytes, expected);
  await parts.largeWork.turn(request);
  const proposal = acceptedProposal(request, body, expected, validation);
  await parts.largeWork.turn(request);
  return { ...proposal, large: true };
}

function acceptedProposal(
  request: ResourceRequest,
  body: ReturnType<typeof valueOfBody>,
  expected: BodyShape,
  validation: FieldValidation,
): DecodedObject {
  // A body of null is an object that says nothing.
  const value = body.value ?? {};
  const shape = shapeOfVersion(value, expected);
  const { proposal, faults } = decodedObjectOf(value, shape);
  const all = saysWhatItIs(expected) ? [...body.duplicates, ...faults] : [...faults, ...body.duplicates];
  if (all.length > 0 && validation === 'Strict') {
    throw badRequest(`${cannotBeHandled(shape)}: strict decoding error: ${all.join(', ')}`);
  }
  if (validation === 'Warn') for (const fault of all) request.warn(fault);
  const { object } = proposal;
  request.auditObject?.(object.metadata, () => defaulted(request, expected, object));
  return proposal;
}

/** A copy with its defaults, as the audit log shows what was sent. */
function defaulted({ resource }: ResourceRequest, { schema }: BodyShape, object: ApiObject): ApiObject {
  const copy = structuredClone(object);
  if (schema === resource.schema) defaultObject(resource, copy);
  else applyDefaults(copy, schema);
  return copy;
}

/** The body as a JSON value, whatever its media type. Protobuf and CBOR know no repeated fields. */
export function valueOfBody(
  parts: DecodingDependencies,
  request: ResourceRequest,
  bytes: Buffer,
  kind: string,
): { readonly value: unknown; readonly duplicates: readonly string[] } {
  const { vendor, protobuf, features } = parts;
  return decodeBody({
    vendor,
    bytes,
    contentType: request.contentType,
    kind,
    // The options of a delete have the form that the resource may lack.
    protobuf:
      kind === request.resource.kind && !hasProtobuf(request)
        ? undefined
        : (sent, maxValues) => protobuf.decode(sent, maxValues),
    cbor: features.cbor,
  });
}

/**
 * A JSON value as an object of this kind; `faults` are the texts for the fields that were dropped. Throws what `refused` makes
 * of the reason; default: 400.
 */
export function decodedObjectOf(
  value: unknown,
  shape: BodyShape,
  refused: (reason: string) => StatusError = (reason) => badRequest(`${cannotBeHandled(shape)}: ${reason}`),
  options: DecodeOptions = {},
): { readonly proposal: DecodedObject; readonly faults: readonly string[] } {
  checkType(value, shape);
  try {
    const { object, unknownFields, ...given } = decodeObject(value, shape.schema, options);
    // It is ours alone, and completed in place: taking it apart would cost more than reading it.
    const typed = object as ApiObject;
    typed.kind = shape.kind;
    typed.apiVersion = apiVersionOf(shape.group, shape.version);
    typed.metadata ??= {};
    if (saysNoOwners(value)) typed.metadata.managedFields = [];
    return { proposal: { object: typed, ...given }, faults: unknownFields.map(unknownField) };
  } catch (error) {
    throw error instanceof DecodeError ? refused(error.message) : error;
  }
}

/** An empty list of owners says something, unlike one that is not there; decoding keeps no empty lists. */
function saysNoOwners(value: unknown): boolean {
  const metadata = (value as { readonly metadata?: unknown }).metadata;
  const owners =
    typeof metadata === 'object' && metadata !== null && 'managedFields' in metadata
      ? metadata.managedFields
      : undefined;
  return Array.isArray(owners) && owners.length === 0;
}

/** The expected shape in the version of the body, where that is an older one that is taken. */
function shapeOfVersion(value: unknown, expected: BodyShape): BodyShape {
  if (expected.olderVersions === undefined || typeof value !== 'object' || value === null) return expected;
  const apiVersion = 'apiVersion' in value ? value.apiVersion : undefined;
  const version = expected.olderVersions.find((older) => apiVersionOf(expected.group, older) === apiVersion);
  return version === undefined ? expected : { ...expected, version };
}

/** A body that does not say what it is, is what the endpoint expects. */
function checkType(value: unknown, shape: BodyShape): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest(`${cannotBeHandled(shape)}: the body must be an object`);
  }
  // Null says as little as nothing does.
  const kind = ('kind' in value && Object.hasOwn(value, 'kind') ? value.kind : undefined) ?? undefined;
  const apiVersion =
    ('apiVersion' in value && Object.hasOwn(value, 'apiVersion') ? value.apiVersion : undefined) ?? undefined;
  const expected = apiVersionOf(shape.group, shape.version);
  if (apiVersion !== undefined && apiVersion !== '' && apiVersion !== expected) {
    throw badRequest(
      `the API version in the data (${text(apiVersion)}) does not match the expected API version (${expected})`,
    );
  }
  if (kind !== undefined && kind !== '' && kind !== shape.kind) {
    throw badRequest(
      `${text(kind)} in version ${JSON.stringify(shape.version)} cannot be handled as a ${shape.kind}: the kinds differ`,
    );
  }
}

function cannotBeHandled({ kind, version }: BodyShape): string {
  return `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
