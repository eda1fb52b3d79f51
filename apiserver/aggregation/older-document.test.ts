// What one version needs of a document of the older form, in the newer one.

import t from 'tap';
import { newerDocument } from './older-document.ts';

const thing = { $ref: '#/definitions/Thing' };
const older = {
  swagger: '2.0',
  info: { title: 'x', version: '1' },
  paths: {
    '/apis/a.example.com/v1/things/{name}': {
      parameters: [{ name: 'name', in: 'path', required: true, type: 'string', uniqueItems: true }],
      put: {
        operationId: 'replaceThing',
        consumes: ['application/json', 'application/yaml'],
        produces: ['application/json'],
        schemes: ['https'],
        parameters: [
          { name: 'body', in: 'body', required: true, schema: thing },
          { name: 'dryRun', in: 'query', type: 'string', description: 'try' },
          { name: 'X-Other', in: 'header', type: 'string' },
        ],
        responses: { 200: { description: 'OK', schema: thing }, 401: { description: 'Unauthorized' } },
        'x-action': 'put',
      },
    },
    '/apis/a.example.com/v2/things': { get: { responses: { 200: { description: 'OK', schema: thing } } } },
  },
  definitions: {
    Thing: {
      type: 'object',
      properties: {
        spec: { description: 'what it is', $ref: '#/definitions/Spec' },
        parts: { type: 'array', items: { $ref: '#/definitions/Part' } },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
    Spec: { type: 'object', properties: { $ref: { type: 'string' } } },
    Part: { type: 'object', properties: { whole: thing } },
    Other: { type: 'object' },
  },
};

t.test('a version of the older form has its paths, and the types that they need', (t) => {
  const newer = { $ref: '#/components/schemas/Thing' };
  t.strictSame(JSON.parse(newerDocument(JSON.stringify(older), '/apis/a.example.com/v1') ?? ''), {
    openapi: '3.0.0',
    info: { title: 'x', version: '1' },
    paths: {
      '/apis/a.example.com/v1/things/{name}': {
        parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string', uniqueItems: true } }],
        put: {
          operationId: 'replaceThing',
          'x-action': 'put',
          parameters: [{ name: 'dryRun', in: 'query', description: 'try', schema: { type: 'string' } }],
          requestBody: {
            content: { 'application/json': { schema: newer }, 'application/yaml': { schema: newer } },
            required: true,
          },
          responses: {
            200: { description: 'OK', content: { 'application/json': { schema: newer } } },
            401: { description: 'Unauthorized' },
          },
        },
      },
    },
    components: {
      schemas: {
        Part: { type: 'object', properties: { whole: newer } },
        Spec: { type: 'object', properties: { $ref: { type: 'string' } } },
        Thing: {
          type: 'object',
          properties: {
            spec: { description: 'what it is', allOf: [{ $ref: '#/components/schemas/Spec' }] },
            parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
            labels: { type: 'object', additionalProperties: { type: 'string' } },
          },
        },
      },
    },
  });
  t.end();
});

t.test('what is no such document gives none', (t) => {
  const path = '/apis/a.example.com/v1';
  const item = (value: unknown) => JSON.stringify({ ...older, paths: { [`${path}/x`]: value } });
  for (const text of [
    '',
    'null',
    '[]',
    '{"swagger":"2.0"}',
    JSON.stringify({ ...older, swagger: '3.0' }),
    item(null),
    item({ get: null }),
    item({ get: { parameters: 1 } }),
    item({ get: { responses: { 200: null } } }),
    item({ get: { responses: { 200: { description: '', schema: { properties: { a: null } } } }, produces: ['a'] } }),
  ])
    t.equal(newerDocument(text, path), undefined, text.slice(0, 90));
  const deep = `{"swagger":"2.0","info":{},"paths":{"${path}/x":{"get":{"produces":["a"],"responses":{"200":{"description":"","schema":${'{"items":'.repeat(20_000)}{}${'}'.repeat(20_000)}}}}}}}`;
  t.equal(newerDocument(deep, path), undefined, 'nested too deep');
  t.end();
});
