import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { withDataFolder } from '../../fixtures/restarts.ts';

export default {
  id: 'state-outlives-the-process',
  title: 'A server that starts on existing data MUST serve the same objects with the same uids and versions.',
  requirements: ['OBJ-005'],
  needs: ['launch-server'],
  async run(c) {
    await withDataFolder(c, async (folder) => {
      const first = await folder.restart();
      const path = '/api/v1/namespaces/default/configmaps';
      expectCreated(await first.wire.post(path, configMap('kept', { k: 'välue' })));
      const before = await first.wire.get(`${path}/kept`);
      expectOk(before);
      const second = await folder.restart();
      const after = await second.wire.get(`${path}/kept`);
      expectOk(after);
      expectEqual('the object after the restart', after.json(), before.json());
    });
  },
} satisfies Case;
