import t from 'tap';
import { loadSchemas } from '../../schema/builtin.ts';
import { vendorOf } from '../../vendor/profile.ts';
import { faultsOf, faultsText } from './validate-typed.ts';

const schemas = loadSchemas(vendorOf('orch'));
const deployment = schemas.type('apps/v1.Deployment');
const pod = schemas.type('core/v1.Pod');
if (deployment === undefined || pod === undefined) throw new TypeError('no schema');

for (const [spec, ...faults] of [
  [{ foo: 1 }, '.spec.foo: field not declared in schema'],
  [{ replicas: 'x' }, '.spec.replicas: expected numeric (int or float), got string'],
  [{ paused: 'yes' }, '.spec.paused: expected boolean, got &{yes}'],
  [{ strategy: { type: 1 } }, '.spec.strategy.type: expected string, got &value.valueUnstructured{Value:1}'],
  [{ strategy: [1] }, '.spec.strategy: expected map, got &{[1]}'],
  [
    { strategy: { rollingUpdate: { maxSurge: {} } } },
    '.spec.strategy.rollingUpdate.maxSurge: expected any scalar, got &{map[]}',
  ],
  [{ template: { spec: { containers: {} } } }, '.spec.template.spec.containers: expected list, got &{map[]}'],
  [
    { template: { spec: { containers: [{ name: 'a' }, { name: 'a' }] } } },
    '.spec.template.spec.containers: duplicate entries for key [name="a"]',
  ],
  [
    { template: { spec: { containers: [{ name: 'a', image: 1 }] } } },
    '.spec.template.spec.containers[name="a"].image: expected string, got &value.valueUnstructured{Value:1}',
  ],
  [
    { template: { spec: { containers: ['a'] } } },
    '.spec.template.spec.containers: element 0: associative list with keys may not have non-map elements',
  ],
  [{ replicas: 1, paused: null, template: { spec: { containers: [{ name: 'a', ports: null }] } } }],
] as const) {
  t.test(`a configuration is refused where it does not fit: ${faults[0] ?? 'nowhere'}`, async (t) => {
    t.strictSame(faultsOf({ spec }, deployment), faults);
  });
}

t.test('items that stand twice are no fault of a stored object', async (t) => {
  const spec = { containers: [{ name: 'a' }, { name: 'a' }] };
  t.strictSame(faultsOf({ spec }, pod, { duplicates: true }), []);
});

t.test('one message lists several faults', async (t) => {
  t.equal(faultsText(['.a: x']), '.a: x');
  t.equal(faultsText(['.a: x', '.b: y']), 'errors:\n  .a: x\n  .b: y');
});

t.test('faults below a long name are listed up to the size that a response can hold', async (t) => {
  const name = 'x'.repeat(10_000);
  const ports = Array.from({ length: 20_000 }, () => ({ containerPort: 80 }));
  const faults = faultsOf({ spec: { containers: [{ name, ports }] } }, pod);
  t.ok(faults.length > 1 && faults.length < 20, `${faults.length} faults`);
  const short = faultsOf({ spec: { containers: [{ name: 'x', ports }] } }, pod);
  t.equal(short.length, 1000);
  t.match(short[999], '.spec.containers[name="x"].ports: duplicate entries for key');
});
