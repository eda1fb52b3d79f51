import t from 'tap';
import { definitionSchema } from './definition-schema.ts';
import type { Document } from './swagger.ts';

const markers = { embedded: 'x-embedded', intOrString: 'x-either' };
const envelope = { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: { $ref: '#/meta' } };
const shown = (schema: Document) => definitionSchema(schema, markers, envelope);
const alternatives = [{ type: 'integer' }, { type: 'string' }];

t.test('a defined kind is published as its author wrote it, with what is known of its values [VERB-094]', (t) => {
  const author = { type: 'object', required: ['a'], properties: { a: { type: 'string', pattern: 'x' } } };
  t.strictSame(shown(author), author);
  t.strictSame(shown({ type: 'string', example: 'e', externalDocs: { url: 'https://example.com' } }), {
    type: 'string',
  });
  t.strictSame(shown({ 'x-either': true }), { 'x-either': true, anyOf: alternatives });
  const chosen = { 'x-either': true, anyOf: [{ type: 'string' }] };
  t.strictSame(shown(chosen), chosen);
  const below = { 'x-either': true, allOf: [{ anyOf: alternatives }, { pattern: 'x' }] };
  t.strictSame(shown(below), below);
  t.end();
});

t.test('objects within objects have what every object has, at any depth [VERB-094]', (t) => {
  const embedded = {
    type: 'object',
    'x-embedded': true,
    properties: { spec: { 'x-either': true } },
    required: ['kind'],
  };
  const whole = {
    type: 'object',
    'x-embedded': true,
    properties: { spec: { 'x-either': true, anyOf: alternatives }, ...envelope },
    required: ['kind', 'apiVersion'],
  };
  t.strictSame(shown(embedded), whole);
  for (const place of ['items', 'additionalProperties'])
    t.strictSame(shown({ [place]: embedded }), { [place]: whole }, place);
  t.strictSame(shown({ properties: { a: embedded } }), { properties: { a: whole } });
  t.strictSame(shown({ additionalProperties: true }), { additionalProperties: true });
  t.end();
});
