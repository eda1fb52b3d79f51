import { generateKeyPairSync, sign } from 'node:crypto';
import t from 'tap';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { signingPair, startIdentityProvider } from '../../../fixtures/apiserver/identity-provider.fixture.ts';
import { documentFetcher } from './document-fetcher.ts';
import { Provider } from './provider.ts';
import { verifyToken } from './verify-token.ts';

t.test('of published keys only those that can be read and are for signatures count', async (t) => {
  const provider = await startIdentityProvider();
  const fetcher = documentFetcher(provider.authority, systemClock);
  t.teardown(async () => {
    await fetcher.close();
    await provider.close();
  });
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const encrypting = await signingPair('RS256', 'encrypting');
  provider.documents.set('/keys', {
    keys: [
      null,
      'key',
      { kty: 'RSA', kid: 'first', n: 7 },
      { kty: 'oct', kid: 'first', k: 'c2VjcmV0' },
      { ...encrypting.publicJwk, use: 'enc' },
      { ...weak.publicKey.export({ format: 'jwk' }), kid: 'weak', use: 'sig' },
      provider.key.publicJwk,
    ],
  });
  const judge = new Provider({ issuer: provider.url, discoveryUrl: undefined, fetcher, clock: systemClock });
  await judge.discover();
  await judge.renewKeys();
  const options = { provider: judge, audiences: ['client'], algorithms: ['RS256'], clock: systemClock };
  t.match(await verifyToken(await provider.token(), options), { sub: 'jane' }, 'by its name');
  const unnamed = { ...provider.key, keyId: '' };
  t.match(await verifyToken(await provider.token({}, unnamed), options), { sub: 'jane' }, 'without a name');
  const claims = { iss: provider.url, aud: 'client', sub: 'jane', exp: Math.floor(Date.now() / 1000) + 60 };
  const parts = [{ alg: 'RS256', kid: 'weak' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const signature = sign('sha256', Buffer.from(parts.join('.')), weak.privateKey).toString('base64url');
  await t.rejects(verifyToken([...parts, signature].join('.'), options), { message: /failed to verify/ }, 'too weak');
  await t.rejects(verifyToken(await provider.token({}, encrypting), options), { message: /failed to verify/ });
  await t.rejects(verifyToken(await provider.token({ exp: '1e999' }), options), { message: /value out of range/ });
});
