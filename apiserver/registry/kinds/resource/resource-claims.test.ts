import t from 'tap';
import { faultFinder } from '../../../../fixtures/apiserver/fault-finder.fixture.ts';

const exactly = { deviceClassName: 'c' };
const requests = [{ name: 'r', exactly }];

t.test('constraints and configurations of a claim are valid, and refer to its own requests', async (t) => {
  const faults = await faultFinder(t);
  const claim = (devices: object) =>
    faults('resourceclaims.resource.{api}', 'x', { devices: { requests, ...devices } });
  t.strictSame(await claim({}), []);
  const rule = 'must be the name of a request in the claim or the name of a request and a subrequest separated by';
  t.strictSame(await claim({ constraints: [{ requests: ['q', 'r', 'r', 'a/b/c'], matchAttribute: 'd.e/model' }] }), [
    `spec.devices.constraints[0].requests[0]: Invalid value: "q": ${rule} '/'`,
    `spec.devices.constraints[0].requests[3]: Invalid value: "a/b/c": ${rule} '/'`,
    'spec.devices.constraints[0].requests[2]: Duplicate value: "r"',
  ]);
  t.strictSame(
    await claim({ constraints: [{}, { matchAttribute: '' }, { matchAttribute: 'x' }, { distinctAttribute: 'd.e/' }] }),
    [
      'spec.devices.constraints[0].matchAttribute: Required value',
      'spec.devices.constraints[1].matchAttribute: Required value: name required',
      'spec.devices.constraints[2].matchAttribute: Invalid value: "x": must include a domain',
      'spec.devices.constraints[3].distinctAttribute: Required value: the name must not be empty',
    ],
  );
  const config = (opaque: object) => claim({ config: [{ requests: ['r'], opaque }] });
  t.strictSame(await claim({ config: [{}] }), ['spec.devices.config[0].opaque: Required value']);
  t.strictSame(await config({ driver: 'd.e', parameters: { a: 1 } }), []);
  t.match(await config({ driver: '-', parameters: [] }), [
    /opaque.driver: Invalid value: "-": a lowercase RFC 1123 subdomain/,
    'spec.devices.config[0].opaque.parameters: Invalid value: "<value omitted>": must be a valid JSON object',
  ]);
  t.strictSame(await config({ driver: 'd.e', parameters: { a: 'x'.repeat(11_000) } }), [
    'spec.devices.config[0].opaque.parameters: Too long: may not be more than 10240 bytes',
  ]);
});

t.test('alternatives have unique names, a limited number, and can be referred to', async (t) => {
  const faults = await faultFinder(t);
  const claim = (firstAvailable: object[], more: object = {}) =>
    faults('resourceclaims.resource.{api}', 'x', { devices: { requests: [{ name: 'r', firstAvailable }], ...more } });
  const one = { name: 'a', ...exactly };
  t.strictSame(await claim([one], { constraints: [{ requests: ['r/a'], matchAttribute: 'd.e/f' }] }), []);
  t.strictSame(await claim([one, one]), ['spec.devices.requests[0].firstAvailable[1].name: Duplicate value: "a"']);
  const many = Array.from({ length: 9 }, (_, index) => ({ name: `a${index}`, ...exactly }));
  t.strictSame(await claim(many), ['spec.devices.requests[0].firstAvailable: Too many: 9: must have at most 8 items']);
  t.strictSame(
    await claim([
      {
        ...one,
        tolerations: [
          { operator: 'Exists', value: 'v' },
          { operator: 'x', effect: 'y' },
        ],
      },
    ]),
    [
      'spec.devices.requests[0].firstAvailable[0].tolerations[0].value: Invalid value: "v": must be empty for operator `Exists`',
      'spec.devices.requests[0].firstAvailable[0].tolerations[1].operator: Unsupported value: "x": supported values: "Equal", "Exists"',
      'spec.devices.requests[0].firstAvailable[0].tolerations[1].effect: Unsupported value: "y": supported values: "NoExecute", "NoSchedule"',
    ],
  );
  t.strictSame(await claim([{ ...one, selectors: [{}] }]), [
    'spec.devices.requests[0].firstAvailable[0].selectors[0].cel: Required value',
  ]);
});

t.test('a template holds labels and annotations, and the same claim', async (t) => {
  const faults = await faultFinder(t);
  const template = (metadata: object, devices: object = { requests }) =>
    faults('resourceclaimtemplates.resource.{api}', 'x', { metadata, spec: { devices } });
  t.strictSame(await template({ labels: { a: 'b' }, annotations: { c: 'd' } }), []);
  t.strictSame(await template({ name: 'n', uid: 'u', finalizers: ['a.b/c'], ownerReferences: [] }), [
    'spec.metadata.name: Forbidden: cannot be set',
    'spec.metadata.uID: Forbidden: cannot be set',
    'spec.metadata.finalizers: Forbidden: cannot be set',
  ]);
  t.match(await template({ labels: { 'a b': 'c' }, annotations: { 'a b': 'c' } }), [
    /^spec.metadata.annotations: Invalid value: "a b": name part/,
    /^spec.metadata.labels: Invalid value: "a b": name part/,
  ]);
  t.strictSame(await template({}, { requests, constraints: [{}] }), [
    'spec.spec.devices.constraints[0].matchAttribute: Required value',
  ]);
});
