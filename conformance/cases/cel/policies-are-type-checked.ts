import type { Case, CaseContext } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { expectAbsent, expectArray, expectField, expectPattern, fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

/** Time limit in milliseconds until the status follows. */
const soon = 20_000;

export default {
  id: 'policies-are-type-checked',
  title:
    'The status of a policy MUST tell what its expressions would do wrong with the types of the kinds that it matches, for each new text.',
  requirements: ['CEL-041', 'CEL-043'],
  needs: ['namespace'],
  async run(c) {
    const apiVersion = c.vendor.fill('admissionregistration.{api}/v1');
    const policies = c.clusterResource(apiVersion, 'validatingadmissionpolicies');
    const name = c.unique('checked');
    c.removeLater(policies.item(name));
    const rule = (resource: string) => ({
      operations: ['CREATE'],
      apiGroups: ['apps'],
      apiVersions: ['v1'],
      resources: [resource],
    });
    const validations = (field: string) => [
      { expression: 'object.metadata.name != ""' },
      { expression: `object.spec.${field} > 1`, messageExpression: `string(object.spec.${field} + 1)` },
    ];
    await createObject(c, policies.collection, {
      apiVersion,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name },
      spec: {
        matchConstraints: { resourceRules: [rule('deployments'), rule('daemonsets')] },
        validations: validations('replicas'),
      },
    });
    const seen = (generation: number) => observed(c, policies.item(name), generation);
    const warnings = expectArray(await seen(1), 'status.typeChecking.expressionWarnings');
    expectEqual(
      'fields with warnings',
      warnings.map((warning) => fieldOf(warning, 'fieldRef')),
      ['spec.validations[1].expression', 'spec.validations[1].messageExpression'],
    );
    // Deployments have that field.
    for (const warning of warnings) {
      expectPattern(warning, 'warning', /^apps\/v1, Kind=DaemonSet: ERROR: .*undefined field 'replicas'/);
      expectEqual('whether deployments are named', String(fieldOf(warning, 'warning')).includes('Deployment'), false);
    }
    // What is written anew is checked anew.
    expectOk(
      await c.wire.patch(policies.item(name), 'merge', { spec: { validations: validations('minReadySeconds') } }),
    );
    expectAbsent(await seen(2), 'status.typeChecking.expressionWarnings');
  },
} satisfies Case;

/** The policy, once its status is about this generation. */
async function observed(c: CaseContext, path: string, generation: number) {
  return c.eventually(async () => {
    const policy = await c.wire.get(path);
    expectField(policy, 'status.observedGeneration', generation);
    return policy;
  }, soon);
}
