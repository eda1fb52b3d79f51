import t from 'tap';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { fieldErrorMessage } from '../../../../../shared/object/field-error-message.ts';
import { keepAddresses } from './service-defaults.ts';
import { completeFamilies, familyChangeErrors, unservedErrors } from './service-families.ts';
import type { ServiceSpec } from './service.ts';

const words = (errors: readonly FieldError[]): readonly string[] =>
  errors.map((error) => `${error.field}: ${fieldErrorMessage(error)}`);
const completed = (spec: ServiceSpec, before?: ServiceSpec): ServiceSpec => {
  completeFamilies(spec, before);
  return spec;
};
const address = '10.0.0.1';
const selector = { a: 'b' };
const free: ServiceSpec = { clusterIP: 'None', ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack' };

t.test('a service has one family, unless it has neither a selector nor an address', async (t) => {
  const one = { ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' };
  t.match(completed({ clusterIP: address }), one);
  t.match(completed({ clusterIP: 'None', selector }), one);
  t.strictSame(completed({ clusterIP: 'None' }), free);
  t.match(completed({ clusterIP: 'None', ipFamilies: ['IPv6'] }), { ipFamilies: ['IPv6', 'IPv4'] });
  t.match(completed({ clusterIP: 'None', ipFamilyPolicy: 'SingleStack' }), one);
  t.strictSame(completed({ type: 'ExternalName' }), { type: 'ExternalName' });
});

t.test('an update keeps the policy that it leaves out, and one family is left when one is asked for', async (t) => {
  const before = { clusterIP: address, ipFamilies: ['IPv4'], ipFamilyPolicy: 'PreferDualStack' };
  t.match(completed({ clusterIP: address, selector }, before), { ipFamilyPolicy: 'PreferDualStack' });
  t.match(completed({ ...free, ipFamilyPolicy: 'SingleStack' }, free), { ipFamilies: ['IPv4'] });
  t.strictSame(completed({ ...free, ipFamilies: ['IPv4'] }, free).ipFamilies, ['IPv4'], 'to be refused');
  t.strictSame(completed({ clusterIP: 'None' }, free).ipFamilies, ['IPv4', 'IPv6']);
});

t.test('policy and families fit each other and the cluster', async (t) => {
  const before: ServiceSpec = {
    clusterIP: address,
    clusterIPs: [address],
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
  };
  const faults = (spec: ServiceSpec, old = before) => words(familyChangeErrors({ ...old, ...spec }, old));
  t.strictSame(faults({}), []);
  t.match(faults({ ipFamilies: ['IPv4', 'IPv6'] }), [
    /^spec.ipFamilyPolicy: .*when multiple IP families are specified/,
  ]);
  t.match(faults({ clusterIPs: [address, 'fd00::1'] }), [/when multiple cluster IPs are specified/]);
  t.strictSame(faults({ ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'PreferDualStack' }), [
    'spec.ipFamilies[1]: Invalid value: "IPv6": not configured on this cluster',
  ]);
  t.match(faults({ ipFamilyPolicy: 'RequireDualStack' }), [/not configured for dual-stack services/]);
  t.match(faults({ ipFamilies: ['IPv4'] }, free), [/must be 'SingleStack' to release the secondary IP family/]);
  t.match(faults({ clusterIPs: [address] }, { ...free, clusterIPs: [address, 'fd00::1'] }), [/secondary cluster IP/]);
  t.strictSame(faults({ type: 'ExternalName' }, free), []);
  t.strictSame(words(unservedErrors(free)), []);
  t.equal(unservedErrors({ ...free, selector }).length, 2);
});

t.test('an update keeps what it leaves out, and loses what its new type has not', async (t) => {
  const before: ServiceSpec = { type: 'ClusterIP', clusterIP: address, clusterIPs: [address], ipFamilies: ['IPv4'] };
  const kept = (spec: ServiceSpec, old = before): ServiceSpec => {
    keepAddresses(spec, old);
    return spec;
  };
  t.match(kept({ type: 'ClusterIP' }), { clusterIP: address, clusterIPs: [address] });
  t.match(kept({ type: 'ClusterIP', clusterIPs: ['10.0.0.2'] }), { clusterIP: address, clusterIPs: ['10.0.0.2'] });
  t.match(kept({ type: 'ClusterIP' }, { ...before, clusterIP: 'None' }), { clusterIP: 'None' });
  t.strictSame(kept({ ...before, type: 'ExternalName' }), { type: 'ExternalName' });
  const changed = kept({ ...before, type: 'ExternalName', ipFamilies: ['IPv6'], clusterIPs: ['10.0.0.2'] });
  t.match(changed, { ipFamilies: ['IPv6'], clusterIPs: ['10.0.0.2'] }, 'what the client changed is refused');
});
