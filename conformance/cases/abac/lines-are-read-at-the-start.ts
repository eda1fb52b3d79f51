import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Case } from '../../contract/case.ts';
import { acting } from '../../fixtures/access/authorizer-configuration.ts';
import { policyLine } from '../../fixtures/access/policy-lines.ts';
import { expectLasting } from '../../fixtures/lasting.ts';
import { withDataFolder } from '../../fixtures/restarts.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';

export default {
  id: 'lines-are-read-at-the-start',
  title: 'A new line MUST count from the next start on, and not before.',
  requirements: ['ABAC-021'],
  needs: ['launch-server'],
  async run(c) {
    await withDataFolder(c, async (folder) => {
      const file = join(folder.path, 'policies');
      const write = (...users: readonly string[]) =>
        writeFile(file, c.vendor.fill(users.map((user) => `${policyLine({ user, nonResourcePath: '*' })}\n`).join('')));
      const flags = ['--authorization-mode=ABAC', `--authorization-policy-file=${file}`];
      await write('ann');
      const before = await folder.restart(...flags);
      expectOk(await acting(before, 'ann').get('/version'));
      await write('ann', 'joe');
      await expectLasting(c, async () => expectStatus(await acting(before, 'joe').get('/version'), 403));
      const after = await folder.restart(...flags);
      for (const user of ['ann', 'joe']) expectOk(await acting(after, user).get('/version'));
    });
  },
} satisfies Case;
