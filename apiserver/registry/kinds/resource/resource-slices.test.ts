import t from 'tap';
import { faultFinder } from '../../../../fixtures/apiserver/fault-finder.fixture.ts';

const whole = { driver: 'd.e', pool: { name: 'p', generation: 1, resourceSliceCount: 1 }, nodeName: 'n' };

t.test('a slice has a driver and a pool, and exactly one selection of nodes', async (t) => {
  const faults = await faultFinder(t);
  const slice = (changes: object) => faults('resourceslices.resource.{api}', 'x', { ...whole, ...changes });
  t.strictSame(await slice({}), []);
  t.match(await slice({ driver: '-' }), [/^spec.driver: Invalid value: "-": a lowercase RFC 1123 subdomain/]);
  t.match(await slice({ driver: 'a'.repeat(64) }), ['spec.driver: Too long: may not be more than 63 bytes']);
  t.match(await slice({ pool: { name: 'a/B c', generation: 1, resourceSliceCount: 0 } }), [
    /^spec.pool.name: Invalid value: "B c": a lowercase/,
    'spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero',
  ]);
  const rule = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';
  t.strictSame(await slice({ nodeName: null }), [`spec: Required value: ${rule}`]);
  t.strictSame(await slice({ nodeName: '' }), [
    'spec.nodeName: Invalid value: "": must be either unset or set to a non-empty string',
    `spec: Required value: ${rule}`,
  ]);
  t.strictSame(await slice({ allNodes: true }), [
    `spec: Invalid value: "{\`nodeName\`, \`allNodes\`}": ${rule}, but multiple fields are set`,
  ]);
  t.strictSame(await slice({ allNodes: false }), [
    'spec.allNodes: Invalid value: false: must be either unset or set to true',
  ]);
  t.strictSame(await slice({ nodeName: null, nodeSelector: { nodeSelectorTerms: [{}, {}] } }), [
    'spec.nodeSelector.nodeSelectorTerms: Invalid value: [{},{}]: must have exactly one node selector term',
  ]);
});

t.test('devices have names of their own, and facts of one form each', async (t) => {
  const faults = await faultFinder(t);
  const slice = (...devices: object[]) => faults('resourceslices.resource.{api}', 'x', { ...whole, devices });
  t.strictSame(await slice({ name: 'a', attributes: { 'd.e/f': { int: 1 }, g: { version: '1.2.3-rc.1+b' } } }), []);
  t.strictSame(await slice({ name: 'a' }, { name: 'a' }), ['spec.devices[1].name: Duplicate value: "a"']);
  t.match(await slice({ name: 'A' }), [/^spec.devices\[0\].name: Invalid value: "A"/]);
  const attributes = {
    a: {},
    b: { bool: true, int: 1 },
    c: { version: '1' },
    'd-': { bool: true },
    '/e': { bool: true },
  };
  const place = 'spec.devices[0].attributes';
  t.match(await slice({ name: 'a', attributes }), [
    `${place}[/e]: Required value: the domain must not be empty`,
    `${place}[a]: Required value: exactly one value must be specified`,
    /^spec.devices\[0\].attributes\[b\]: Invalid value: .*: exactly one value must be specified$/,
    `${place}[c].version: Invalid value: "1": must be a string compatible with semver.org spec 2.0.0`,
    /^spec.devices\[0\].attributes\[d-\]: Invalid value: "d-": a valid C identifier must start/,
  ]);
  const many = Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`a${index}`, { bool: true }]));
  t.strictSame(await slice({ name: 'a', attributes: many }), [
    'spec.devices[0]: Invalid value: 33: the total number of attributes and capacities must not exceed 32',
  ]);
});
