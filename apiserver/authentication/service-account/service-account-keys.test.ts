// Keys of service-account tokens: which are taken, by which algorithm they sign, and by which id they are known.

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import t from 'tap';
import { signingKey, verificationKeys } from './service-account-keys.ts';

const curves = [
  ['P-256', 'ES256'],
  ['P-384', 'ES384'],
  ['P-521', 'ES512'],
] as const;

const privatePem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }) as string;
const publicPem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }) as string;
const refused = { message: 'service-account keys are RSA or ECDSA on P-256, P-384 or P-521' };

t.test('each kind of key signs by its own algorithm (AUTHN-037)', (t) => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  t.equal(signingKey(privatePem(rsa.privateKey)).algorithm, 'RS256');
  for (const [namedCurve, algorithm] of curves) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
    const own = signingKey(privatePem(privateKey));
    t.equal(own.algorithm, algorithm);
    t.equal(publicPem(own.key), publicPem(publicKey), 'what verifies is the public part');
    t.equal(privatePem(own.privateKey), privatePem(privateKey));
    const [known] = verificationKeys(publicPem(publicKey));
    t.strictSame([known?.id, known?.algorithm], [own.id, algorithm], 'the id is that of the public part');
  }
  t.end();
});

t.test('keys of other kinds are refused', (t) => {
  const others = [generateKeyPairSync('ed25519'), generateKeyPairSync('ec', { namedCurve: 'secp256k1' })];
  for (const { privateKey, publicKey } of others) {
    t.throws(() => signingKey(privatePem(privateKey)), refused);
    t.throws(() => verificationKeys(publicPem(publicKey)), refused);
  }
  t.throws(() => signingKey('no key'));
  t.end();
});

t.test('a file may hold several keys, public or private, with other blocks between them', (t) => {
  const [one, other] = [
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ];
  const parameters = '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n';
  const file = `words\n${parameters}${privatePem(one.privateKey)}\n${publicPem(other.publicKey)}`;
  t.strictSame(
    verificationKeys(file).map(({ id, algorithm }) => [id, algorithm]),
    [
      [signingKey(privatePem(one.privateKey)).id, 'ES256'],
      [signingKey(privatePem(other.privateKey)).id, 'RS256'],
    ],
  );
  for (const empty of ['', 'words', parameters])
    t.throws(() => verificationKeys(empty), { message: 'the file holds no RSA or ECDSA key' });
  t.end();
});
