import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { soon, withBoundPolicy } from '../../fixtures/rule/bound-policy.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';

export default {
  id: 'policies-spare-reviews',
  title: 'A policy MUST NOT apply to reviews of tokens and of access, whatever its rules include.',
  requirements: ['CEL-003'],
  needs: ['namespace', 'rbac', 'impersonation'],
  async run(c) {
    const user = c.unique('user');
    await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['create'] });
    const caller = c.as(user, 'system:authenticated');
    const everything = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] };
    const policy = {
      matchConstraints: { resourceRules: [everything] },
      // Other users of the target are none of its business.
      matchConditions: [{ name: 'user', expression: `request.userInfo.username == '${user}'` }],
      validations: [{ expression: 'false', message: 'nothing of this' }],
    };
    const binding = { validationActions: ['Deny'], matchResources: {} };
    const maps = c.resource('v1', 'configmaps');
    await withBoundPolicy(c, { kind: 'Validating', version: 'v1', policy, binding }, async () => {
      const post = () => caller.post(`${maps.collection}?dryRun=All`, configMap('m'));
      await c.eventually(async () => expectFailure(await post(), 422, 'Invalid'), soon);
      const authorization = c.vendor.fill('authorization.{api}/v1');
      const resourceAttributes = { verb: 'get', resource: 'pods', namespace: c.namespace };
      const authentication = c.vendor.fill('authentication.{api}/v1');
      for (const [apiVersion, kind, spec] of [
        [authentication, 'SelfSubjectReview', undefined],
        [authorization, 'SelfSubjectAccessReview', { resourceAttributes }],
        [authorization, 'SelfSubjectRulesReview', { namespace: c.namespace }],
      ] as const) {
        const { collection } = c.clusterResource(apiVersion, `${kind.toLowerCase()}s`);
        expectCreated(await caller.post(collection, { apiVersion, kind, ...(spec && { spec }) }));
      }
    });
  },
} satisfies Case;
