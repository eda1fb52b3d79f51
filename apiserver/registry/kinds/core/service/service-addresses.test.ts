import t from 'tap';
import { faultFinder } from '../../../../../fixtures/apiserver/fault-finder.fixture.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { fieldErrorMessage } from '../../../../../shared/object/field-error-message.ts';
import { addressChangeErrors, addressErrors } from './service-addresses.ts';
import { alignAddresses, keepAddresses } from './service-defaults.ts';
import type { ServiceSpec } from './service.ts';

const words = (errors: readonly FieldError[]): readonly string[] =>
  errors.map((error) => `${error.field}: ${fieldErrorMessage(error)}`);
const [four, six] = ['10.0.0.1', 'fd00::1'];

t.test('the first of the addresses is the one address, and each has a family of its own', async (t) => {
  const faults = (spec: ServiceSpec, kept?: string[]) => words(addressErrors(spec, kept));
  t.strictSame(faults({ clusterIP: four, clusterIPs: [four, six], ipFamilies: ['IPv4', 'IPv6'] }), []);
  t.strictSame(faults({ clusterIP: 'None', clusterIPs: ['None'] }), []);
  t.strictSame(faults({ clusterIP: four, clusterIPs: [six] }), [
    `spec.clusterIPs: Invalid value: ["${six}"]: first value must match \`clusterIP\``,
  ]);
  t.match(faults({ clusterIPs: [four] }), [/must be empty when `clusterIP` is not specified/]);
  t.strictSame(faults({ clusterIP: four }), ['spec.clusterIPs: Required value']);
  t.match(faults({ clusterIP: four, clusterIPs: [four, '10.0.0.2'] }), [/no more than one IP for each IP family/]);
  t.match(faults({ clusterIP: four, clusterIPs: [four, six, 'fd00::2'] }), [/may only hold up to 2 values/, /one IP/]);
  t.match(faults({ clusterIP: 'None', clusterIPs: ['None', four] }), [/'None' must be the first and only value/]);
  t.match(faults({ clusterIP: 'x', clusterIPs: ['x'] }), [/^spec.clusterIPs\[0\]: .*must be a valid IP address/]);
  t.strictSame(faults({ clusterIP: 'x', clusterIPs: ['x'] }, ['x']), [], 'what is stored may stay');
  t.strictSame(faults({ clusterIP: four, clusterIPs: [four], ipFamilies: ['IPv6'] }), [
    `spec.clusterIPs[0]: Invalid value: "${four}": expected an IPv6 value as indicated by \`ipFamilies[0]\``,
  ]);
  t.match(faults({ ipFamilies: ['IPv5', 'IPv4', 'IPv4'], ipFamilyPolicy: 'Some' }), [
    /^spec.ipFamilies\[0\]: Unsupported value: "IPv5"/,
    /^spec.ipFamilies\[2\]: Duplicate value: "IPv4"/,
    /^spec.ipFamilyPolicy: Unsupported value: "Some"/,
  ]);
});

t.test('a second address can be added and removed, the first stays', async (t) => {
  const faults = (next: ServiceSpec, before: ServiceSpec) => words(addressChangeErrors(next, before));
  const one: ServiceSpec = { clusterIP: four, clusterIPs: [four] };
  const both: ServiceSpec = { clusterIP: four, clusterIPs: [four, six] };
  t.strictSame(faults(both, one), []);
  t.strictSame(faults({ ...one, ipFamilyPolicy: 'SingleStack' }, both), []);
  t.match(faults(one, both), [/^spec.ipFamilyPolicy: .*must be set to 'SingleStack'/]);
  t.match(faults({ clusterIP: six, clusterIPs: [six] }, one), [/^spec.clusterIPs\[0\]: .*may not change once set/]);
  t.match(faults({ ...both, clusterIPs: [four, 'fd00::2'] }, both), [/^spec.clusterIPs\[1\]: .*may not change/]);
  t.match(faults({}, one), [/primary clusterIP can not be unset/]);
  t.strictSame(faults({ type: 'ExternalName' }, one), []);
});

t.test('the list of addresses follows a client that knows the one address only', async (t) => {
  const before: ServiceSpec = { clusterIP: four, clusterIPs: [four, six] };
  const align = (spec: ServiceSpec): ServiceSpec => {
    alignAddresses(spec, before);
    return spec;
  };
  t.strictSame(align({ clusterIP: four }), before);
  t.strictSame(align({ ...before, clusterIP: six }), { clusterIP: six, clusterIPs: [six] });
  t.strictSame(align({ ...before, clusterIP: '' }), { clusterIP: '' });
  const own = { clusterIP: six, clusterIPs: [six, four] };
  t.strictSame(align({ ...own }), own, 'a client that writes both is taken at its word');
});

t.test('ports of the nodes stay with the name of their port, and go with the type', async (t) => {
  const before: ServiceSpec = {
    type: 'NodePort',
    ports: [
      { name: 'a', port: 1, nodePort: 30_001 },
      { name: 'b', port: 2, nodePort: 30_002 },
    ],
  };
  const kept = (spec: ServiceSpec): unknown => {
    keepAddresses(spec, before);
    return spec.ports?.map(({ nodePort }) => nodePort);
  };
  t.strictSame(kept({ type: 'NodePort', ports: [{ name: 'b', port: 7 }] }), [30_002]);
  t.strictSame(kept({ type: 'NodePort', ports: [{ name: 'c', port: 1 }] }), [undefined]);
  t.strictSame(
    kept({
      type: 'NodePort',
      ports: [
        { name: 'a', port: 1 },
        { name: 'b', port: 2, nodePort: 30_001 },
      ],
    }),
    [undefined, 30_001],
  );
  t.strictSame(kept({ type: 'ClusterIP', ports: [{ name: 'a', port: 1, nodePort: 30_001 }] }), [undefined]);
  t.strictSame(kept({ type: 'ClusterIP', ports: [{ name: 'a', port: 1, nodePort: 30_009 }] }), [30_009]);
  const without = { type: 'LoadBalancer', allocateLoadBalancerNodePorts: false };
  t.strictSame(kept({ ...without, ports: [{ name: 'a', port: 1, nodePort: 30_001 }] }), [30_001]);
});

t.test('addresses of a service are judged before the rest', async (t) => {
  const faults = await faultFinder(t);
  const ports = [{ port: 1 }];
  const found = await faults('services', 'x', { ports, ipFamilyPolicy: 'a', internalTrafficPolicy: 'b' });
  t.strictSame(found.length, 1);
  t.match(found[0], /^spec.ipFamilyPolicy: Unsupported value: "a"/);
});
