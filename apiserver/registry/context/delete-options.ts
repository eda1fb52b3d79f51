// The options of a delete: from its body when it has one, else from the query (DEL-001 to DEL-012).

import type { Query } from '../contract/query.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { RegistryDependencies } from './registry-dependencies.ts';
import type { ResourceRequest } from '../contract/resource-handler.ts';
import { badRequest, invalid } from '../../../shared/object/errors.ts';
import { invalidValue, notSupported } from '../../../shared/object/field-error-message.ts';
import { valueOfBody } from './decoded-object.ts';
import { booleanOf, integerOf } from '../options/integer.ts';
import { dryRunOf } from '../options/write-options.ts';
import { addAll } from '../../../shared/object/add-all.ts';

export type Propagation = 'Foreground' | 'Background' | 'Orphan';

export interface DeleteOptions {
  readonly dryRun: boolean;
  /** Undefined: the kind's own period. */
  readonly gracePeriodSeconds: number | undefined;
  /** Undefined: what the object's finalizers already say. */
  readonly propagation: Propagation | undefined;
  /** The same where those say nothing either; undefined: nothing is left for the garbage collector. */
  readonly defaultPropagation: Propagation | undefined;
  /** As given; decides the status code of an answer beside `propagation`. */
  readonly orphanDependents: boolean | undefined;
  readonly preconditions: { readonly uid?: string; readonly resourceVersion?: string };
  /** An unreadable object is removed. Only with the feature gate on; no other option is set then. */
  readonly ignoreReadError: boolean;
}

/** Name of the option that lets a delete remove what cannot be read. */
export const readErrorOption = 'ignoreStoreReadErrorWithClusterBreakingPotential';

const shownFields = [
  'gracePeriodSeconds',
  'preconditions',
  'orphanDependents',
  'propagationPolicy',
  'dryRun',
  readErrorOption,
];

const policies = ['Foreground', 'Background', 'Orphan'] as const;

/** What was asked for, before anything is judged. */
interface Asked {
  readonly dryRun: readonly string[];
  readonly gracePeriodSeconds: number | undefined;
  readonly propagationPolicy: string | undefined;
  readonly orphanDependents: boolean | undefined;
  readonly preconditions: DeleteOptions['preconditions'] | undefined;
  readonly ignoreReadError: boolean;
}

/** Throws 400 for options that cannot be read, 422 for a combination that is refused. */
export async function deleteOptionsOf(parts: RegistryDependencies, request: ResourceRequest): Promise<DeleteOptions> {
  const bytes = await request.body();
  const asked = bytes.length === 0 ? fromQuery(request.query) : fromBody(parts, request, bytes);
  const errors: FieldError[] = [];
  const dryRun = dryRunOf(parts.vendor, asked.dryRun, errors);
  const policy = policies.find((known) => known === asked.propagationPolicy);
  if (asked.propagationPolicy !== undefined && asked.orphanDependents !== undefined) {
    errors.push(
      invalidValue(
        'propagationPolicy',
        asked.propagationPolicy,
        'orphanDependents and deletionPropagation cannot be both set',
      ),
    );
  }
  if (asked.propagationPolicy !== undefined && policy === undefined) {
    errors.push(notSupported('propagationPolicy', asked.propagationPolicy, [...policies, 'nil']));
  }
  const ignoreReadError = asked.ignoreReadError && parts.features.unsafeDeletion;
  if (asked.ignoreReadError && (ignoreReadError || parts.vendor.behaviour.readErrorOption === 'judged'))
    addAll(errors, ignoreReadErrors(asked));
  if (errors.length > 0) throw invalid({ group: parts.vendor.fill('meta.{api}'), kind: 'DeleteOptions' }, '', errors);
  const orphan = asked.orphanDependents;
  const { orphansByDefault } = request.resource.strategy;
  const unsaid = policy === undefined && orphan === undefined;
  if (unsaid && orphansByDefault?.warning !== undefined) request.warn(orphansByDefault.warning);
  const collected = parts.garbageCollection !== false;
  return {
    dryRun,
    gracePeriodSeconds: asked.gracePeriodSeconds,
    propagation: collected ? (orphan === undefined ? policy : orphan ? 'Orphan' : 'Background') : undefined,
    defaultPropagation: collected && orphansByDefault !== undefined ? 'Orphan' : undefined,
    orphanDependents: orphan,
    preconditions: asked.preconditions ?? {},
    ignoreReadError,
  };
}

function fromQuery(query: Query): Asked {
  return {
    dryRun: query.getAll('dryRun'),
    gracePeriodSeconds: integerOf(query, 'gracePeriodSeconds'),
    propagationPolicy: query.get('propagationPolicy') ?? undefined,
    orphanDependents: booleanOf(query, 'orphanDependents'),
    preconditions: preconditionsOfQuery(query),
    ignoreReadError: booleanOf(query, readErrorOption) ?? false,
  };
}

function fromBody(parts: RegistryDependencies, request: ResourceRequest, bytes: Buffer): Asked {
  const { value } = valueOfBody(parts, request, bytes, 'DeleteOptions');
  if (value === null) return fromQuery(new URLSearchParams());
  if (typeof value !== 'object' || Array.isArray(value)) throw wrong('the body', 'an object');
  const fields = new Map<string, unknown>(Object.entries(value).filter(([, entry]) => entry !== null));
  const kind = fields.get('kind');
  if (kind !== undefined && kind !== '' && kind !== 'DeleteOptions') throw wrong('kind', '"DeleteOptions"');
  const dryRun = fields.get('dryRun');
  if (dryRun !== undefined && !Array.isArray(dryRun)) throw wrong('dryRun', 'a list');
  const asked: Asked = {
    dryRun: (dryRun ?? []).map((entry: unknown) => read('dryRun', entry, 'string')),
    gracePeriodSeconds: wholeNumber(fields.get('gracePeriodSeconds')),
    propagationPolicy: optional(fields, 'propagationPolicy', 'string'),
    orphanDependents: optional(fields, 'orphanDependents', 'boolean'),
    preconditions: preconditionsOf(fields.get('preconditions')),
    ignoreReadError: optional(fields, readErrorOption, 'boolean') ?? false,
  };
  request.auditObject?.(undefined, () => shownOptions(parts.vendor, fields));
  return asked;
}

/** What the audit log shows, in the version in which options are decoded. */
function shownOptions(vendor: Vendor, fields: ReadonlyMap<string, unknown>): object {
  const known = shownFields.flatMap((name) => (fields.has(name) ? [[name, fields.get(name)] as const] : []));
  return { kind: 'DeleteOptions', apiVersion: vendor.fill('meta.{api}/__internal'), ...Object.fromEntries(known) };
}

/** The option stands alone: with any other it is refused. */
function ignoreReadErrors(asked: Asked): readonly FieldError[] {
  const others = {
    dryRun: asked.dryRun.length > 0,
    gracePeriodSeconds: asked.gracePeriodSeconds !== undefined,
    orphanDependents: asked.orphanDependents !== undefined,
    preconditions: asked.preconditions !== undefined,
    propagationPolicy: asked.propagationPolicy !== undefined,
  };
  return Object.entries(others)
    .filter(([, set]) => set)
    .map(([other]) => invalidValue(readErrorOption, true, `cannot be set together with .${other}`));
}

interface Named {
  readonly string: string;
  readonly boolean: boolean;
}

function read<T extends keyof Named>(field: string, value: unknown, type: T): Named[T] {
  if (typeof value !== type) throw wrong(field, `a ${type}`);
  return value as Named[T];
}

function optional<T extends keyof Named>(
  fields: ReadonlyMap<string, unknown>,
  field: string,
  type: T,
): Named[T] | undefined {
  const value = fields.get(field);
  return value === undefined ? undefined : read(field, value, type);
}

function wholeNumber(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw wrong('gracePeriodSeconds', 'a whole number');
  return value;
}

function preconditionsOf(value: unknown): DeleteOptions['preconditions'] | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('preconditions', 'an object');
  const fields = new Map<string, unknown>(Object.entries(value).filter(([, entry]) => entry !== null));
  const uid = optional(fields, 'uid', 'string');
  const resourceVersion = optional(fields, 'resourceVersion', 'string');
  return { ...(uid === undefined ? {} : { uid }), ...(resourceVersion === undefined ? {} : { resourceVersion }) };
}

/** Undefined where the query names none. */
function preconditionsOfQuery(query: Query): DeleteOptions['preconditions'] | undefined {
  const [uid, resourceVersion] = [query.get('uid') ?? '', query.get('resourceVersion') ?? ''];
  if (uid === '' && resourceVersion === '') return undefined;
  return { ...(uid === '' ? {} : { uid }), ...(resourceVersion === '' ? {} : { resourceVersion }) };
}

function wrong(field: string, expected: string): Error {
  return badRequest(`DeleteOptions in version "v1" cannot be handled as a DeleteOptions: ${field} must be ${expected}`);
}
