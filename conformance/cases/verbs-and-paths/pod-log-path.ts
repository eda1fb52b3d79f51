import { expectFailure, expectOk, expectRefused } from '../../wire/expect/status.ts';
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
    const lists = { initContainers: [named('first')], containers: [named('main'), named('second')] };
    await createPod(c, pod('parts', lists));
    const ephemeral = { spec: { ephemeralContainers: [named('later')] } };
    expectOk(await c.wire.patch(pods.item('parts', 'ephemeralcontainers'), 'strategic', ephemeral));
    const ask = (query: Record<string, string>) => c.wire.get(pods.item('parts', 'log'), { query });
    expectFailure(await ask({ container: 'missing' }), 400, 'BadRequest');
    // One of several must be named, whichever of the lists it is in.
    expectFailure(await ask({}), 400, 'BadRequest');
    for (const container of ['first', 'main', 'second', 'later']) {
      const answer = await ask({ container });
      const isRefused = answer.text().includes(`container ${container} is not valid`);
      expectThat(`answer about container ${container}`, !isRefused, 'not that it is unknown', answer.text());
    }
  },
} satisfies Case;

function named(name: string): object {
  return { name, image: 'registry.invalid/pause:1' };
}
