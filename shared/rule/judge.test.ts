import t from 'tap';
import { vendorOf } from '../vendor/profile.ts';
import { loadSchemas } from '../schema/builtin.ts';
import type { FieldError } from '../object/field-error.ts';
import type { FieldRules, ValueRules } from './rule.ts';
import { fieldErrorMessage } from '../object/field-error-message.ts';
import { declaredRules } from './declared-rules.ts';
import { judgeRules } from './judge.ts';

const schemas = loadSchemas(vendorOf('orch'));

type Fields = Readonly<Record<string, unknown>>;

/** Faults as text; `before`: undefined for an object that is made. */
function faults(type: string, fields: FieldRules, object: Fields, before?: Fields): readonly string[] {
  const schema = schemas.type(type);
  if (schema === undefined) throw new Error(`no type ${type}`);
  return judgeRules(fields, schema, object, before).map(text);
}

function text(fault: FieldError): string {
  return `${fault.field}: ${fieldErrorMessage(fault)}${fault.origin === undefined ? '' : ` (${fault.origin})`}`;
}

const spec = 'core/v1.ReplicationControllerSpec';
const atLeast2 = 'must be greater than or equal to 2 (minimum)';

t.test('a number may have a least value, which a zero that was not given has to reach too', async (t) => {
  const rules = { replicas: { minimum: 2 }, minReadySeconds: { minimum: 2 } };
  t.strictSame(faults(spec, rules, { replicas: 2, minReadySeconds: 2 }), []);
  t.strictSame(faults(spec, rules, { replicas: 1, minReadySeconds: 3 }), [`replicas: Invalid value: 1: ${atLeast2}`]);
  t.strictSame(faults(spec, rules, { minReadySeconds: -1 }), [`minReadySeconds: Invalid value: -1: ${atLeast2}`]);
  t.strictSame(faults(spec, rules, {}), [`minReadySeconds: Invalid value: 0: ${atLeast2}`], 'a pointer is not there');
  const optional = { minReadySeconds: { presence: 'optional', minimum: 2 } } as const;
  t.strictSame(faults(spec, optional, {}), []);
  t.strictSame(faults(spec, optional, { minReadySeconds: 1 }).length, 1);
});

t.test('missing required and present forbidden fields are errors, and are not checked further', async (t) => {
  const required = { replicas: { presence: 'required', minimum: 2 }, selector: { presence: 'required' } } as const;
  t.strictSame(faults(spec, required, { selector: {} }), ['replicas: Required value', 'selector: Required value']);
  t.strictSame(faults(spec, required, { replicas: 0, selector: { a: 'b' } }), [
    `replicas: Invalid value: 0: ${atLeast2}`,
  ]);
  const forbidden = { minReadySeconds: { presence: 'forbidden', minimum: 2 } } as const;
  t.strictSame(faults(spec, forbidden, { minReadySeconds: 1 }), ['minReadySeconds: Forbidden']);
  t.strictSame(faults(spec, forbidden, { minReadySeconds: 0 }), []);
});

t.test('an update is judged where it changed something, and there only', async (t) => {
  const rules = { replicas: { minimum: 2 }, minReadySeconds: { minimum: 2 } };
  const before = { replicas: 1, minReadySeconds: 1 };
  t.strictSame(faults(spec, rules, { ...before }, before), []);
  t.strictSame(faults(spec, rules, { ...before, replicas: 0 }, before), [`replicas: Invalid value: 0: ${atLeast2}`]);
  t.strictSame(faults(spec, { minReadySeconds: { minimum: 2 } }, {}, { minReadySeconds: 0 }), [], 'absent is zero');
});

t.test('an immutable field cannot be changed, set or removed later', async (t) => {
  const rules = { replicas: { presence: 'optional', immutable: true } } as const;
  const refused = ['replicas: Forbidden: field is immutable'];
  t.strictSame(faults(spec, rules, { replicas: 1 }), []);
  t.strictSame(faults(spec, rules, { replicas: 1 }, { replicas: 1 }), []);
  t.strictSame(faults(spec, rules, { replicas: 2 }, { replicas: 1 }), refused);
  t.strictSame(faults(spec, rules, { replicas: 2 }, {}), refused);
  t.strictSame(faults(spec, rules, {}, { replicas: 2 }), refused);
});

const container = 'core/v1.Container';

t.test('texts may be some, of a form, and of a length', async (t) => {
  const one = (rules: ValueRules, name: string): readonly string[] => faults(container, { name: rules }, { name });
  t.strictSame(one({ enum: ['a', 'b'] }, 'a'), []);
  t.strictSame(one({ enum: ['a', 'b'] }, 'c'), ['name: Unsupported value: "c": supported values: "a", "b"']);
  t.strictSame(faults(container, { name: { enum: ['a'] } }, {}).length, 1, 'the empty text is none of them');
  t.strictSame(one({ format: 'label' }, 'a-b'), []);
  t.match(one({ format: 'label' }, 'A'), [/^name: Invalid value: "A": .*\(format=label\)$/]);
  t.strictSame(one({ maxLength: 3 }, 'abc'), []);
  t.strictSame(one({ maxLength: 3 }, 'äbc'), ['name: Too long: may not be more than 3 bytes (maxLength)']);
});

t.test('lists may have so many items, all of them different', async (t) => {
  const command = (rules: ValueRules, ...items: string[]): readonly string[] =>
    faults(container, { command: rules }, { command: items });
  t.strictSame(command({ maxItems: 2 }, 'a', 'b'), []);
  t.strictSame(command({ maxItems: 2 }, 'a', 'b', 'c'), ['command: Too many: 3: must have at most 2 items (maxItems)']);
  t.strictSame(command({ unique: true }, 'a', 'b', 'a', 'b'), [
    'command[2]: Duplicate value: "a"',
    'command[3]: Duplicate value: "b"',
  ]);
  const env = (...items: Fields[]): readonly string[] =>
    faults(container, { env: { keys: ['name'], unique: true } }, { env: items });
  t.strictSame(env({ name: 'a', value: '1' }, { name: 'b', value: '1' }), []);
  t.match(env({ name: 'a', value: '1' }, { name: 'a', value: '2' }), [/^env\[1\]: Duplicate value: /]);
});

t.test('items are judged one by one, each against the one of the same keys before', async (t) => {
  const items: ValueRules = { fields: { containerPort: { minimum: 2 } } };
  const ports = (...numbers: number[]): Fields => ({
    ports: numbers.map((containerPort, index) => ({ name: `p${index}`, containerPort })),
  });
  t.strictSame(faults(container, { ports: { items } }, ports(2, 1)), [
    `ports[1].containerPort: Invalid value: 1: ${atLeast2}`,
  ]);
  const keyed = { ports: { keys: ['name'], items } };
  t.strictSame(faults(container, keyed, ports(1, 3), ports(1, 2)), [], 'the first is as it was');
  t.strictSame(faults(container, keyed, ports(0, 3), ports(1, 2)).length, 1);
  t.strictSame(
    faults(container, { ports: { items } }, ports(1, 3), ports(1, 2)).length,
    1,
    'without keys an item has no old value',
  );
  const labels: FieldRules = { labels: { items: { maxLength: 1 } } };
  const meta = 'meta/v1.ObjectMeta';
  t.strictSame(faults(meta, labels, { labels: { a: 'b', c: 'de' } }), [
    'labels[c]: Too long: may not be more than 1 bytes (maxLength)',
  ]);
  t.strictSame(faults(meta, labels, { labels: { a: 'b', c: 'de' } }, { labels: { c: 'de' } }), []);
});

t.test('the rules of one item are for the first that matches', async (t) => {
  const rules: FieldRules = {
    env: { item: [{ where: { name: 'A' }, rules: { fields: { value: { presence: 'required' } } } }] },
  };
  t.strictSame(faults(container, rules, { env: [{ name: 'B' }, { name: 'A' }] }), ['env[1].value: Required value']);
  t.strictSame(faults(container, rules, { env: [{ name: 'B' }] }), []);
  t.strictSame(faults(container, rules, { env: [{ name: 'A' }] }, { env: [{ name: 'A' }, { name: 'B' }] }), []);
});

t.test('a union has at most one member, or exactly one', async (t) => {
  const source = 'core/v1.EnvVarSource';
  const envOf = (rules: ValueRules, valueFrom: Fields, before?: Fields): readonly string[] =>
    faults(
      'core/v1.EnvVar',
      { valueFrom: rules },
      { valueFrom },
      before === undefined ? undefined : { valueFrom: before },
    );
  t.ok(schemas.type(source));
  const members = [{ field: 'fieldRef' }, { field: 'secretKeyRef' }];
  const a = { fieldRef: { fieldPath: 'x' } };
  const both = { ...a, secretKeyRef: { key: 'k' } };
  const names = '`fieldRef`, `secretKeyRef`';
  const shown = 'valueFrom: Invalid value: "{fieldRef, secretKeyRef}"';
  t.strictSame(envOf({ zeroOrOneOf: members }, a), []);
  t.strictSame(envOf({ zeroOrOneOf: members }, { configMapKeyRef: { key: 'k' } }), []);
  t.strictSame(envOf({ zeroOrOneOf: members }, both), [
    `${shown}: must specify at most one of: ${names} (zeroOrOneOf)`,
  ]);
  t.strictSame(envOf({ oneOf: members }, a), []);
  t.strictSame(envOf({ oneOf: members }, both), [`${shown}: must specify exactly one of: ${names} (union)`]);
  t.strictSame(envOf({ oneOf: members }, { configMapKeyRef: { key: 'k' } }), [
    `valueFrom: Invalid value: "": must specify one of: ${names} (union)`,
  ]);
  const changed = { ...both, fieldRef: { fieldPath: 'y' } };
  t.strictSame(envOf({ oneOf: members }, changed, both), [], 'what is there is what was there');
  t.strictSame(envOf({ oneOf: members }, both, a).length, 1);
});

t.test('rules that do not fit their type throw a TypeError', async (t) => {
  t.throws(() => faults(spec, { nothing: { minimum: 1 } }, {}), TypeError);
  t.throws(() => faults(spec, { replicas: { fields: {} } }, { replicas: 1 }), TypeError);
  t.throws(() => faults(container, { name: { items: {} } }, { name: ['a'] }), TypeError);
});

for (const vendor of ['orch', 'kubernetes'] as const) {
  t.test(`${vendor}: every declared kind is one, and its rules fit its schema (DECLVAL-002)`, async (t) => {
    const own = loadSchemas(vendorOf(vendor));
    for (const [name, { fields, endpoints }] of declaredRules) {
      const schema = own.type(name);
      t.ok(schema, name);
      t.ok(endpoints.length > 0, `${name} is judged somewhere`);
      if (schema !== undefined) t.doesNotThrow(() => judgeRules(fields, schema, { spec: {}, status: {} }, undefined));
    }
  });
}
