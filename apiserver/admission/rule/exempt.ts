// Which configurations of admission are not subject to it: one that refuses its own correction could never be corrected. Webhooks are
// asked about none of them; policies judge the configurations of webhooks, but not each other.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { AdmissionTarget } from '../contract/hook.ts';

type Exemption = (target: Pick<AdmissionTarget, 'group' | 'resource'>) => boolean;

const ownGroup = 'admissionregistration.{api}';
const policies: readonly string[] = [
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
].map((resource) => `${ownGroup}/${resource}`);
const webhooks: readonly string[] = ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'].map(
  (resource) => `${ownGroup}/${resource}`,
);

/** Questions about access, which policies do not see: one that refuses them would close the server. */
const reviews: readonly string[] = [
  'authentication.{api}/selfsubjectreviews',
  'authentication.{api}/tokenreviews',
  'authorization.{api}/localsubjectaccessreviews',
  'authorization.{api}/selfsubjectaccessreviews',
  'authorization.{api}/selfsubjectrulesreviews',
  'authorization.{api}/subjectaccessreviews',
];

export function exemptFromWebhooks(vendor: Vendor): Exemption {
  return among(vendor, [...policies, ...webhooks]);
}

export function exemptFromPolicies(vendor: Vendor): Exemption {
  return among(vendor, [...policies, ...reviews]);
}

function among(vendor: Vendor, resources: readonly string[]): Exemption {
  const named = new Set(resources.map((resource) => vendor.fill(resource)));
  return ({ group, resource }) => named.has(`${group}/${resource}`);
}
