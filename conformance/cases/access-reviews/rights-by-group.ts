import { grantToGroup } from '../../fixtures/grants.ts';
import type { Case } from '../../contract/case.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'rights-by-group',
  title: 'An access review MUST use exactly the groups and the object name that it is given.',
  requirements: ['REVIEW-012', 'REVIEW-015', 'REVIEW-016', 'REVIEW-030', 'REMOVED-063'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const group = c.unique('group');
    const rule = { apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['a'], verbs: ['get'] };
    await grantToGroup(c, group, rule);
    const other = await c.otherNamespace();
    const groupVersion = c.vendor.fill('authorization.{api}/v1');
    const ask = async (who: object, attributes: object = {}, local = false): Promise<boolean> => {
      const asked = { verb: 'get', group: 'apps', resource: 'deployments', namespace: c.namespace, name: 'a' };
      const kind = local ? 'LocalSubjectAccessReview' : 'SubjectAccessReview';
      const path = local
        ? c.resource(groupVersion, 'localsubjectaccessreviews').collection
        : `/apis/${groupVersion}/subjectaccessreviews`;
      const spec = { ...who, resourceAttributes: { ...asked, ...attributes } };
      const answer = await c.wire.post(path, { apiVersion: groupVersion, kind, spec });
      expectCreated(answer);
      const [allowed, denied] = [fieldOf(answer, 'status.allowed'), fieldOf(answer, 'status.denied')];
      expectThat('status.allowed', typeof allowed === 'boolean', 'true or false', allowed);
      // RBAC rules never deny, so `denied` is false or absent.
      expectThat('status.denied', denied === undefined || denied === false, 'false or nothing', denied);
      return allowed as boolean;
    };
    await c.eventually(async () => expectEqual('allowed: by the group', await ask({ groups: [group] }), true));
    await c.holds(['REVIEW-015', 'REMOVED-063'], async () => {
      for (const local of [false, true]) {
        expectEqual('allowed: first of groups', await ask({ user: 'x', groups: [group, 'g'] }, {}, local), true);
        expectEqual('allowed: last of groups', await ask({ user: 'x', groups: ['g', group] }, {}, local), true);
        expectEqual('allowed: other groups', await ask({ user: 'x', groups: ['g', `${group}2`] }, {}, local), false);
      }
    });
    await c.holds('REVIEW-030', async () => {
      expectEqual('allowed: no groups', await ask({ user: 'x' }), false);
      expectEqual('allowed: empty groups', await ask({ user: 'x', groups: [] }), false);
      expectEqual('allowed: a user named like the group', await ask({ user: group }), false);
    });
    await c.holds('REVIEW-012', async () => {
      const who = { groups: [group] };
      for (const [what, attributes] of Object.entries({
        'another name': { name: 'b' },
        'no name': { name: '' },
        'another group': { group: '' },
        'another resource': { resource: 'replicasets' },
        'a sub-resource': { subresource: 'status' },
        'another verb': { verb: 'patch' },
        'another namespace': { namespace: other },
        'every namespace': { namespace: '' },
      })) {
        expectEqual(`allowed: ${what}`, await ask(who, attributes), false);
      }
    });
    await c.holds('REVIEW-016', async () => expectEqual('allowed', await ask({ groups: [group] }), true));
  },
} satisfies Case;
