import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { bearing, tokenOfDefault } from '../../fixtures/account-tokens.ts';
import type { Case } from '../../contract/case.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';

type Claims = Readonly<Record<string, unknown>>;

export default {
  id: 'claims-of-tokens',
  title:
    'A token MUST be refused outside its time, for another audience, issuer or account, and with no good signature.',
  requirements: ['AUTHN-042', 'AUTHN-058', 'AUTHN-067'],
  needs: ['launch-server'],
  async run(c) {
    // The suite has the key, so it can sign what a server never would.
    const [own, foreign] = [newKeys(), newKeys()];
    const key = '{folder}/account.key';
    const server = await c.launchServer({
      server: [`--service-account-signing-key-file=${key}`, `--service-account-key-file=${key}`],
      files: { 'account.key': own.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string },
    });
    const good = await tokenOfDefault(c, server);
    const [head = {}, claims = {}] = good.split('.').slice(0, 2).map(decoded);
    const signed = (changes: Claims, key = own.privateKey): string => {
      const content = `${encoded(head)}.${encoded({ ...claims, ...changes })}`;
      return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
    };
    await c.holds('AUTHN-042', async () => {
      for (const token of [good, signed({})]) expectOk(await bearing(server, token));
    });
    const now = Math.floor(c.clock.now() / 1000);
    const [name, account] = Object.entries(claims).find(
      ([, value]) => typeof value === 'object' && !Array.isArray(value),
    ) ?? ['', {}];
    const of = (changes: Claims): Claims => ({ [name]: { ...(account as Claims), ...changes } });
    const { serviceaccount } = account as { readonly serviceaccount?: Claims };
    await c.holds('AUTHN-058', async () => {
      for (const changes of [
        { exp: now - 3600 },
        { nbf: now + 3600 },
        { aud: ['conformance.example'] },
        { iss: 'https://conformance.example' },
        of({ namespace: 'absent' }),
        of({ serviceaccount: { ...serviceaccount, uid: 'of-another' } }),
        of({ serviceaccount: { ...serviceaccount, name: 'absent' } }),
      ]) {
        expectStatus(await bearing(server, signed(changes)), 401);
      }
    });
    await c.holds('AUTHN-067', async () => {
      const content = (alg: string) => `${encoded({ ...head, alg })}.${encoded(claims)}`;
      const secret = own.publicKey.export({ type: 'spki', format: 'pem' });
      const hashed = createHmac('sha256', secret).update(content('HS256')).digest('base64url');
      const [, , signature = ''] = good.split('.');
      for (const token of [
        signed({}, foreign.privateKey),
        `${content('none')}.`,
        `${content('none')}.${signature}`,
        `${content('HS256')}.${hashed}`,
        `${encoded(head)}.${encoded({ ...claims, sub: 'system:serviceaccount:default:admin' })}.${signature}`,
        good.slice(0, good.lastIndexOf('.') + 1),
      ]) {
        expectStatus(await bearing(server, token), 401);
      }
    });
  },
} satisfies Case;

function newKeys() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

function encoded(part: Claims): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function decoded(part: string): Claims {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims;
}
