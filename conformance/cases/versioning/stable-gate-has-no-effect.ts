import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'stable-gate-has-no-effect',
  title: 'Setting the gate of a stable feature MUST only log a warning.',
  requirements: ['VERS-014', 'VERS-020', 'VERS-069'],
  needs: ['launch-server'],
  async run(c) {
    const server = await c.launchServer({ server: ['--feature-gates=ConsistentListFromCache=true'] });
    expectOk(await server.wire.get('/api/v1/namespaces'));
    const line = server
      .output()
      .split('\n')
      .find((text) => text.includes('ConsistentListFromCache'));
    expectThat('log', line !== undefined, 'a line about the gate', server.output());
    expectThat('line about the gate', /warn|WARN|^W/.test(line ?? ''), 'a warning', line);
  },
} satisfies Case;
