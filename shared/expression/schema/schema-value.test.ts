import t from 'tap';
import type { Field, ListSchema, Schema, StructSchema } from '../../schema/schema.ts';
import { loadSchemas } from '../../schema/builtin.ts';
import { vendorOf } from '../../vendor/profile.ts';
import { Environment } from '../environment.ts';
import { libraryTypes } from '../library/named-types.ts';
import { types } from '../type/type.ts';
import { Failure } from '../value/value.ts';
import { optionsOfVersion, servedVersion } from '../versions.ts';
import { declaredType } from './declared-type.ts';
import { jsonValue } from './json-value.ts';
import { escapedName, unescapedName } from './property-name.ts';
import { schemaSizes } from './schema-sizes.ts';
import { schemaValues } from './schema-value.ts';

function field(name: string, schema: Schema, required = false): Field {
  return {
    name,
    schema,
    required,
    numbers: [],
    unchecked: false,
    pointer: true,
    alwaysWritten: false,
    default: undefined,
    patchStrategy: undefined,
    patchMergeKey: undefined,
    discriminator: false,
    featureGates: undefined,
  };
}

function struct(fields: Readonly<Record<string, Schema>>): StructSchema {
  const list = Object.entries(fields).map(([name, schema]) => field(name, schema));
  const byName = new Map(list.map((each) => [each.name, each]));
  return {
    type: 'struct',
    name: 'T',
    fields: byName,
    list,
    defaulted: [],
    ruled: [],
    gated: [],
    mapType: 'granular',
    isKind: false,
  };
}

function list(items: Schema, listType: ListSchema['listType'] = 'atomic', keys: readonly string[] = []): ListSchema {
  return { type: 'list', items, listType, keys };
}

function evaluate(schema: Schema, self: unknown, rule: string, oldSelf: unknown = self) {
  const type = declaredType(schema, 'object');
  const environment = new Environment({
    ...optionsOfVersion(servedVersion, libraryTypes('maker')),
    variables: new Map([
      ['self', type],
      ['oldSelf', type],
    ]),
  });
  const program = environment.program(rule, environment.check(rule).checked);
  const valueOf = schemaValues(schema, 'object');
  return program.evaluate(
    new Map([
      ['self', valueOf(self)],
      ['oldSelf', valueOf(oldSelf)],
    ]),
  ).value;
}

t.test(
  'Names of properties are escaped, or cannot be reached (CEL-022) (CEL-023) (CEL-024) (CEL-025) (CEL-026) (CEL-027)',
  (t) => {
    const names = {
      a__b: 'a__underscores__b',
      'a.b': 'a__dot__b',
      'a-b': 'a__dash__b',
      'a/b': 'a__slash__b',
      namespace: '__namespace__',
      in: '__in__',
      plain: 'plain',
      a_b: 'a_b',
    };
    for (const [name, escaped] of Object.entries(names)) {
      t.equal(escapedName(name), escaped, name);
      t.equal(unescapedName(escaped), name, escaped);
    }
    for (const name of ['', '1a', 'a$', 'é', 'a b']) t.equal(escapedName(name), undefined, name);
    t.equal(unescapedName('__nothing__'), undefined);
    const schema = struct({ 'a-b': { type: 'string' }, in: { type: 'int64' }, a$: { type: 'string' } });
    t.strictSame(evaluate(schema, { 'a-b': 'x', in: 3, a$: 'y' }, "self.a__dash__b == 'x' && self.__in__ == 3"), true);
    t.throws(() => evaluate(schema, {}, 'self.a$ == 1'), /Syntax error/);
    t.end();
  },
);

t.test('Values have the type that their schema says (CEL-028 to CEL-040)', (t) => {
  const schema = struct({
    name: { type: 'string' },
    count: { type: 'int64' },
    share: { type: 'double' },
    on: { type: 'bool' },
    data: { type: 'bytes' },
    at: { type: 'time' },
    wait: { type: 'duration' },
    port: { type: 'intOrString' },
    labels: { type: 'map', mapType: 'granular', values: { type: 'string' } },
    items: list(struct({ size: { type: 'int64' } })),
  });
  const self = {
    name: 'a',
    count: 9007199254740993n,
    share: 2,
    on: false,
    data: 'aGk=',
    at: '2020-01-02T03:04:05Z',
    wait: '90s',
    port: 'http',
    labels: { a: 'b' },
    items: [{ size: 1 }, {}],
  };
  const rules = {
    'self.count == 9007199254740993': true,
    'self.share / 4.0 == 0.5': true,
    '!self.on': true,
    'size(self.data) == 2': true,
    "self.at < timestamp('2021-01-01T00:00:00Z')": true,
    "self.wait == duration('1m30s')": true,
    "type(self.port) == string && self.port == 'http'": true,
    "self.labels['a'] + self.name == 'ba'": true,
    'self.items[0].size == 1 && !has(self.items[1].size)': true,
    'self.items.map(i, has(i.size)).exists_one(h, h)': true,
    'type(self.items[0]) == type(self.items[1])': true,
  };
  for (const [rule, wanted] of Object.entries(rules)) t.strictSame(evaluate(schema, self, rule), wanted, rule);
  t.equal(
    evaluate(schema, self, "type(self) == map && type(dyn(self.labels)['a']) == string"),
    true,
    'without its schema',
  );
  for (const odd of ['dyn(self.labels)[1]', '1 in dyn(self.labels)'])
    t.match(evaluate(schema, self, odd), { message: 'no such overload' }, odd);
  for (const odd of ['dyn(self.items)[0u]', 'dyn(self.items)[0.0]'])
    t.match(evaluate(schema, self, odd), { message: 'unsupported index: 0' }, odd);
  t.throws(() => evaluate(schema, self, 'self.nothing'), /1:5: undefined field 'nothing'/, 'fully typed (CEL-042)');
  t.throws(() => evaluate(schema, self, 'self.name > 1'), /no matching overload/);
  t.match(evaluate(schema, {}, 'self.name'), { message: 'no such key: name' });
  t.ok(evaluate(schema, { at: 'yesterday' }, 'self.at') instanceof Failure);
  t.strictSame(
    evaluate(schema, JSON.parse('{"labels": {"__proto__": "x"}}'), "self.labels.all(k, k == '__proto__')"),
    true,
  );
  t.strictSame(evaluate(schema, { labels: {} }, "'constructor' in self.labels"), false);
  t.end();
});

t.test('Sets and maps compare without regard to order, and merge (CEL-031) (CEL-032)', (t) => {
  const item = struct({ k: { type: 'string' }, v: { type: 'int64' } });
  const schema = struct({
    a: list({ type: 'string' }, 'set'),
    b: list({ type: 'string' }, 'set'),
    plain: list({ type: 'string' }),
    m: list(item, 'map', ['k']),
  });
  const self = {
    a: ['x', 'y'],
    b: ['y', 'x'],
    plain: ['y', 'x'],
    m: [
      { k: 'p', v: 1 },
      { k: 'q', v: 2 },
    ],
  };
  const [p, q] = self.m;
  t.strictSame(evaluate(schema, self, 'self.a == self.b && (self.a + self.b).size() == 2'), true);
  t.strictSame(evaluate(schema, { ...self, b: ['x', 'z'] }, 'self.a == self.b'), false);
  t.strictSame(evaluate(schema, { a: ['x'], b: ['z'] }, "self.a + self.b == ['z', 'x']"), true);
  t.strictSame(evaluate(schema, self, "self.plain == ['x', 'y']"), false, 'others keep their order');
  const unchanged = 'self.m == oldSelf.m';
  t.strictSame(
    evaluate(schema, self, unchanged, { ...self, m: [q, p] }),
    true,
    'transition rules see no change (CEL-053)',
  );
  t.strictSame(evaluate(schema, self, unchanged, { ...self, m: [{ ...q, v: 3 }, p] }), false);
  const other = {
    ...self,
    m: [
      { k: 'q', v: 9 },
      { k: 'r', v: 3 },
    ],
  };
  const merged = "(self.m + oldSelf.m).map(e, e.k + string(e.v)) == ['p1', 'q9', 'r3']";
  t.strictSame(evaluate(schema, self, merged, other), true);
  t.end();
});

t.test('Objects of built-in kinds are typed, JSON without a schema is not (CEL-041) (CEL-043) (CEL-044)', (t) => {
  const deployment = loadSchemas(vendorOf('kubernetes')).kind('apps', 'v1', 'Deployment');
  if (deployment === undefined) throw new Error('no such kind');
  const object = {
    metadata: { name: 'a' },
    spec: { replicas: 3, template: { spec: { containers: [{ name: 'c', image: 'i:1' }] } } },
  };
  const rule = "self.spec.replicas <= 5 && self.spec.template.spec.containers.all(c, c.image.contains(':'))";
  t.strictSame(evaluate(deployment, object, rule), true);
  t.throws(() => evaluate(deployment, object, 'self.spec.replica > 1'), /undefined field 'replica'/);
  const environment = new Environment({ libraries: [], variables: new Map([['object', types.dyn]]) });
  const dynamic = (source: string) =>
    environment.program(source, environment.check(source).checked).evaluate(new Map([['object', jsonValue(object)]]))
      .value;
  t.strictSame(dynamic('object.spec.replicas == 3 && !has(object.spec.x)'), true);
  t.match(dynamic('object.spec.none == 1'), { message: 'no such key: none' });
  t.end();
});

t.test('Limits of a schema make rules cheap enough to be written (CEL-046)', (t) => {
  const names = list({ type: 'string' });
  const schema = struct({ names });
  const environment = new Environment({
    libraries: [],
    variables: new Map([['self', declaredType(schema, 'object')]]),
  });
  const rule = environment.check("self.names.all(a, self.names.all(b, a != b + 'x'))");
  const free = environment.estimate(
    rule,
    schemaSizes(new Map([['self', schema]]), () => undefined),
  );
  t.ok(free.most > 10_000_000, `without limits ${free.most}`);
  const bounds = new Map<Schema, { maxItems?: number; maxLength?: number }>([
    [names, { maxItems: 10 }],
    [names.items, { maxLength: 20 }],
  ]);
  const limited = environment.estimate(
    rule,
    schemaSizes(new Map([['self', schema]]), (each) => bounds.get(each)),
  );
  t.ok(limited.most < 10_000, `with limits ${limited.most}`);
  t.end();
});
