import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Case } from '../../contract/case.ts';
import { bearing } from '../../fixtures/account-tokens.ts';
import { withDataFolder } from '../../fixtures/restarts.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'token-file-must-fit',
  title: 'A start with a token file line that lacks a column MUST fail; a quoted column MUST count as one.',
  requirements: ['AUTHN-029', 'AUTHN-030'],
  needs: ['launch-server'],
  async run(c) {
    await withDataFolder(c, async (folder) => {
      const file = join(folder.path, 'tokens');
      const write = (...lines: readonly string[]) =>
        writeFile(file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
      await c.holds('AUTHN-030', async () => {
        for (const line of [
          'secret-token',
          'secret-token,ann',
          'good-token,ann,1\nsecret-token,joe',
          'good-token,"ann,1',
        ]) {
          await write(line);
          const { code } = await c.runServer(`--token-auth-file=${file}`);
          expectThat(`exit code with the line ${line}`, code !== 0, 'another than 0', code);
        }
      });
      await c.holds(['AUTHN-029', 'AUTHN-030'], async () => {
        await write('good-token,ann,1', '"quoted,token",joe,2,"devs,ops"');
        const server = await folder.restart(`--token-auth-file=${file}`);
        for (const token of ['good-token', 'quoted,token']) expectOk(await bearing(server, token));
        for (const token of ['quoted', '"quoted,token"', 'ann', '1']) expectStatus(await bearing(server, token), 401);
      });
    });
  },
} satisfies Case;
