import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'own-rights',
  title: 'A self access review MUST be about the caller and agree with the real request.',
  requirements: [
    'REVIEW-009U',
    'REVIEW-010',
    'REVIEW-011',
    'REVIEW-019',
    'REVIEW-020',
    'REVIEW-021',
    'REVIEW-026',
    'REMOVED-062',
  ],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('authorization.{api}/v1');
    const review = {
      apiVersion: groupVersion,
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { verb: 'list', resource: 'configmaps', namespace: c.namespace } },
    };
    const path = `/apis/${groupVersion}/selfsubjectaccessreviews`;
    for (const kind of [
      'SelfSubjectAccessReview',
      'SubjectAccessReview',
      'LocalSubjectAccessReview',
      'SelfSubjectRulesReview',
    ]) {
      const collection = `${kind.toLowerCase()}s`;
      const paths = kind.startsWith('Local')
        ? c.resource(groupVersion, collection)
        : c.clusterResource(groupVersion, collection);
      const { resourceAttributes } = review.spec;
      const spec = kind.endsWith('RulesReview')
        ? { namespace: c.namespace }
        : { resourceAttributes, ...(kind.startsWith('Self') ? {} : { user: 'jane' }) };
      await c.holds(['REVIEW-009U', 'REVIEW-010', 'REVIEW-011', 'REVIEW-026', 'REMOVED-062'], async () => {
        const answer = await c.wire.post(paths.collection, { apiVersion: groupVersion, kind, spec });
        expectCreated(answer);
        expectField(answer, 'kind', kind);
        expectEqual('type of the status', typeof fieldOf(answer, 'status'), 'object');
      });
    }
    const user = c.as(c.unique('user'), 'system:authenticated');
    const refused = await user.post(path, review);
    const allowed = await c.wire.post(path, review);
    for (const answer of [refused, allowed]) expectCreated(answer);
    await c.holds('REVIEW-020', async () => {
      expectField(refused, 'status.allowed', false);
      expectField(allowed, 'status.allowed', true);
      // A false `denied` is omitted; RBAC rules never deny.
      for (const answer of [refused, allowed]) {
        const denied = fieldOf(answer, 'status.denied');
        expectThat('status.denied', denied === undefined || denied === false, 'false or nothing', denied);
      }
    });
    await c.holds('REVIEW-021', async () => {
      expectField(refused, 'status.allowed', false);
      expectStatus(await user.get(c.resource('v1', 'configmaps').collection), 403);
    });
    await c.holds('REVIEW-019', async () => {
      const limited = c.unique('user');
      const rule = { apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['a'], verbs: ['get'] };
      await c.grant(limited, rule);
      const asked = { verb: 'get', group: 'apps', resource: 'deployments', namespace: c.namespace, name: 'a' };
      const ask = async (attributes: object) => {
        const spec = { resourceAttributes: { ...asked, ...attributes } };
        const answer = await c.as(limited).post(path, { ...review, spec });
        expectCreated(answer);
        return fieldOf(answer, 'status.allowed');
      };
      await c.eventually(async () => expectEqual('allowed', await ask({}), true));
      for (const other of [{ group: 'batch' }, { name: 'b' }, { verb: 'list' }, { namespace: 'default' }])
        expectEqual(`allowed: ${JSON.stringify(other)}`, await ask(other), false);
    });
  },
} satisfies Case;
