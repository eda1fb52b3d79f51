// APIServices: each is a version of a group, is named after both, and is served by this server or by a service whose
// certificate can be checked in one way.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { invalidValue, notSupported, required } from '../../../../shared/object/field-error-message.ts';
import { checkDns1035Label, checkDns1123Subdomain, checkPathSegment } from '../../../../shared/object/names.ts';
import { ownMetadata } from '../../object/metadata.ts';
import { column } from '../printers/columns.ts';
import { age, made, name, printer, textAt, valueAt } from '../printers/fields.ts';

interface Spec {
  readonly service?: { readonly namespace?: string; readonly name?: string; readonly port?: number };
  readonly group?: string;
  readonly version?: string;
  readonly insecureSkipTLSVerify?: boolean;
  /** In base64. */
  readonly caBundle?: string;
  readonly groupPriorityMinimum?: number | null;
  readonly versionPriority?: number | null;
}

interface ApiService extends ApiObject {
  readonly spec?: Spec;
  status?: { readonly conditions?: readonly Condition[] };
}

interface Condition {
  readonly type?: string;
  readonly status?: string | null;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string | null;
}

const conditionStatuses = ['True', 'False', 'Unknown'];

const apiServiceStrategy: Strategy = {
  nameRule: 'path-segment',
  unconditionalUpdate: false,
  anyFinalizer: true,
  statusKeeps: ownMetadata,
  prepareCreate(object) {
    const { spec, metadata } = object as ApiService;
    (object as ApiService).status = spec?.service === undefined ? available(metadata.creationTimestamp) : {};
  },
  validateCreate: (object) => errorsOf(object),
  validateUpdate: (object) => errorsOf(object),
  validateStatusUpdate: ({ status }: ApiService) =>
    (status?.conditions ?? []).flatMap(({ status }, index) =>
      conditionStatuses.includes(status ?? '')
        ? []
        : [notSupported(`status.conditions[${index}].status`, status ?? '', conditionStatuses)],
    ),
};

/** What this server serves itself is there as long as it is. */
function available(since: string | undefined): NonNullable<ApiService['status']> {
  const condition = {
    type: 'Available',
    status: 'True',
    lastTransitionTime: since ?? null,
    reason: 'Local',
    message: 'Local APIServices are always available',
  };
  return { conditions: [condition] };
}

function errorsOf({ metadata, spec = {} }: ApiService): readonly FieldError[] {
  const { group = '', version = '' } = spec;
  return [
    ...nameErrors(metadata.name ?? '', `${version}.${group}`),
    ...groupErrors(group, version),
    ...checkDns1035Label(version).map((fault) => invalidValue('spec.version', version, fault)),
    ...rankErrors('groupPriorityMinimum', spec.groupPriorityMinimum ?? 0, 20_000),
    ...rankErrors('versionPriority', spec.versionPriority ?? 0, 1000),
    ...(spec.service === undefined ? localErrors(spec) : serviceErrors(spec.service, spec)),
  ];
}

function nameErrors(name: string, wanted: string): readonly FieldError[] {
  if (name === wanted || checkPathSegment(name).length > 0) return [];
  const detail = `must be \`spec.version+"."+spec.group\`: ${JSON.stringify(wanted)}`;
  return [invalidValue('metadata.name', name, detail)];
}

function groupErrors(group: string, version: string): readonly FieldError[] {
  if (group !== '') return checkDns1123Subdomain(group).map((fault) => invalidValue('spec.group', group, fault));
  return version === 'v1' ? [] : [required('spec.group', 'only v1 may have an empty group')];
}

function rankErrors(name: string, rank: number, most: number): readonly FieldError[] {
  return rank > 0 && rank <= most ? [] : [invalidValue(`spec.${name}`, rank, `must be positive and less than ${most}`)];
}

/** This server serves it: there is nothing whose certificate is checked. */
function localErrors({ caBundle = '', insecureSkipTLSVerify = false }: Spec): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (caBundle !== '') {
    const shown = `${Buffer.byteLength(caBundle, 'base64')} bytes`;
    errors.push(invalidValue('spec.caBundle', shown, 'local APIServices may not have a caBundle'));
  }
  if (insecureSkipTLSVerify) {
    const detail = 'local APIServices may not have insecureSkipTLSVerify';
    errors.push(invalidValue('spec.insecureSkipTLSVerify', true, detail));
  }
  return errors;
}

function serviceErrors(
  { namespace = '', name = '', port = 443 }: NonNullable<Spec['service']>,
  { caBundle = '', insecureSkipTLSVerify = false }: Spec,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (namespace === '') errors.push(required('spec.service.namespace'));
  if (name === '') errors.push(required('spec.service.name'));
  if (port < 1 || port > 65_535) {
    const detail = 'port is not valid: must be between 1 and 65535, inclusive';
    errors.push(invalidValue('spec.service.port', port, detail));
  }
  if (insecureSkipTLSVerify && caBundle !== '') {
    errors.push(invalidValue('spec.insecureSkipTLSVerify', true, 'may not be true if caBundle is present'));
  }
  return errors;
}

const apiServicePrinter = printer(
  name,
  made(column('Service', 'string', 'Who answers it.'), (object) => {
    const service = valueAt(object, 'spec.service.name');
    return typeof service === 'string' ? `${textAt(object, 'spec.service.namespace')}/${service}` : 'Local';
  }),
  made(column('Available', 'string', 'Whether it is answered.'), (object) => {
    const conditions = valueAt(object, 'status.conditions');
    const list = Array.isArray(conditions)
      ? (conditions as readonly { type?: string; status?: string; reason?: string }[])
      : [];
    const available = list.find(({ type }) => type === 'Available');
    if (available === undefined) return 'Unknown';
    return available.status === 'True' ? 'True' : `${available.status ?? ''} (${available.reason ?? ''})`;
  }),
  age,
);

export default {
  group: 'apiregistration.{api}',
  kind: 'APIService',
  name: 'apiservices',
  namespaced: false,
  versions: [{ version: 'v1' }],
  categories: ['api-extensions'],
  subresources: ['status'],
  strategy: apiServiceStrategy,
  printer: apiServicePrinter,
} satisfies KindRecord;
