// The paths of one group version as OpenAPI v3 operations: which method does what to which kind, with which parameters.
// Clients read from it whether a server knows a parameter before they send it. Pure.

import { apiVersionOf } from '../../shared/object/group-version.ts';
import type { StructSchema } from '../../shared/schema/schema.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { type Resource, type Subresource, takesStrategicPatch, type Verb } from '../registry/contract/resource.ts';
import type { KindRef } from './openapi-schema.ts';

type Document = { [key: string]: unknown };

interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Value of the action extension. */
  readonly action: string;
  readonly parameters: readonly ParameterName[];
}

/** The operations of a verb on an item and on a collection; a verb without an entry is not offered there. */
const itemOperations: Partial<Record<Verb, Operation>> = {
  get: { method: 'get', action: 'get', parameters: [] },
  update: { method: 'put', action: 'put', parameters: ['dryRun', 'fieldManager', 'fieldValidation'] },
  patch: { method: 'patch', action: 'patch', parameters: ['dryRun', 'fieldManager', 'fieldValidation', 'force'] },
  delete: {
    method: 'delete',
    action: 'delete',
    parameters: ['dryRun', 'gracePeriodSeconds', 'orphanDependents', 'propagationPolicy'],
  },
  create: { method: 'post', action: 'post', parameters: ['dryRun', 'fieldManager', 'fieldValidation'] },
};

const selection = [
  'continue',
  'fieldSelector',
  'labelSelector',
  'limit',
  'resourceVersion',
  'resourceVersionMatch',
] as const;

const collectionOperations: Partial<Record<Verb, Operation>> = {
  list: {
    method: 'get',
    action: 'list',
    parameters: [...selection, 'allowWatchBookmarks', 'sendInitialEvents', 'timeoutSeconds', 'watch'],
  },
  create: { method: 'post', action: 'post', parameters: ['dryRun', 'fieldManager', 'fieldValidation'] },
  deletecollection: {
    method: 'delete',
    action: 'deletecollection',
    parameters: [
      ...selection,
      'dryRun',
      'gracePeriodSeconds',
      'orphanDependents',
      'propagationPolicy',
      'timeoutSeconds',
    ],
  },
};

const parameterTypes = {
  allowWatchBookmarks: 'boolean',
  continue: 'string',
  dryRun: 'string',
  fieldManager: 'string',
  fieldSelector: 'string',
  fieldValidation: 'string',
  force: 'boolean',
  gracePeriodSeconds: 'integer',
  labelSelector: 'string',
  limit: 'integer',
  orphanDependents: 'boolean',
  propagationPolicy: 'string',
  resourceVersion: 'string',
  resourceVersionMatch: 'string',
  sendInitialEvents: 'boolean',
  timeoutSeconds: 'integer',
  watch: 'boolean',
} as const;
type ParameterName = keyof typeof parameterTypes;

const bodyTypes = ['application/json', 'application/yaml'];
const strategicPatch = 'application/strategic-merge-patch+json';
const patchTypes = [
  'application/json-patch+json',
  'application/merge-patch+json',
  strategicPatch,
  'application/apply-patch+yaml',
];
const patchTypesOfExtensions = patchTypes.filter((type) => type !== strategicPatch);

/** Paths of all resources of one group version. `reference` makes a schema reference. */
export function pathsOf(
  vendor: Vendor,
  resources: readonly Resource[],
  reference: (schema: StructSchema) => object,
): Record<string, Document> {
  const paths: Record<string, Document> = {};
  const add = (
    path: string,
    kind: KindRef,
    verbs: readonly Verb[],
    table: typeof itemOperations,
    body: StructSchema | undefined,
    resource: Resource,
  ) => {
    // Clients choose the form of their patches by this.
    const patches = takesStrategicPatch(resource) ? patchTypes : patchTypesOfExtensions;
    const operations: Document = {};
    for (const verb of verbs) {
      const operation = table[verb];
      if (operation !== undefined)
        operations[operation.method] = document(vendor, operation, kind, body && reference(body), patches);
    }
    if (Object.keys(operations).length > 0) paths[path] = { ...operations, ...withParameters(pathParameters(path)) };
  };
  for (const resource of resources) {
    const root = `${resource.group === '' ? '/api' : '/apis'}/${apiVersionOf(resource.group, resource.version)}`;
    const collection = `${root}/${resource.namespaced ? 'namespaces/{namespace}/' : ''}${resource.name}`;
    add(collection, kindRef(resource), resource.verbs, collectionOperations, resource.schema, resource);
    if (resource.namespaced) {
      const everywhere = resource.verbs.filter((verb) => verb === 'list');
      add(`${root}/${resource.name}`, kindRef(resource), everywhere, collectionOperations, resource.schema, resource);
    }
    const withItem = resource.verbs.filter((verb) => verb !== 'create');
    add(`${collection}/{name}`, kindRef(resource), withItem, itemOperations, resource.schema, resource);
    for (const subresource of resource.subresources.values()) {
      add(
        `${collection}/{name}/${subresource.name}`,
        kindRef(subresource),
        subresource.verbs,
        itemOperations,
        subresource.schema,
        resource,
      );
    }
  }
  return paths;
}

function document(
  vendor: Vendor,
  { method, action, parameters }: Operation,
  kind: KindRef,
  schema: object | undefined,
  patches: readonly string[],
): Document {
  const content = (types: readonly string[], of: object | undefined) =>
    Object.fromEntries(types.map((type) => [type, of === undefined ? {} : { schema: of }]));
  const hasBody = method === 'post' || method === 'put' || method === 'patch';
  return {
    ...(hasBody
      ? {
          requestBody: {
            required: true,
            content: method === 'patch' ? content(patches, {}) : content(bodyTypes, schema),
          },
        }
      : {}),
    ...withParameters(
      parameters.map((name) => ({ name, in: 'query', schema: { type: parameterTypes[name], uniqueItems: true } })),
    ),
    responses: {
      '200': { description: 'OK', content: content(bodyTypes, schema) },
      '401': { description: 'Unauthorized' },
    },
    [vendor.fill('x-{maker}-action')]: action,
    [vendor.fill('x-{maker}-group-version-kind')]: kind,
  };
}

/** An empty list is left out: code generators stumble over one. */
function withParameters(parameters: readonly object[]): Document {
  return parameters.length === 0 ? {} : { parameters };
}

function pathParameters(path: string): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: { type: 'string', uniqueItems: true },
  }));
}

function kindRef({ group, version, kind }: Resource | Subresource): KindRef {
  return { group, version, kind };
}
