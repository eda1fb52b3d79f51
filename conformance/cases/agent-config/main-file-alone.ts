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
    const several = {
      'main.yaml': { maxPods: 51 },
      'overlays/10-a.conf': { maxPods: 52 },
      'overlays/20-b.conf': { maxPods: 53 },
      'overlays/30-c.txt': { maxPods: 54 },
    };
    await withConfiguration(c, several, async (flags) => {
      const agent = await c.launchAgent({ flags });
      expectField(await agent.wire.get('/configz'), 'kubeletconfig.maxPods', 53);
    });
    const broken = { 'main.yaml': { maxPods: 51 }, 'overlays/10-broken.conf': { maxPods: { no: 'number' } } };
    await withConfiguration(c, broken, async (flags) => {
      const code = await c.watchAgent({ flags }, read);
      expectThat('exit code with a broken overlay', typeof code === 'number' && code !== 0, 'not 0', code);
    });
  },
} satisfies Case;
