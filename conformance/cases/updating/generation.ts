import { expectOk } from '../../wire/expect/status.ts';
import { versionOf } from '../../wire/expect/list.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';
import { deployment, configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'generation',
  title: 'The generation SHOULD grow with each change of the specification and stay when only metadata changes.',
  requirements: ['OBJ-043', 'OBJ-044'],
  needs: ['namespace'],
  async run(c) {
    const deployments = c.resource('apps/v1', 'deployments');
    const created = await createObject(c, deployments.collection, deployment('d'));
    const patch = (change: object) => c.wire.patch(deployments.item('d'), 'merge', change);
    const paused = await patch({ spec: { paused: true } });
    const labelled = await patch({ metadata: { labels: { a: 'b' } } });
    const repeated = await patch({ metadata: { labels: { a: 'b' } }, spec: { paused: true } });
    const answers = [created, paused, labelled, repeated];
    expectEqual(
      'generations',
      answers.map((answer) => fieldOf(answer, 'metadata.generation')),
      [1, 2, 2, 2],
    );
    // Controllers write the status of deployments, so the check that nothing changes uses a kind without a controller.
    const maps = c.resource('v1', 'configmaps');
    const first = await createObject(c, maps.collection, configMap('a', { k: '1' }));
    const changes = [{ data: { k: '2' } }, { metadata: { labels: { a: 'b' } } }, { metadata: { labels: null } }];
    const versions = [versionOf(first)];
    for (const change of changes) {
      const changed = await c.wire.patch(maps.item('a'), 'merge', change);
      expectOk(changed);
      versions.push(versionOf(changed));
      const same = await c.wire.patch(maps.item('a'), 'merge', change);
      await c.holds('OBJ-044', async () =>
        expectEqual('version of the same again', versionOf(same), versionOf(changed)),
      );
    }
    await c.holds('OBJ-043', async () => {
      expectEqual('different versions', new Set(versions).size, versions.length);
      const of = [created, paused, labelled].map((answer) => versionOf(answer));
      expectEqual('different versions of the deployment', new Set(of).size, of.length);
    });
  },
} satisfies Case;
