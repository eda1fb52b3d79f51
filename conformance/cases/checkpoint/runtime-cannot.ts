import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import type { Case } from '../../contract/case.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const container = { namespace: 'conformance', pod: 'checked', container: 'main' };

export default {
  id: 'runtime-cannot',
  title: 'A checkpoint call MUST be answered 500 when the runtime does not implement checkpoints.',
  requirements: ['CKPT-025', 'ERR-032'],
  needs: ['launch-agent'],
  async run(c) {
    await withStandInRuntime(container, async (runtime) => {
      const agent = await c.launchAgent({ flags: [`--container-runtime-endpoint=${runtime.endpoint}`] });
      runtime.checkpoint = undefined;
      expectStatus(await agent.wire.post('/checkpoint/conformance/checked/main', undefined), 500);
      const left = await readdir(join(agent.rootFolder, 'checkpoints')).catch(() => []);
      expectEqual('files after it', left, []);
    });
  },
} satisfies Case;
