import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { allowingAll } from '../../fixtures/launches.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'always-allow',
  title: 'The mode AlwaysAllow MUST allow everything to every authenticated caller.',
  requirements: ['AUTHZ-033', 'AUTHZ-040', 'REVIEW-023'],
  needs: ['namespace', 'impersonation'],
  launch: allowingAll,
  async run(c) {
    const stranger = c.as(c.unique('stranger'));
    expectOk(await stranger.get('/api/v1/secrets'));
    expectOk(await stranger.get('/metrics'));
    expectCreated(await stranger.post(c.resource('v1', 'configmaps').collection, configMap('mine')));
    await c.holds('REVIEW-023', async () => {
      const apiVersion = c.vendor.fill('authorization.{api}/v1');
      const review = { apiVersion, kind: 'SelfSubjectRulesReview', spec: { namespace: c.namespace } };
      const answer = await stranger.post(`/apis/${apiVersion}/selfsubjectrulesreviews`, review);
      expectCreated(answer);
      for (const [field, everything] of [
        ['status.resourceRules', { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
        ['status.nonResourceRules', { verbs: ['*'], nonResourceURLs: ['*'] }],
      ] as const) {
        expectField(answer, field, [everything]);
      }
    });
  },
} satisfies Case;
