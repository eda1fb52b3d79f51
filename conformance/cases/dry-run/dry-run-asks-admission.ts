import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap, pod, secret, service } from '../../fixtures/manifests.ts';

export default {
  id: 'dry-run-asks-admission',
  title: 'Admission MUST refuse and allow a dry run like the real request.',
  requirements: ['DRY-005', 'DRY-015'],
  needs: ['namespace'],
  async run(c) {
    const pods = c.resource('v1', 'pods').collection;
    const query = { dryRun: 'All' };
    const without = pod('p', { serviceAccountName: 'no-such-account' });
    expectFailure(await c.wire.post(pods, without), 403, 'Forbidden');
    expectFailure(await c.wire.post(pods, without, { query }), 403, 'Forbidden');
    const tried = await c.eventually(async () => {
      const answer = await c.wire.post(pods, pod('p'), { query });
      expectCreated(answer);
      return answer;
    });
    // What admission sets is shown too.
    expectField(tried, 'spec.serviceAccountName', 'default');
    for (const [resource, manifest] of [
      ['services', service('s')],
      ['configmaps', configMap('m')],
      ['secrets', secret('s')],
    ] as const) {
      expectCreated(await c.wire.post(c.resource('v1', resource).collection, manifest, { query }));
    }
    expectFailure(await c.wire.delete('/api/v1/namespaces/default', undefined, { query }), 403, 'Forbidden');
  },
} satisfies Case;
