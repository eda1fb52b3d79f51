import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { bearing, tokenOfDefault } from '../../fixtures/account-tokens.ts';
import type { Case } from '../../contract/case.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';

type Part = Readonly<Record<string, unknown>>;

const hour = 3_600;

export default {
  id: 'claims-are-checked',
  title:
    'A signed token MUST be answered 401 outside its validity or with other claims, and always with another signature.',
  requirements: ['AUTHN-042', 'AUTHN-058', 'AUTHN-067'],
  needs: ['launch-server'],
  async run(c) {
    const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const server = await c.launchServer({
      server: ['--service-account-signing-key-file={folder}/keys', '--service-account-key-file={folder}/keys'],
      files: { keys: key.export({ type: 'pkcs8', format: 'pem' }) as string },
    });
    const token = await tokenOfDefault(c, server);
    const [header, claims] = token.split('.').slice(0, 2).map(decoded) as [Part, Part];
    const now = Math.floor(Date.now() / 1_000);
    // The name of the claim that holds pod, account and namespace contains the vendor's name.
    const own = Object.keys(claims).find((name) => JSON.stringify(claims[name]).includes('serviceaccount')) ?? '';
    const bound = claims[own] as { namespace: string; serviceaccount: Part };
    const refused = async (made: string) => expectStatus(await bearing(server, made), 401);
    await c.holds('AUTHN-042', async () => {
      expectOk(await bearing(server, token));
      // A token signed by the case is accepted, so the refusals below are due to their claims.
      expectOk(await bearing(server, signed(key, header, claims)));
    });
    await c.holds('AUTHN-058', async () => {
      for (const others of [
        { exp: now - hour, iat: now - 2 * hour, nbf: now - 2 * hour },
        { nbf: now + hour },
        { iat: now + hour },
        { iss: 'https://conformance.example' },
        { aud: ['conformance.example'] },
        { [own]: { ...bound, serviceaccount: { ...bound.serviceaccount, uid: 'of-another' } } },
        { [own]: { ...bound, serviceaccount: { ...bound.serviceaccount, name: 'conformance-none' } } },
        { [own]: { ...bound, namespace: 'conformance-none' } },
        { [own]: { ...bound, pod: { name: 'conformance-none', uid: 'none' } } },
      ]) {
        await refused(signed(key, header, { ...claims, ...others }));
      }
    });
    await c.holds('AUTHN-067', async () => {
      const [head, body] = [encoded({ ...header, alg: 'none' }), encoded(claims)];
      const signature = token.slice(token.lastIndexOf('.') + 1);
      for (const end of ['', '.', `.${signature}`]) await refused(`${head}.${body}${end}`);
      await refused(token.slice(0, token.lastIndexOf('.') + 1));
      // The signature belongs to other claims.
      await refused(`${encoded(header)}.${encoded({ ...claims, jti: 'another' })}.${signature}`);
      await refused(`${encoded(header)}.${encoded({ ...claims, sub: `${String(claims['sub'])}-2` })}.${signature}`);
      await refused(signed(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey, header, claims));
      // Algorithm confusion: the public key used as an HMAC secret.
      const text = `${encoded({ ...header, alg: 'HS256' })}.${body}`;
      const shared = createPublicKey(key).export({ type: 'spki', format: 'pem' });
      await refused(`${text}.${createHmac('sha256', shared).update(text).digest('base64url')}`);
    });
  },
} satisfies Case;

function decoded(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

function encoded(part: Part): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function signed(key: KeyObject, header: Part, claims: Part): string {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}
