// The plug-in that evaluates validating policies: which there are follows the stored policies and bindings.

import type { Lister } from '../../../shared/object/lister.ts';
import type { AdmissionPlugin } from '../contract/admission.ts';
import type { AdmissionTarget, ValidatingHook } from '../contract/hook.ts';
import type { OfferedHook } from '../hook/current-hooks.ts';
import { StoredHooks } from '../hook/stored-hooks.ts';
import { validatingHooks } from '../hook/validating-hooks.ts';
import { exemptFromPolicies } from '../rule/exempt.ts';
import { mayMatch } from '../rule/resource-rules.ts';
import { validatingPoliciesOf } from './policy.ts';
import type { PolicyTools } from './policy-tools.ts';
import { ValidatingPolicy } from './validating-policy.ts';

export interface PolicyListers {
  readonly validatingPolicies: Lister;
  readonly validatingPolicyBindings: Lister;
}

export function validatingPolicies(
  { validatingPolicies: policies, validatingPolicyBindings: bindings }: PolicyListers,
  tools: PolicyTools,
): AdmissionPlugin {
  const { versions, vendor } = tools;
  const source = new StoredHooks<ValidatingHook>({
    revision: () => policies.revision() + bindings.revision() + versions.revision,
    objects: () => policies.list(),
    exempt: exemptFromPolicies(vendor),
    make: (objects) =>
      validatingPoliciesOf(objects, bindings.list()).map(
        (policy): OfferedHook<ValidatingHook> => ({
          hook: new ValidatingPolicy(policy, tools),
          matches: (target: AdmissionTarget) => {
            const { rules, matchPolicy } = policy.match;
            return rules.length === 0 || mayMatch(rules, matchPolicy, target, versions);
          },
        }),
      ),
  });
  return validatingHooks('ValidatingAdmissionPolicy', source);
}
