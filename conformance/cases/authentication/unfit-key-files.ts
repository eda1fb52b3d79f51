import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Case } from '../../contract/case.ts';
import { expectRefusedStart } from '../../fixtures/access/starts.ts';

const publicPem = ({ publicKey }: { readonly publicKey: KeyObject }) =>
  publicKey.export({ type: 'spki', format: 'pem' }).toString();

export default {
  id: 'unfit-key-files',
  title: 'A server MUST NOT start with a file of token keys in which none can be used.',
  requirements: ['AUTHN-037'],
  needs: ['launch-server'],
  async run(c) {
    const server = ['--service-account-key-file={folder}/keys'];
    const refused = (what: string, text: string) => expectRefusedStart(c, what, { server, files: { keys: text } });
    const rsa = publicPem(generateKeyPairSync('rsa', { modulusLength: 2048 }));
    await refused('nothing', '');
    await refused('half a key', rsa.slice(0, 200));
    await refused('an Ed25519 key', publicPem(generateKeyPairSync('ed25519')));
    await refused('a key on another curve', publicPem(generateKeyPairSync('ec', { namedCurve: 'secp256k1' })));
  },
} satisfies Case;
