import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { withDataFolder } from '../../fixtures/restarts.ts';
import { bearing, tokenOfDefault } from '../../fixtures/account-tokens.ts';

export default {
  id: 'keys-of-tokens',
  title: 'Tokens MUST be verified by every key of the key files, RSA or ECDSA, public or private, and by no other.',
  requirements: ['AUTHN-037', 'AUTHN-038', 'AUTHN-039'],
  needs: ['launch-server'],
  async run(c) {
    await withDataFolder(c, async (folder) => {
      const write = async (name: string, key: KeyObject, type: 'spki' | 'pkcs8' | 'sec1') => {
        const path = join(folder.path, name);
        await writeFile(path, key.export({ type, format: 'pem' }), { mode: 0o600 });
        return path;
      };
      const [rsa, ecdsa] = [
        generateKeyPairSync('rsa', { modulusLength: 2048 }),
        generateKeyPairSync('ec', { namedCurve: 'P-256' }),
      ];
      const [rsaKey, ecdsaKey] = [
        await write('rsa.key', rsa.privateKey, 'pkcs8'),
        // SEC 1 names the algorithm; not every server reads EC keys from PKCS 8.
        await write('ecdsa.key', ecdsa.privateKey, 'sec1'),
      ];
      const [rsaPublic, ecdsaPublic] = [
        await write('rsa.pub', rsa.publicKey, 'spki'),
        await write('ecdsa.pub', ecdsa.publicKey, 'spki'),
      ];
      const flags = (signing: string, ...keys: readonly string[]) => [
        `--service-account-signing-key-file=${signing}`,
        ...keys.map((key) => `--service-account-key-file=${key}`),
      ];
      const first = await folder.restart(...flags(rsaKey, rsaKey));
      const old = await tokenOfDefault(c, first);
      expectOk(await bearing(first, old));
      const both = await folder.restart(...flags(ecdsaKey, ecdsaPublic, rsaPublic));
      const fresh = await tokenOfDefault(c, both);
      expectOk(await bearing(both, old));
      expectOk(await bearing(both, fresh));
      const last = await folder.restart(...flags(ecdsaKey, ecdsaKey));
      expectStatus(await bearing(last, old), 401);
      expectOk(await bearing(last, fresh));
    });
  },
} satisfies Case;
