import { fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'rights-of-others',
  title: 'An access review MUST answer for the named user and groups, and agree with the real requests.',
  requirements: ['REVIEW-014', 'REVIEW-015', 'REVIEW-016', 'REVIEW-029', 'REMOVED-063'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('authorization.{api}/v1');
    const path = `/apis/${groupVersion}/subjectaccessreviews`;
    const user = c.unique('user');
    await c.grant(user, { apiGroups: [''], resources: ['configmaps'], resourceNames: ['m-00'], verbs: ['get'] });
    const { maps } = await createConfigMaps(c, 2);
    const ask = async (spec: object, attributes: object = {}) => {
      const resourceAttributes = {
        verb: 'get',
        group: '',
        resource: 'configmaps',
        namespace: c.namespace,
        name: 'm-00',
        ...attributes,
      };
      const answer = await c.wire.post(path, {
        apiVersion: groupVersion,
        kind: 'SubjectAccessReview',
        spec: { ...spec, resourceAttributes },
      });
      expectCreated(answer);
      return fieldOf(answer, 'status.allowed');
    };
    await c.eventually(async () => expectOk(await c.as(user).get(maps.item('m-00'))));
    const [granted, stranger] = [await ask({ user }), await ask({ user: 'stranger' })];
    await c.holds('REVIEW-016', async () =>
      expectEqual('types of allowed', [typeof granted, typeof stranger], ['boolean', 'boolean']),
    );
    await c.holds('REVIEW-014', async () => expectEqual('allowed: user, stranger', [granted, stranger], [true, false]));
    await c.holds('REVIEW-029', async () => {
      expectEqual('allowed: the granted object', granted, true);
      expectEqual('allowed: another object', await ask({ user }, { name: 'm-01' }), false);
      expectStatus(await c.as(user).get(maps.item('m-01')), 403);
      expectEqual('allowed: another verb', await ask({ user }, { verb: 'delete' }), false);
      expectStatus(await c.as(user).delete(maps.item('m-00')), 403);
      expectEqual('allowed: a stranger', stranger, false);
      expectStatus(await c.as('stranger').get(maps.item('m-00')), 403);
    });
    await c.holds(['REVIEW-015', 'REMOVED-063'], async () =>
      expectEqual('allowed: through the group', await ask({ user: 'stranger', groups: ['system:masters'] }), true),
    );
  },
} satisfies Case;
