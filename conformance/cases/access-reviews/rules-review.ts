import { expectAbsent, expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'rules-review',
  title: 'A rules review MUST list all rules that apply to the caller in the namespace, and no others.',
  requirements: ['REVIEW-023', 'REVIEW-009U'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('authorization.{api}/v1');
    const user = c.unique('user');
    await c.grant(
      user,
      { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] },
      {
        apiGroups: ['apps'],
        resources: ['deployments', 'deployments/scale'],
        resourceNames: ['a', 'b'],
        verbs: ['patch'],
      },
    );
    // The rules of others in the namespace are not the caller's.
    const stranger = c.unique('user');
    const services = c.resource('v1', 'services').collection;
    await c.grant(stranger, { apiGroups: [''], resources: ['services'], verbs: ['list'] });
    await c.eventually(async () => expectOk(await c.as(stranger).get(services)));
    const caller = c.as(user, 'system:authenticated');
    const review = async (namespace: string, by = caller) => {
      const answer = await by.post(`/apis/${groupVersion}/selfsubjectrulesreviews`, {
        apiVersion: groupVersion,
        kind: 'SelfSubjectRulesReview',
        spec: { namespace },
      });
      expectCreated(answer);
      return answer;
    };
    const about = (rules: readonly unknown[], resource: string) =>
      rules.filter((rule) => ((fieldOf(rule, 'resources') ?? []) as unknown[]).includes(resource));
    await c.eventually(async () => {
      const rules = expectArray(await review(c.namespace), 'status.resourceRules');
      const [maps, deployments] = ['configmaps', 'deployments'].map((resource) => about(rules, resource)[0]);
      expectField(maps, 'verbs', ['get', 'list']);
      expectField(maps, 'apiGroups', ['']);
      expectAbsent(maps, 'resourceNames');
      expectField(deployments, 'verbs', ['patch']);
      expectField(deployments, 'apiGroups', ['apps']);
      expectField(deployments, 'resources', ['deployments', 'deployments/scale']);
      expectField(deployments, 'resourceNames', ['a', 'b']);
      expectEqual('rules about services', about(rules, 'services'), []);
    });
    const ofMasters = await review(c.namespace, c.as(c.unique('user'), 'system:masters', 'system:authenticated'));
    const [everywhere] = about(expectArray(ofMasters, 'status.resourceRules'), '*');
    expectEqual('rule of the masters', everywhere, { verbs: ['*'], apiGroups: ['*'], resources: ['*'] });
    const ofAllPaths = expectArray(ofMasters, 'status.nonResourceRules').filter(
      (rule) => JSON.stringify(fieldOf(rule, 'nonResourceURLs')) === '["*"]',
    );
    expectEqual('rule of the masters about paths', ofAllPaths[0], { verbs: ['*'], nonResourceURLs: ['*'] });
    const elsewhere = await review(await c.otherNamespace());
    for (const resource of ['configmaps', 'deployments']) {
      expectEqual(`rules about ${resource}`, about(expectArray(elsewhere, 'status.resourceRules'), resource), []);
    }
    const paths = expectArray(elsewhere, 'status.nonResourceRules');
    const open = paths.some((rule) => ((fieldOf(rule, 'nonResourceURLs') ?? []) as unknown[]).includes('/api'));
    expectEqual('whether a rule opens /api to who is known', open, true);
    const { status } = await caller.post(`/apis/${groupVersion}/selfsubjectrulesreviews`, {
      apiVersion: groupVersion,
      kind: 'SelfSubjectRulesReview',
      spec: {},
    });
    expectEqual('status of a review of no namespace', status, 400);
  },
} satisfies Case;
