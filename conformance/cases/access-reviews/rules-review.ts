import { expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'rules-review',
  title: 'A rules review MUST list the rules that hold for the caller in the namespace.',
  requirements: ['REVIEW-023', 'REVIEW-009U'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('authorization.{api}/v1');
    const user = c.unique('user');
    await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] });
    const review = { apiVersion: groupVersion, kind: 'SelfSubjectRulesReview', spec: { namespace: c.namespace } };
    const caller = c.as(user, 'system:authenticated');
    await c.eventually(async () => {
      const answer = await caller.post(`/apis/${groupVersion}/selfsubjectrulesreviews`, review);
      expectCreated(answer);
      const rules = expectArray(answer, 'status.resourceRules');
      const rule = rules.find((candidate) =>
        ((fieldOf(candidate, 'resources') ?? []) as unknown[]).includes('configmaps'),
      );
      expectField(rule, 'verbs', ['get', 'list']);
      expectField(rule, 'apiGroups', ['']);
    });
  },
} satisfies Case;
