// The fields that field selectors may name, per kind, and the text a selector compares. Keys are the group template and the
// kind. The readers work on every stored and served form of the kind, so that one cache entry answers for all its views.

import type { ApiObject } from '../../../../shared/object/api-object.ts';

export type FieldReader = (object: ApiObject) => string;

/** The text of the value at a path: '' for nothing, else as JSON prints a scalar. */
export function readPath(object: ApiObject, path: readonly string[]): string {
  let value: unknown = object;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return typeof value === 'string' ? value : scalarText(value);
}

function scalarText(value: unknown): string {
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : '';
}

/** Reads the same path as the field is named by. */
function plain(...fields: readonly string[]): [string, FieldReader][] {
  return fields.map((field) => {
    const path = field.split('.');
    return [field, (object) => readPath(object, path)];
  });
}

/** As `plain`, with a text for the absent value. */
function orElse(field: string, absent: string): [string, FieldReader] {
  const path = field.split('.');
  return [field, (object) => readPath(object, path) || absent];
}

/** The first of several paths that holds something. */
function firstOf(field: string, ...paths: readonly string[]): [string, FieldReader] {
  const split = paths.map((path) => path.split('.'));
  return [field, (object) => split.map((path) => readPath(object, path)).find((text) => text !== '') ?? ''];
}

const reference = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'];

function podAddresses(object: ApiObject): string {
  const status = object.status;
  if (typeof status !== 'object' || status === null || !('podIPs' in status) || !Array.isArray(status.podIPs))
    return '';
  return status.podIPs.map((entry: { readonly ip?: string }) => entry.ip ?? '').join(',');
}

const fieldsByKind: ReadonlyMap<string, ReadonlyMap<string, FieldReader>> = new Map(
  Object.entries({
    '/Pod': [
      ...plain('spec.nodeName', 'spec.restartPolicy', 'spec.schedulerName', 'spec.serviceAccountName'),
      orElse('spec.hostNetwork', 'false'),
      ...plain('status.phase', 'status.podIP', 'status.nominatedNodeName'),
      ['status.podIPs', podAddresses],
      ['spec.host', (object) => readPath(object, ['spec', 'nodeName'])],
    ],
    '/Node': [orElse('spec.unschedulable', 'false')],
    '/Event': [
      ...reference.map((name) => firstOf(`involvedObject.${name}`, `involvedObject.${name}`, `regarding.${name}`)),
      ...plain('reason', 'type'),
      firstOf('reportingComponent', 'reportingComponent', 'reportingController'),
      firstOf('source', 'source.component', 'deprecatedSource.component', 'reportingComponent', 'reportingController'),
    ],
    'events.{api}/Event': [
      ...reference.map((name) => firstOf(`regarding.${name}`, `regarding.${name}`, `involvedObject.${name}`)),
      ...plain('reason', 'type'),
      firstOf('reportingController', 'reportingController', 'reportingComponent'),
    ],
    '/Namespace': plain('status.phase'),
    '/Secret': plain('type'),
    '/Service': plain('spec.clusterIP', 'spec.type'),
    '/ReplicationController': [orElse('status.replicas', '0')],
    'apps/ReplicaSet': [orElse('status.replicas', '0')],
    'batch/Job': [['status.successful', (object) => readPath(object, ['status', 'succeeded']) || '0']],
    'certificates.{api}/CertificateSigningRequest': plain('spec.signerName'),
    'resource.{api}/ResourceSlice': plain('spec.nodeName', 'spec.driver'),
  } satisfies Record<string, [string, FieldReader][]>).map(([kind, fields]) => [kind, new Map(fields)]),
);

const nothing: ReadonlyMap<string, FieldReader> = new Map();

/** Beside `metadata.name` and `metadata.namespace`. `group` is a template. */
export function selectableFieldsOf(group: string, kind: string): ReadonlyMap<string, FieldReader> {
  return fieldsByKind.get(`${group}/${kind}`) ?? nothing;
}
