import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case, PolicyRule } from '../../contract/case.ts';
import { plain } from '../../fixtures/launches.ts';
import { grantEverywhere } from '../../fixtures/grants.ts';

export default {
  id: 'attributes-of-other-paths',
  title: 'Requests to non-resource paths MUST be authorized by path and lower-case method.',
  requirements: ['AUTHZ-011', 'AUTHZ-012', 'AUTHZ-014', 'AUTHZ-019'],
  launch: plain,
  async run(c) {
    const granted = async (...rules: readonly PolicyRule[]) => {
      const name = c.unique('paths');
      await grantEverywhere(c, name, ...rules);
      return c.as(name);
    };
    const reader = await granted({ nonResourceURLs: ['/metrics'], verbs: ['get'] });
    await c.eventually(async () => expectOk(await reader.get('/metrics')));
    expectStatus(await reader.get('/metrics/slis'), 403);
    expectStatus(await reader.post('/metrics', {}), 403);
    const writer = await granted({ nonResourceURLs: ['/metrics'], verbs: ['post'] });
    await c.eventually(async () => expectStatus(await writer.post('/metrics', {}), 200, 404, 405));
    expectStatus(await writer.get('/metrics'), 403);
    // Paths below a version are resource requests; the paths above it are not.
    const ofPaths = await granted({ nonResourceURLs: ['*'], verbs: ['*'] });
    await c.eventually(async () => expectOk(await ofPaths.get('/metrics')));
    expectStatus(await ofPaths.get('/api/v1/nodes'), 403);
    const ofResources = await granted({ apiGroups: ['*'], resources: ['*'], verbs: ['*'] });
    await c.eventually(async () => expectOk(await ofResources.get('/api/v1/nodes')));
    expectStatus(await ofResources.get('/metrics'), 403);
  },
} satisfies Case;
