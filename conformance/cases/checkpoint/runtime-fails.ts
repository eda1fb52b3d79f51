import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { ifItStarts } from '../../fixtures/agent/refusing-agent.ts';
import { expectLasting } from '../../fixtures/lasting.ts';

export default {
  id: 'runtime-fails',
  title: 'A checkpoint call MUST be answered 500 when the runtime fails.',
  requirements: ['CKPT-024'],
  needs: ['launch-agent'],
  async run(c) {
    // No process listens on this socket.
    const launch = { flags: ['--container-runtime-endpoint=unix://{folder}/runtime.sock'] };
    const { wire } = await ifItStarts('the agent does not start without its runtime', c.launchAgent(launch));
    // It stays so when the agent has had time to find a runtime.
    await expectLasting(c, async () => {
      expectStatus(await wire.post('/checkpoint/default/pod/container', undefined), 500);
    });
  },
} satisfies Case;
