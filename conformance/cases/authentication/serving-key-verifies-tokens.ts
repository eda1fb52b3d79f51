import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Case } from '../../contract/case.ts';
import { soundService } from '../../fixtures/access/service-certificates.ts';
import { bearing, tokenOfDefault } from '../../fixtures/account-tokens.ts';
import { withDataFolder } from '../../fixtures/restarts.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';

export default {
  id: 'serving-key-verifies-tokens',
  title:
    'Without key files tokens MUST be verified by the key of the serving certificate, and with key files MUST NOT.',
  requirements: ['AUTHN-040'],
  needs: ['launch-server'],
  async run(c) {
    await withDataFolder(c, async (folder) => {
      const write = async (name: string, text: string) => {
        const path = join(folder.path, name);
        await writeFile(path, text, { mode: 0o600 });
        return path;
      };
      // SEC 1 names the algorithm; not every server reads EC keys of tokens from PKCS 8.
      const pem = (key: KeyObject) => key.export({ type: 'sec1', format: 'pem' }).toString();
      const servingKey = await write('serving.key', pem(createPrivateKey(soundService.key)));
      const otherKey = await write('other.key', pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey));
      const chain = await write('serving.crt', soundService.certificate + soundService.authority);
      const start = (signing: string, ...verifying: readonly string[]) =>
        folder.restart(
          `--tls-cert-file=${chain}`,
          `--tls-private-key-file=${servingKey}`,
          `--service-account-signing-key-file=${signing}`,
          ...verifying.map((key) => `--service-account-key-file=${key}`),
        );

      const first = await start(servingKey, servingKey);
      const token = await tokenOfDefault(c, first);
      expectOk(await bearing(first, token));
      // Another key signs now, so only the serving key can verify the token.
      expectOk(await bearing(await start(otherKey), token));
      expectStatus(await bearing(await start(otherKey, otherKey), token), 401);
    });
  },
} satisfies Case;
