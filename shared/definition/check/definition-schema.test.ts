import t from 'tap';
import { fieldErrorMessage } from '../../object/field-error-message.ts';
import { loadSchemas } from '../../schema/builtin.ts';
import { vendorOf } from '../../vendor/profile.ts';
import { Rules } from '../rule/rules.ts';
import { type DefinitionSchemaOptions, definitionSchemaErrors } from './definition-schema.ts';

const vendor = vendorOf('kubernetes');
const metadata = loadSchemas(vendor).type('meta/v1.ObjectMeta');
const own = (name: string): string => vendor.fill(`x-{maker}-${name}`);

const rules = new Rules(vendor);

function faults(schema: object, status = false, before: Partial<DefinitionSchemaOptions> = {}): readonly string[] {
  if (metadata === undefined) throw new TypeError('no schema of metadata');
  const known = { rules: new Set<string>(), messages: new Set<string>() };
  const options = { vendor, metadata, status, rules: () => rules, known, unchanged: false, ...before };
  return definitionSchemaErrors(schema as never, 's', options).map(
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

/** Of a schema with one field and a rule. */
const ofRule = (field: object, rule: string, more: object = {}, before = {}): readonly string[] =>
  faults(
    {
      type: 'object',
      properties: { a: { type: 'object', properties: { f: field }, [own('validations')]: [{ rule, ...more }] } },
    },
    false,
    before,
  );
const place = `s.properties[a].${own('validations')}[0]`;

t.test('the types of a rule fit what it judges (CEL-006) (CEL-007) (CEL-042)', (t) => {
  const whole = { type: 'integer' };
  t.strictSame(ofRule(whole, 'self.f > 1'), []);
  t.match(ofRule(whole, 'self.g > 1'), [
    /rule: Invalid value: {"Rule":"self.g \\u003e 1",.*: compilation failed: .*undefined field 'g'/s,
  ]);
  t.match(ofRule(whole, 'self.f'), [/: cel expression must evaluate to a bool$/]);
  t.match(ofRule(whole, 'claims.x == 1'), [/undeclared reference to 'claims'/]);
  t.match(ofRule(whole, 'has(self.g)'), [/ERROR: <input>:1:4: undefined field 'g'/]);
  t.match(ofRule({ [own('preserve-unknown-fields')]: true }, 'has(self.f)'), [/undefined field 'f'/]);
  t.match(ofRule(whole, 'true', { messageExpression: 'self.f' }), [
    /messageExpression: Invalid value: .*messageExpression must evaluate to a string$/,
  ]);
  t.match(ofRule(whole, '[1, 2].sort() == [1, 2]'), [/undeclared reference to 'sort'/], 'of this version only');
  const known = { rules: new Set(['[1, 2].sort() == [1, 2]']), messages: new Set<string>() };
  t.strictSame(ofRule(whole, '[1, 2].sort() == [1, 2]', {}, { known }), [], 'stored before');
  t.end();
});

t.test('a rule says what it has to, and where the fault is', (t) => {
  const whole = { type: 'integer' };
  t.strictSame(ofRule(whole, ' '), [`${place}.rule: Required value: rule is not specified`]);
  t.strictSame(ofRule(whole, 'true &&\n true'), [
    `${place}.message: Required value: message must be specified if rule contains line breaks`,
  ]);
  t.strictSame(ofRule(whole, 'true', { reason: 'Other', fieldPath: '.none' }), [
    `${place}.reason: Unsupported value: "Other": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"`,
    `${place}.fieldPath: Invalid value: ".none": must be a valid path`,
  ]);
  t.strictSame(ofRule(whole, 'true', { optionalOldSelf: true }), [
    `${place}.optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule`,
  ]);
  const grows = { ...whole, [own('validations')]: [{ rule: 'self > oldSelf' }] };
  t.strictSame(ofRule({ type: 'array', items: grows, maxItems: 3 }, 'true'), [
    `s.properties[a].properties[f].items.${own('validations')}[0].rule: Invalid value: "self > oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within s.properties[a].properties[f]`,
  ]);
  t.end();
});

t.test('a rule that may cost too much is refused, but not for a schema that is stored (CEL-046)', (t) => {
  const words = { type: 'array', items: { type: 'string' } };
  const advice =
    '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';
  const twice = 'self.f.all(x, self.f.all(y, x != y))';
  const total = [
    `${place}.rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`,
    `s: Forbidden: ${own('validations')} estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x ${advice}`,
  ];
  t.strictSame(ofRule(words, twice), [
    `${place}.rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x ${advice}`,
    ...total,
  ]);
  t.strictSame(ofRule(words, twice, {}, { unchanged: true }), total);
  const bounded = { type: 'array', maxItems: 100, items: { type: 'string', maxLength: 100 } };
  t.strictSame(ofRule(bounded, twice), []);
  t.strictSame(ofRule({ ...bounded, maxItems: 1000 }, twice), [
    `${place}.rule: Forbidden: estimated rule cost exceeds budget by factor of 4.5x ${advice}`,
  ]);
  t.strictSame(ofRule({ [own('int-or-string')]: true }, "type(self.f) == int ? self.f < 10 : self.f == 'x'"), []);
  t.end();
});

t.test('defaults keep to the rules', (t) => {
  const small = { type: 'integer', default: 1, [own('validations')]: [{ rule: 'self > 3', message: 'too small' }] };
  t.strictSame(ofField(small), ['s.properties[a].default: Invalid value: "integer": too small']);
  t.strictSame(ofField({ ...small, default: 4 }), []);
  t.end();
});

t.test('a schema with parts that no structural schema has is refused for these alone', (t) => {
  const text = { type: 'string' };
  t.strictSame(ofField({ ...text, $schema: 'x' }), [
    's: Invalid value: "": OpenAPIV3Schema \'schema\' is not supported',
  ]);
  t.strictSame(ofField({ type: 'array', items: [text] }), [
    's.properties[a].items: Forbidden: items must be a schema object and not an array',
  ]);
  t.strictSame(ofField({ type: 'array', items: [] }), ['s.properties[a].items: Required value: must be specified']);
  t.strictSame(ofField({ [own('preserve-unknown-fields')]: false }), [
    `s.properties[a].${own('preserve-unknown-fields')}: Invalid value: false: must be true or undefined`,
  ]);
  t.strictSame(ofField({ type: 'object', additionalProperties: text, not: { additionalProperties: false } }), []);
  t.end();
});

t.test('items of keyed lists are no nulls, and defaults keep nulls that are none', (t) => {
  const text = { type: 'string' };
  const items = { type: 'object', properties: { k: text }, required: ['k'], nullable: true };
  t.match(ofField({ type: 'array', items, [own('list-type')]: 'map', [own('list-map-keys')]: ['k'] }), [
    /items.nullable: Forbidden: cannot be nullable when .* is map$/,
  ]);
  t.strictSame(ofField({ type: 'object', properties: { b: text }, default: { b: null } }), [
    's.properties[a].default.b: Invalid value: "null": b in body must be of type string: "null"',
  ]);
  t.strictSame(ofField({ type: 'object', additionalProperties: text, default: { b: 1 } }), [
    's.properties[a].default.b: Invalid value: "integer": .b in body must be of type string: "integer"',
  ]);
  t.strictSame(ofField({ [own('int-or-string')]: true, default: true }), [], 'of any type');
  t.strictSame(faults({ type: 'object', properties: { b: text }, default: { b: 'x' } }), [
    's.default.apiVersion: Required value',
    's.default.kind: Required value',
  ]);
  t.end();
});
