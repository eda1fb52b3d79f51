import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'attributes-of-objects',
  title: 'Requests for objects MUST be authorized by verb, group, resource, sub-resource, name and namespace.',
  requirements: ['AUTHZ-013', 'AUTHZ-015', 'AUTHZ-016', 'AUTHZ-017', 'AUTHZ-018'],
  needs: ['namespace'],
  launch: plain,
  async run(c) {
    const user = c.unique('user');
    const other = await c.otherNamespace();
    const rule = { resourceNames: ['a'], verbs: ['get'] };
    await c.grant(
      user,
      { ...rule, apiGroups: [''], resources: ['configmaps'] },
      { ...rule, apiGroups: ['apps'], resources: ['deployments/scale'] },
    );
    const caller = c.as(user);
    const maps = c.resource('v1', 'configmaps');
    const scales = c.resource('apps/v1', 'deployments');
    // A caller with the permission gets 404 for an object that does not exist.
    await c.eventually(async () => expectStatus(await caller.get(maps.item('a')), 404));
    expectStatus(await caller.get(scales.item('a', 'scale')), 404);
    for (const [what, answer] of [
      ['another name', await caller.get(maps.item('b'))],
      ['another verb', await caller.delete(maps.item('a'))],
      ['another resource', await caller.get(c.resource('v1', 'secrets').item('a'))],
      ['another namespace', await caller.get(c.resource('v1', 'configmaps', other).item('a'))],
      ['the parent', await caller.get(scales.item('a'))],
      ['another sub-resource', await caller.get(scales.item('a', 'status'))],
      ['another group', await caller.get(c.resource('v1', 'replicationcontrollers').item('a', 'scale'))],
    ] as const) {
      expectEqual(`status for ${what}`, answer.status, 403);
    }
  },
} satisfies Case;
