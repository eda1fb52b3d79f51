import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { robotToken } from '../../fixtures/account-tokens.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'changed-token',
  title: 'A service account token with a changed signature or payload MUST be answered 401.',
  requirements: ['AUTHN-067'],
  needs: ['namespace'],
  async run(c) {
    const token = await robotToken(c);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    const claims = {
      ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object),
      sub: `system:serviceaccount:${c.namespace}:admin`,
    };
    const forged = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    for (const bad of [
      `${header}.${payload}.${flipped}`,
      `${header}.${forged}.${signature}`,
      `${unsigned}.${payload}.`,
    ]) {
      expectStatus(await c.withToken(bad).get('/api'), 401);
    }
    expectOk(await c.withToken(token).get('/api'));
  },
} satisfies Case;
