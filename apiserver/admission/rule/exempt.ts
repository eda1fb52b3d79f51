// Configurations of admission are not subject to it: one that refuses its own correction could never be corrected.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { AdmissionTarget } from '../contract/hook.ts';

const exempt: ReadonlySet<string> = new Set([
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
  'mutatingwebhookconfigurations',
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'validatingwebhookconfigurations',
]);

export function exemptResources(vendor: Vendor): (target: Pick<AdmissionTarget, 'group' | 'resource'>) => boolean {
  const ownGroup = vendor.fill('admissionregistration.{api}');
  return ({ group, resource }) => group === ownGroup && exempt.has(resource);
}

/** Questions about access, which policies do not see: one that refuses them would close the server. */
const reviews: ReadonlySet<string> = new Set([
  'authentication.{api}/selfsubjectreviews',
  'authentication.{api}/tokenreviews',
  'authorization.{api}/localsubjectaccessreviews',
  'authorization.{api}/selfsubjectaccessreviews',
  'authorization.{api}/selfsubjectrulesreviews',
  'authorization.{api}/subjectaccessreviews',
]);

export function exemptFromPolicies(vendor: Vendor): (target: Pick<AdmissionTarget, 'group' | 'resource'>) => boolean {
  const isConfiguration = exemptResources(vendor);
  const named = new Set([...reviews].map((review) => vendor.fill(review)));
  return (target) => isConfiguration(target) || named.has(`${target.group}/${target.resource}`);
}
