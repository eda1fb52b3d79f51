import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { bearing } from '../../fixtures/account-tokens.ts';
import type { Case } from '../../contract/case.ts';
import { expectLasting } from '../../fixtures/lasting.ts';
import { withDataFolder } from '../../fixtures/restarts.ts';

export default {
  id: 'token-file-is-read-at-the-start',
  title: 'A changed token file MUST take effect at the next start; until then the old tokens MUST stay valid.',
  requirements: ['AUTHN-032', 'AUTHN-033'],
  needs: ['launch-server'],
  async run(c) {
    await withDataFolder(c, async (folder) => {
      const file = join(folder.path, 'tokens');
      await writeFile(file, 'first-token,ann,1\n', { mode: 0o600 });
      const before = await folder.restart(`--token-auth-file=${file}`);
      expectOk(await bearing(before, 'first-token'));
      await writeFile(file, 'second-token,joe,2\n');
      const isUnchanged = async () => {
        expectStatus(await bearing(before, 'second-token'), 401);
        expectOk(await bearing(before, 'first-token'));
      };
      await expectLasting(c, isUnchanged);
      // A file that is read anew now and then shows later than one that is watched.
      await writeFile(`${file}-moved`, 'second-token,joe,2\n');
      await rm(file);
      await expectLasting(c, isUnchanged, 110);
      await rename(`${file}-moved`, file);
      await expectLasting(c, isUnchanged);
      const after = await folder.restart(`--token-auth-file=${file}`);
      expectOk(await bearing(after, 'second-token'));
      expectStatus(await bearing(after, 'first-token'), 401);
    });
  },
} satisfies Case;
