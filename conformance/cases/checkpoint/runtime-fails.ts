import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { expectLasting } from '../../fixtures/lasting.ts';

export default {
  id: 'runtime-fails',
  title: 'A checkpoint call MUST be answered 500 when the runtime fails.',
  requirements: ['CKPT-024'],
  needs: ['launch-agent'],
  async run(c) {
    // Nobody listens there.
    const { wire } = await c.launchAgent({ flags: ['--container-runtime-endpoint=unix://{folder}/runtime.sock'] });
    // Also when it has had the time to find it.
    await expectLasting(c, async () => {
      expectStatus(await wire.post('/checkpoint/default/pod/container', undefined), 500);
    });
  },
} satisfies Case;
