import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../case.ts';
import { configMap } from '../manifests.ts';

export default {
  id: 'state-outlives-the-process',
  title: 'A server that starts on the data of another MUST hold the same objects, with their uids and versions.',
  requirements: ['OBJ-005'],
  needs: ['launch-server'],
  async run(c) {
    const folder = await mkdtemp(join(tmpdir(), 'conformance-state-'));
    try {
      const server = [`--data-dir=${folder}`];
      const first = await c.launchServer({ server });
      const path = '/api/v1/namespaces/default/configmaps';
      expectCreated(await first.wire.post(path, configMap('kept', { k: 'välue' })));
      const before = await first.wire.get(`${path}/kept`);
      expectOk(before);
      first.terminate();
      await first.ended;
      const second = await c.launchServer({ server });
      const after = await second.wire.get(`${path}/kept`);
      expectOk(after);
      expectEqual('the object after the restart', after.json(), before.json());
      second.terminate();
      await second.ended;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
} satisfies Case;
