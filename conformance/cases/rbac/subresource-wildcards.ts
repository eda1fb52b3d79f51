import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { deployment, pod, service } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import type { ResourcePaths } from '../../wire/format/paths.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';

export default {
  id: 'subresource-wildcards',
  title:
    'In resources `*/sub` MUST match the sub-resource of all parents, `*` MUST match all, and `name/*` MUST match nothing.',
  requirements: ['RBAC-023', 'RBAC-024', 'OBJ-006'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const [pods, services] = [c.resource('v1', 'pods'), c.resource('v1', 'services')];
    const deployments = c.resource('apps/v1', 'deployments');
    await createPod(c, pod('x'));
    await createObject(c, services.collection, service('x'));
    await createObject(c, deployments.collection, deployment('x'));
    /** The paths that each rule allows to get. */
    const rules: readonly (readonly [string, readonly (readonly [ResourcePaths, string?])[]])[] = [
      [
        '*/status',
        [
          [pods, 'status'],
          [services, 'status'],
          [deployments, 'status'],
        ],
      ],
      ['*/scale', [[deployments, 'scale']]],
      [
        '*',
        [
          [pods],
          [services],
          [deployments],
          [pods, 'status'],
          [services, 'status'],
          [deployments, 'status'],
          [deployments, 'scale'],
        ],
      ],
      ['pods/*', []],
      ['*/*', []],
      ['pods/', []],
    ];
    const everything = rules[2]?.[1] ?? [];
    for (const [resource, allowed] of rules) {
      const user = c.unique('user');
      const apiGroups = ['', 'apps'];
      // A permission to list another resource, granted beside the rule, shows when the rule is in effect.
      await c.grant(
        user,
        { apiGroups, resources: [resource], verbs: ['get'] },
        { apiGroups, resources: ['secrets'], verbs: ['list'] },
      );
      await c.eventually(async () => expectOk(await c.as(user).get(c.resource('v1', 'secrets').collection)));
      for (const [paths, part] of everything) {
        const isAllowed = allowed.some(([each, other]) => each === paths && other === part);
        const answer = await c.as(user).get(paths.item('x', part));
        if (isAllowed) expectOk(answer);
        else expectStatus(answer, 403);
      }
      expectStatus(await c.as(user).get(pods.collection), 403);
    }
  },
} satisfies Case;
