import t from 'tap';
import { costLimits } from '../../expression/cost/limits.ts';
import { fieldErrorMessage } from '../../object/field-error-message.ts';
import { vendorOf } from '../../vendor/profile.ts';
import { LateRules } from './late-rules.ts';
import { Rules } from './rules.ts';

const vendor = vendorOf('kubernetes');
const own = (name: string): string => vendor.fill(`x-{maker}-${name}`);
const rule = (text: string, more: object = {}) => ({ [own('validations')]: [{ rule: text, ...more }] });
const text = { type: 'string' };
const whole = { type: 'integer' };
const struct = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

/** What is said of an object; warnings are marked. */
function judge(properties: object, value: object, old?: object, more: { root?: object; budget?: number } = {}) {
  const run = new Rules(vendor).of(struct(properties, more.root), true);
  const said: string[] = [];
  const warn = (warning: string): void => void said.push(`warning: ${warning}`);
  const { budget = costLimits.object } = more;
  const { errors } = run?.({ value, old, field: '', ratchets: true, warn, budget }) ?? { errors: [] };
  return [...said, ...errors.map((error) => `${error.field}: ${fieldErrorMessage(error)}`)];
}

t.test('A rule that is false refuses the value, with its message, reason and field (CEL-002)', (t) => {
  const f = (more: object, broken = 'self.a > 1') => ({ f: struct({ a: whole }, rule(broken, more)) });
  const value = { f: { a: 1 } };
  t.strictSame(judge(f({}), { f: { a: 2 } }), []);
  t.strictSame(judge(f({}), value), ['f: Invalid value: "object": failed rule: self.a > 1']);
  t.strictSame(judge(f({ message: ' too small ' }), value), ['f: Invalid value: "object": too small']);
  t.strictSame(judge(f({ messageExpression: '"a is " + string(self.a)', message: 'm' }), value), [
    'f: Invalid value: "object": a is 1',
  ]);
  for (const useless of ['""', '"a\\nb"', 'string(1 / (self.a - 1))'])
    t.strictSame(
      judge(f({ messageExpression: useless, message: 'm' }), value),
      ['f: Invalid value: "object": m'],
      useless,
    );
  const of = (reason: string): readonly string[] => judge(f({ message: 'm', reason }), value);
  t.strictSame(of('FieldValueForbidden'), ['f: Forbidden: m']);
  t.strictSame(of('FieldValueRequired'), ['f: Required value: m']);
  t.strictSame(of('FieldValueDuplicate'), ['f: Duplicate value: "object"']);
  t.strictSame(judge(f({ message: 'm', fieldPath: '.a' }), value), ['f.a: Invalid value: "object": m']);
  t.strictSame(judge({}, {}, undefined, { root: rule('has(self.kind)') }), [
    '<nil>: Invalid value: "object": failed rule: has(self.kind)',
  ]);
  t.end();
});

t.test('A rule without a value refuses too, and says why (CEL-054)', (t) => {
  const map = { type: 'object', additionalProperties: whole };
  t.strictSame(judge({ m: { ...map, ...rule("self['a'] > 1") } }, { m: { b: 1 } }), [
    `m: Invalid value: "object": no such key: a evaluating rule: self['a'] > 1`,
  ]);
  const either = { [own('int-or-string')]: true };
  t.match(judge({ p: { ...either, ...rule('self + 1 > 2') } }, { p: 'x' }), [
    /^p: Invalid value: "": 'no such overload.*': call arguments did not match a supported operator/,
  ]);
  t.end();
});

t.test('Rules judge items, keys and objects inside of objects where they stand', (t) => {
  const list = { type: 'array', items: struct({ a: whole }, rule('self.a > 1')) };
  t.strictSame(judge({ l: list }, { l: [{ a: 2 }, { a: 1 }, null] }), [
    'l[1]: Invalid value: "object": failed rule: self.a > 1',
  ]);
  const map = { type: 'object', additionalProperties: { ...whole, ...rule('self < 5') } };
  t.strictSame(judge({ m: map }, { m: { 'a.b': 9, c: 1 } }), [
    'm[a.b]: Invalid value: "integer": failed rule: self < 5',
  ]);
  const inner = { type: 'object', [own('embedded-resource')]: true, ...rule("self.metadata.name != 'x'") };
  t.strictSame(judge({ o: inner }, { o: { apiVersion: 'v1', kind: 'K', metadata: { name: 'x' } } }), [
    `o: Invalid value: "object": failed rule: self.metadata.name != 'x'`,
  ]);
  t.strictSame(judge({ a$: { ...text, ...rule("self != 'x'") } }, { a$: 'x' }).length, 1, 'of a hidden name');
  t.end();
});

t.test('A transition rule compares with the value before, which keyed items find by their keys (CEL-053)', (t) => {
  const grows = rule('self >= oldSelf', { message: 'shrinks' });
  t.strictSame(judge({ a: { ...whole, ...grows } }, { a: 1 }), []);
  t.strictSame(judge({ a: { ...whole, ...grows } }, { a: 1 }, {}), []);
  t.strictSame(judge({ a: { ...whole, ...grows } }, { a: 1 }, { a: 2 }), ['a: Invalid value: "integer": shrinks']);
  const items = struct({ k: text, v: { ...whole, ...grows } });
  const keyed = { type: 'array', [own('list-type')]: 'map', [own('list-map-keys')]: ['k'], items };
  const before = [
    { k: 'a', v: 1 },
    { k: 'b', v: 5 },
  ];
  const after = [
    { k: 'b', v: 4 },
    { k: 'c', v: 0 },
    { k: 'a', v: 1 },
  ];
  t.strictSame(judge({ l: keyed }, { l: after }, { l: before }), ['l[0].v: Invalid value: "integer": shrinks']);
  const once = rule("oldSelf.hasValue() || self != 'late'", { optionalOldSelf: true, message: 'too late' });
  t.strictSame(judge({ a: { ...text, ...once } }, { a: 'late' }, {}), ['a: Invalid value: "string": too late']);
  t.strictSame(judge({ a: { ...text, ...once } }, { a: 'late' }, { a: 'x' }), []);
  t.end();
});

t.test('A value that an update leaves as it was may break a rule, with a warning', (t) => {
  const small = { a: { ...whole, ...rule('self > 5', { message: 'small' }) } };
  t.strictSame(judge(small, { a: 1, b: 2 }, { a: 1 }), ['warning: a: Invalid value: "integer": small']);
  t.strictSame(judge(small, { a: 2 }, { a: 1 }), ['a: Invalid value: "integer": small']);
  const keyed = {
    type: 'array',
    [own('list-type')]: 'map',
    [own('list-map-keys')]: ['k'],
    items: struct({ k: text, v: whole }, rule('self.v > 5', { message: 'small' })),
  };
  const [one, two] = [
    { k: 'a', v: 1 },
    { k: 'b', v: 1 },
  ];
  t.strictSame(judge({ l: keyed }, { l: [two, { ...one, v: 2 }] }, { l: [one, two] }), [
    'warning: l[0]: Invalid value: "object": small',
    'l[1]: Invalid value: "object": small',
  ]);
  const free = struct(
    { a: whole },
    { [own('preserve-unknown-fields')]: true, ...rule('self.a > 5', { message: 'small' }) },
  );
  const same = { o: { a: 1, other: 1 } };
  t.strictSame(judge({ o: free }, same, same), ['o: Invalid value: "object": small'], 'what nothing declares');
  t.end();
});

t.test(
  'An expression and all of them together may cost so much, and then the object is refused (CEL-045) (CEL-049) (CEL-050)',
  (t) => {
    const words = { type: 'array', items: text };
    const value = { l: Array.from({ length: 1000 }, (_, index) => `w${index}`) };
    const costly = rule('self.all(x, self.all(y, x != y || y == x))');
    t.strictSame(judge({ l: { ...words, ...costly } }, value), [
      `l: Invalid value: "array": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: self.all(x, self.all(y, x != y || y == x))`,
    ]);
    const [first] = costly[own('validations')] ?? [];
    const many = { [own('validations')]: Array.from({ length: 12 }, () => first) };
    const some = { l: value.l.slice(0, 300) };
    t.strictSame(judge({ l: { ...words, ...many } }, some), [], 'each alone passes');
    t.strictSame(judge({ l: { ...words, ...many } }, some, undefined, { budget: 2_000_000 }), [
      'l: Invalid value: "array": validation failed due to running out of cost budget, no further validation rules will be run',
    ]);
    t.end();
  },
);

t.test('Lists of sets and texts of formats are values of their kind', (t) => {
  const set = { type: 'array', items: text, [own('list-type')]: 'set', ...rule("self == ['a', 'b']") };
  t.strictSame(judge({ l: set }, { l: ['b', 'a'] }), []);
  const formats = {
    at: { ...text, format: 'date-time', ...rule("self > timestamp('2020-01-01T00:00:00Z')") },
    on: { ...text, format: 'date', ...rule('self.getFullYear() > 2020') },
    wait: { ...text, format: 'duration', ...rule("self < duration('1h')") },
    data: { ...text, format: 'byte', ...rule('size(self) == 2') },
  };
  t.strictSame(judge(formats, { at: '2021-01-01T00:00:00Z', on: '2021-02-03', wait: '5m', data: 'aGk=' }), []);
  t.equal(judge(formats, { at: '2019-01-01T00:00:00Z', on: '2019-02-03', wait: '5h', data: 'aGFp' }).length, 4);
  t.end();
});

t.test('The language is loaded once, when it is asked for', async (t) => {
  const late = new LateRules(vendor);
  t.throws(() => late.rules, /not loaded/);
  await Promise.all([late.load(), late.load()]);
  t.equal(late.load(), undefined);
  t.ok(late.rules);
});
