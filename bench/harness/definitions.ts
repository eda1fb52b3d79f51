// Definitions as public projects write them: most of some kilobytes, a third of 25 KB, and one of ten of 100 KB, which embeds a
// template of pods. Texts and blocks repeat between definitions as they do there, where generators write the same types out.

import { markersOf } from '../../shared/definition/structural/json-schema.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';

const vendor = vendorOf('orch');
export const markers = markersOf(vendor);
/** Where definitions are made. */
export const definitionsPath = vendor.fill('/apis/apiextensions.{api}/v1/customresourcedefinitions');

/** JSON. */
export type Schema = Readonly<Record<string, unknown>>;

export interface DefinitionNames {
  readonly group: string;
  readonly plural: string;
  readonly kind: string;
}

const kindsOfGroup = 20;

export function definitionNames(index: number): DefinitionNames {
  const group = `area${Math.floor(index / kindsOfGroup)}.bench.example`;
  return { group, plural: `things${index}`, kind: `Thing${index}` };
}

/** The definition with this number: always the same. */
export function definition(index: number): object {
  const size = index % 10 === 0 ? 'large' : index % 3 === 0 ? 'middle' : 'small';
  return definitionOf(definitionNames(index), specSchema(index, size));
}

export function definitionOf({ group, plural, kind }: DefinitionNames, spec: Schema): object {
  return {
    apiVersion: vendor.fill('apiextensions.{api}/v1'),
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List`, shortNames: [`${plural}s`] },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: [
            { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
            { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
          ],
          schema: { openAPIV3Schema: rootSchema(kind, spec) },
        },
      ],
    },
  };
}

function rootSchema(kind: string, spec: Schema): Schema {
  return {
    type: 'object',
    description: `${kind} is the schema of one of the kinds of the benchmark, in the form in which generators write it.`,
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string', description: prose('APIVersion', 300) },
      kind: { type: 'string', description: prose('Kind', 250) },
      metadata: { type: 'object' },
      spec,
      status: object('Status', { conditions: conditions(), observedGeneration: { type: 'integer', format: 'int64' } }),
    },
  };
}

function specSchema(index: number, size: 'small' | 'middle' | 'large'): Schema {
  const own = Object.fromEntries(
    Array.from({ length: 8 }, (_, field) => [`setting${field}`, scalar(field, `${index}-${field}`)]),
  );
  const shared = { selector: selector(), resources: resources() };
  const rules = [{ rule: 'self.setting0 != "" || self.setting1 >= 0', message: 'either has to be set' }];
  const more =
    size === 'small' ? {} : size === 'middle' ? { sidecar: container(), affinity: affinity() } : podTemplate();
  return { ...object('Spec', { ...own, ...shared, ...more }), [markers.validations]: rules };
}

function podTemplate(): Schema {
  return {
    template: object('PodTemplate', {
      containers: list(container(), 'name'),
      initContainers: list(container(), 'name'),
      ephemeralContainers: list(container(), 'name'),
      affinity: affinity(),
      topologySpreadConstraints: list(object('Constraint', { selector: selector(), maxSkew: { type: 'integer' } })),
      nodeSelector: { type: 'object', additionalProperties: { type: 'string' }, [markers.mapType]: 'atomic' },
    }),
    sidecar: container(),
  };
}

function container(): Schema {
  const probe = (): Schema =>
    object('Probe', {
      exec: object('Exec', { command: list({ type: 'string' }) }),
      httpGet: object('HTTPGet', {
        path: text('path'),
        port: { anyOf: [{ type: 'integer' }, { type: 'string' }], [markers.intOrString]: true },
        httpHeaders: list(object('Header', { name: text('name'), value: text('value') })),
      }),
      periodSeconds: { type: 'integer', format: 'int32', description: prose('PeriodSeconds', 120) },
      failureThreshold: { type: 'integer', format: 'int32', description: prose('FailureThreshold', 120) },
    });
  const source = object('Source', {
    configMapKeyRef: object('Key', { name: text('name'), key: text('key'), optional: { type: 'boolean' } }),
    secretKeyRef: object('Key', { name: text('name'), key: text('key'), optional: { type: 'boolean' } }),
    fieldRef: object('Field', { apiVersion: text('apiVersion'), fieldPath: text('fieldPath') }),
  });
  return {
    ...object('Container', {
      name: text('name'),
      image: text('image'),
      args: list({ type: 'string' }),
      env: list(object('Env', { name: text('name'), value: text('value'), valueFrom: source }), 'name'),
      ports: list(object('Port', { containerPort: { type: 'integer', format: 'int32' }, protocol: text('protocol') })),
      livenessProbe: probe(),
      readinessProbe: probe(),
      startupProbe: probe(),
      lifecycle: object('Lifecycle', { postStart: probe(), preStop: probe() }),
      resources: resources(),
      securityContext: object('SecurityContext', {
        capabilities: object('Capabilities', { add: list({ type: 'string' }), drop: list({ type: 'string' }) }),
        runAsUser: { type: 'integer', format: 'int64', description: prose('RunAsUser', 250) },
        privileged: { type: 'boolean', description: prose('Privileged', 250) },
      }),
      volumeMounts: list(object('Mount', { name: text('name'), mountPath: text('mountPath') }), 'mountPath'),
      imagePullPolicy: { ...text('imagePullPolicy'), enum: ['Always', 'IfNotPresent', 'Never'], default: 'Always' },
    }),
    required: ['name'],
  };
}

function affinity(): Schema {
  const term = (): Schema =>
    object('Term', { labelSelector: selector(), namespaceSelector: selector(), topologyKey: text('topologyKey') });
  const preferred = (): Schema => list(object('Weighted', { weight: { type: 'integer' }, term: term() }));
  return object('Affinity', {
    podAffinity: object('PodAffinity', { required: list(term()), preferred: preferred() }),
    podAntiAffinity: object('PodAntiAffinity', { required: list(term()), preferred: preferred() }),
  });
}

function selector(): Schema {
  const expression = object('Requirement', {
    key: text('key'),
    operator: text('operator'),
    values: { ...list({ type: 'string' }), [markers.listType]: 'atomic' },
  });
  return {
    ...object('Selector', {
      matchLabels: { type: 'object', additionalProperties: { type: 'string' }, description: prose('MatchLabels', 200) },
      matchExpressions: list({ ...expression, required: ['key', 'operator'] }),
    }),
    [markers.mapType]: 'atomic',
  };
}

function resources(): Schema {
  const quantity = {
    anyOf: [{ type: 'integer' }, { type: 'string' }],
    pattern:
      '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$',
    [markers.intOrString]: true,
  };
  const amounts = { type: 'object', additionalProperties: quantity, description: prose('Amounts', 150) };
  return object('Resources', { limits: amounts, requests: amounts });
}

function conditions(): Schema {
  const condition = object('Condition', {
    type: { ...text('type'), maxLength: 316, pattern: '^([a-z0-9.-]+/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$' },
    status: { ...text('status'), enum: ['True', 'False', 'Unknown'] },
    reason: { ...text('reason'), minLength: 1, maxLength: 1024 },
    message: { ...text('message'), maxLength: 32_768 },
    lastTransitionTime: { type: 'string', format: 'date-time', description: prose('LastTransitionTime', 200) },
    observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
  });
  return list({ ...condition, required: ['type', 'status', 'reason', 'message', 'lastTransitionTime'] }, 'type');
}

function object(name: string, properties: Schema): Schema {
  return { type: 'object', description: prose(name, 150), properties };
}

function list(items: Schema, key?: string): Schema {
  const marks = key === undefined ? {} : { [markers.listType]: 'map', [markers.listMapKeys]: [key] };
  // A key is required or has a default.
  const required = key === undefined ? items : { ...items, required: [...new Set([...requiredOf(items), key])] };
  return { type: 'array', items: required, ...marks };
}

function requiredOf({ required }: Schema): readonly string[] {
  return Array.isArray(required) ? (required as string[]) : [];
}

function text(name: string): Schema {
  return { type: 'string', description: prose(name, 120) };
}

function scalar(field: number, name: string): Schema {
  if (field % 4 === 0) return { type: 'string', maxLength: 63, description: prose(name, 160) };
  if (field % 4 === 1) return { type: 'integer', minimum: 0, maximum: 100, description: prose(name, 160) };
  if (field % 4 === 2) return { type: 'boolean', default: true, description: prose(name, 160) };
  return { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', description: prose(name, 160) };
}

const words =
  'is the field that users set when the controller cannot choose a value that fits the workload at hand and';

/** A description of about this length. */
function prose(name: string, length: number): string {
  return `${name} ${words.repeat(Math.ceil(length / words.length))}`.slice(0, length);
}
