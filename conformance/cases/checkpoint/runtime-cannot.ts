import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectForeignPods } from '../../fixtures/agent/foreign-pods.ts';
import { withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import type { Case } from '../../contract/case.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

const container = { namespace: 'conformance', pod: 'checked', container: 'main' };

export default {
  id: 'runtime-cannot',
  title: 'A checkpoint call MUST be answered 500 when the runtime does not implement checkpoints.',
  requirements: ['CKPT-025', 'ERR-032'],
  needs: ['launch-agent'],
  async run(c) {
    await withStandInRuntime(container, async (runtime) => {
      const agent = await c.launchAgent({ flags: [`--container-runtime-endpoint=${runtime.endpoint}`] });
      runtime.checkpoint = ({ location }) => writeFile(location, 'memory of the container');
      await expectForeignPods(agent, 'conformance/checked/main');
      const path = '/checkpoint/conformance/checked/main';
      // It can at first: what fails then is this alone.
      expectOk(await agent.wire.post(path, undefined));
      const files = () => readdir(join(agent.rootFolder, 'checkpoints')).catch(() => []);
      const [before, asked] = [await files(), runtime.called.length];
      runtime.checkpoint = undefined;
      expectStatus(await agent.wire.post(path, undefined), 500);
      const calls = runtime.called.slice(asked).filter((call) => call.endsWith('/CheckpointContainer'));
      expectThat('calls of the runtime', calls.length > 0, 'CheckpointContainer', runtime.called.slice(asked));
      expectEqual('files after it', await files(), before);
    });
  },
} satisfies Case;
