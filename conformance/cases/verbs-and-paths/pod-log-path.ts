import { expectFailure, expectRefused } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { pod } from '../../fixtures/manifests.ts';
import { createPod } from '../../fixtures/created-objects.ts';

export default {
  id: 'pod-log-path',
  title: 'The log of a pod MUST be its read-only sub-resource `log`; a missing pod MUST have none.',
  requirements: ['VERB-015', 'OBJ-017'],
  needs: ['namespace'],
  async run(c) {
    const pods = c.resource('v1', 'pods');
    await createPod(c, pod('logs'));
    const log = await c.wire.get(pods.item('logs', 'log'));
    // Without a node the log cannot be read, but the path must exist.
    expectThat('status of the log', ![404, 405].includes(log.status), 'neither 404 nor 405', log.status);
    expectFailure(await c.wire.get(pods.item('nobody', 'log')), 404, 'NotFound');
    expectRefused(await c.wire.put(pods.item('logs', 'log'), {}));
    expectFailure(await c.wire.get(pods.item('logs', 'log'), { query: { tailLines: 'many' } }), [400, 422]);
    expectFailure(await c.wire.get(pods.item('logs', 'log'), { query: { container: 'nobody' } }), 400, 'BadRequest');
  },
} satisfies Case;
