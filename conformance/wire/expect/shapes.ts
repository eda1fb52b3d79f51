// The shapes of documents that every client reads, as JSON Schemas: required members and their types. Unknown members
// are allowed; cases check exact values.

const text = { type: 'string' } as const;
const filled = { type: 'string', minLength: 1 } as const;
const flag = { type: 'boolean' } as const;
const texts = { type: 'array', items: filled } as const;
const listMeta = {
  type: 'object',
  properties: {
    resourceVersion: filled,
    continue: text,
    remainingItemCount: { type: 'integer', minimum: 0 },
  },
} as const;
const meta = { type: 'object', properties: { name: text, namespace: text, uid: text, resourceVersion: text } } as const;
const groupVersion = {
  type: 'object',
  required: ['groupVersion', 'version'],
  properties: { groupVersion: filled, version: { type: 'string', pattern: '^v[0-9]+((alpha|beta)[0-9]+)?$' } },
} as const;

export const shapes = {
  status: {
    type: 'object',
    required: ['kind', 'status', 'message', 'code'],
    properties: {
      kind: { const: 'Status' },
      apiVersion: { const: 'v1' },
      metadata: { type: 'object' },
      status: { const: 'Failure' },
      message: filled,
      reason: { type: 'string', pattern: '^[A-Z][A-Za-z]*$' },
      code: { type: 'integer', minimum: 400, maximum: 599 },
      details: {
        type: 'object',
        properties: {
          name: text,
          group: text,
          kind: text,
          uid: text,
          retryAfterSeconds: { type: 'integer', minimum: 0 },
          causes: {
            type: 'array',
            items: { type: 'object', properties: { reason: text, message: text, field: text } },
          },
        },
      },
    },
  },
  list: {
    type: 'object',
    required: ['kind', 'apiVersion', 'metadata', 'items'],
    properties: {
      kind: { type: 'string', pattern: '^[A-Z][A-Za-z]*List$' },
      apiVersion: filled,
      metadata: { ...listMeta, required: ['resourceVersion'] },
      items: {
        type: 'array',
        items: { type: 'object', required: ['metadata'], properties: { metadata: meta } },
      },
    },
  },
  table: {
    type: 'object',
    required: ['kind', 'apiVersion', 'columnDefinitions', 'rows'],
    properties: {
      kind: { const: 'Table' },
      apiVersion: filled,
      metadata: listMeta,
      columnDefinitions: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          required: ['name', 'type'],
          properties: {
            name: filled,
            type: { enum: ['string', 'integer', 'number', 'boolean', 'date'] },
            format: text,
            description: text,
            priority: { type: 'integer', minimum: 0 },
          },
        },
      },
      rows: {
        type: 'array',
        items: {
          type: 'object',
          required: ['cells'],
          properties: { cells: { type: 'array', minItems: 1 }, object: { type: 'object' } },
        },
      },
    },
  },
  coreVersions: {
    type: 'object',
    required: ['kind', 'versions'],
    properties: {
      kind: { const: 'APIVersions' },
      versions: { ...texts, minItems: 1 },
      serverAddressByClientCIDRs: {
        type: 'array',
        items: {
          type: 'object',
          required: ['clientCIDR', 'serverAddress'],
          properties: { clientCIDR: filled, serverAddress: filled },
        },
      },
    },
  },
  groups: {
    type: 'object',
    required: ['kind', 'apiVersion', 'groups'],
    properties: {
      kind: { const: 'APIGroupList' },
      apiVersion: { const: 'v1' },
      groups: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          required: ['name', 'versions', 'preferredVersion'],
          properties: {
            name: filled,
            versions: { type: 'array', minItems: 1, items: groupVersion },
            preferredVersion: groupVersion,
          },
        },
      },
    },
  },
  resources: {
    type: 'object',
    required: ['kind', 'groupVersion', 'resources'],
    properties: {
      kind: { const: 'APIResourceList' },
      groupVersion: filled,
      resources: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'namespaced', 'kind', 'verbs'],
          properties: {
            name: { type: 'string', pattern: '^[a-z]+(/[a-z]+)?$' },
            singularName: text,
            namespaced: flag,
            kind: filled,
            verbs: texts,
            shortNames: texts,
            categories: texts,
          },
        },
      },
    },
  },
  openApiIndex: {
    type: 'object',
    required: ['paths'],
    properties: {
      paths: {
        type: 'object',
        minProperties: 1,
        additionalProperties: {
          type: 'object',
          required: ['serverRelativeURL'],
          properties: { serverRelativeURL: { type: 'string', pattern: '^/openapi/v3/[^?]+[?]hash=[0-9A-F]+$' } },
        },
      },
    },
  },
} as const;

export type ShapeName = keyof typeof shapes;
