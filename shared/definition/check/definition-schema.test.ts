import t from 'tap';
import { fieldErrorMessage } from '../../object/field-error-message.ts';
import { loadSchemas } from '../../schema/builtin.ts';
import { vendorOf } from '../../vendor/profile.ts';
import { definitionSchemaErrors } from './definition-schema.ts';

const vendor = vendorOf('kubernetes');
const metadata = loadSchemas(vendor).type('meta/v1.ObjectMeta');
const own = (name: string): string => vendor.fill(`x-{maker}-${name}`);

function faults(schema: object, status = false): readonly string[] {
  if (metadata === undefined) throw new TypeError('no schema of metadata');
  return definitionSchemaErrors(schema as never, 's', { vendor, metadata, status }).map(
    (error) => `${error.field}: ${fieldErrorMessage(error)}`,
  );
}

/** Of the schema of one field. */
const ofField = (field: object): readonly string[] => faults({ type: 'object', properties: { a: field } });

t.test('every value has a type, outside of alternatives, and alternatives only narrow', (t) => {
  t.strictSame(ofField({ type: 'string', pattern: '^a$' }), []);
  t.strictSame(ofField({ [own('int-or-string')]: true, anyOf: [{ type: 'integer' }, { type: 'string' }] }), []);
  t.strictSame(ofField({}), ['s.properties[a].type: Required value: must not be empty for specified object fields']);
  t.strictSame(ofField({ type: 'array' }), ['s.properties[a].items: Required value: must be specified']);
  t.strictSame(faults({ type: 'object', oneOf: [{ properties: { b: { minLength: 1 } } }] }), [
    's.properties[b]: Required value: because it is defined in s.oneOf[0].properties[b]',
  ]);
  t.strictSame(
    ofField({ type: 'string', anyOf: [{ type: 'string', default: 'x', nullable: true, description: 'd' }] }),
    [
      's.properties[a].anyOf[0].default: Forbidden: must be undefined to be structural',
      's.properties[a].anyOf[0].description: Forbidden: must be empty to be structural',
      's.properties[a].anyOf[0].nullable: Forbidden: must be false to be structural',
      's.properties[a].anyOf[0].type: Forbidden: must be empty to be structural',
    ],
  );
  t.end();
});

t.test('patterns are linear-time expressions, and keywords that cost too much or mean nothing are refused', (t) => {
  t.match(ofField({ type: 'string', pattern: '(?=a)' }), [
    /pattern: Invalid value: "\(\?=a\)": must be a valid regular/,
  ]);
  t.strictSame(ofField({ type: 'array', items: { type: 'string' }, uniqueItems: true }), [
    's.properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
  ]);
  t.strictSame(
    ofField({ type: 'object', additionalProperties: { type: 'string' }, properties: { b: { type: 'string' } } }),
    ['s.properties[a].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive'],
  );
  t.strictSame(ofField({ type: 'object', [own('preserve-unknown-fields')]: false }), [
    `s.properties[a].${own('preserve-unknown-fields')}: Invalid value: false: must be true or undefined`,
  ]);
  t.match(faults({ type: 'object', anyOf: [{ required: ['a'] }] }, true), [
    /only \[Description Type .* XValidations\] fields/,
  ]);
  t.end();
});

t.test('defaults are values that the schema allows and knows whole', (t) => {
  t.strictSame(ofField({ type: 'integer', default: 1 }), []);
  t.strictSame(ofField({ type: 'integer', default: 'x' }), [
    's.properties[a].default: Invalid value: "string": s.properties[a].default in body must be of type integer: "string"'.replace(
      's.properties[a].default in body',
      ' in body',
    ),
  ]);
  t.strictSame(ofField({ type: 'object', default: { b: 1 } }), [
    's.properties[a].default: Invalid value: {"b":1}: must not have unknown fields',
  ]);
  t.strictSame(faults({ type: 'object', properties: { kind: { type: 'string', default: 'x' } } }), [
    's.properties[kind].default: Forbidden: must not be set in top-level kind',
  ]);
  t.end();
});

t.test('metadata is restricted by names only, and objects inside of objects say what they are', (t) => {
  const named = { type: 'object', properties: { name: { type: 'string', maxLength: 3 } } };
  t.strictSame(faults({ type: 'object', properties: { metadata: named } }), []);
  t.match(
    faults({
      type: 'object',
      properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } },
    }),
    [/^s.properties\[metadata\]: Forbidden: must not specify anything other than name and generateName/],
  );
  t.strictSame(ofField({ type: 'object', [own('embedded-resource')]: true }), [
    `s.properties[a].properties: Required value: must not be empty if ${own('embedded-resource')} is true without ${own('preserve-unknown-fields')}`,
  ]);
  t.end();
});
