// What the administrator's connection file must be for the clients that read it.

import { createPrivateKey, createPublicKey } from 'node:crypto';
import { load } from 'js-yaml';
import t from 'tap';
import { newKey } from '../../../shared/certificates/key.ts';
import { connectionFile } from './connection-file.ts';

interface Parsed {
  readonly clusters: readonly [{ readonly cluster: Readonly<Record<string, string>> }];
  readonly users: readonly [{ readonly user: Readonly<Record<string, string>> }];
}

t.test('the PEM header of the key names the elliptic curve, for clients that default to RSA', async (t) => {
  const { keyPem, publicKey } = newKey();
  const client = { certificatePem: 'certificate', keyPem };
  const file = load(connectionFile({ url: 'https://a:1', caCertificate: 'authority', client })) as Parsed;
  const [{ user }] = file.users;
  const text = (data = '') => Buffer.from(data, 'base64').toString();
  const key = text(user['client-key-data']);
  t.match(key, /^-----BEGIN EC PRIVATE KEY-----\n/);
  t.ok(createPublicKey(createPrivateKey(key)).equals(publicKey), 'it is the same key');
  t.equal(text(user['client-certificate-data']), 'certificate');
  const [{ cluster }] = file.clusters;
  t.equal(cluster['server'], 'https://a:1');
  t.equal(text(cluster['certificate-authority-data']), 'authority');
});
