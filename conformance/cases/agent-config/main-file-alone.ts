import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { withConfiguration } from '../../fixtures/agent-config.ts';
import type { Case } from '../../contract/case.ts';

/** Milliseconds within which an agent reads its files and, if it cannot use them, exits. */
const read = 20_000;

export default {
  id: 'main-file-alone',
  title: 'Without overlays the main file MUST apply alone; an unreadable overlay SHOULD make the start fail.',
  requirements: ['ACONF-001', 'ACONF-007U', 'NSTAT-004'],
  needs: ['launch-agent'],
  async run(c) {
    await withConfiguration(c, { 'main.yaml': { maxPods: 51 } }, async (flags) => {
      const agent = await c.launchAgent({ flags });
      const shown = await agent.wire.get('/configz');
      expectOk(shown);
      expectField(shown, 'kubeletconfig.maxPods', 51);
    });
    const broken = { 'main.yaml': { maxPods: 51 }, 'overlays/10-broken.conf': { maxPods: { no: 'number' } } };
    await withConfiguration(c, broken, async (flags) => {
      const code = await c.watchAgent({ flags }, read);
      expectThat('exit code with a broken overlay', typeof code === 'number' && code !== 0, 'not 0', code);
    });
  },
} satisfies Case;
