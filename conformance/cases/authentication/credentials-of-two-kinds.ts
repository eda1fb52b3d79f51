import { robotToken } from '../../fixtures/account-tokens.ts';
import { jane } from '../../fixtures/client-certificates.ts';
import { selfReview } from '../../fixtures/self-review.ts';
import { staticCredentials, staticTokens } from '../../fixtures/static-credentials.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { expectPattern, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Wire } from '../../wire/exchange/wire.ts';

export default {
  id: 'credentials-of-two-kinds',
  title:
    'Certificates, static tokens and tokens of accounts MUST work side by side, and each request MUST have exactly one identity.',
  requirements: ['AUTHN-019', 'AUTHN-021', 'AUTHN-017'],
  needs: ['namespace'],
  launch: staticCredentials,
  async run(c) {
    const certified = c.withCertificate(jane);
    const byCertificate = { username: 'jane', uid: '', groups: ['devs', 'ops', 'system:authenticated'] };
    const byToken = { username: 'joe', uid: '18', groups: ['system:authenticated'] };
    const token = await robotToken(c);
    const robot = `system:serviceaccount:${c.namespace}:robot`;
    await c.holds(['AUTHN-017', 'AUTHN-019'], async () => {
      expectEqual('identity by certificate', await identityOf(c, certified), byCertificate);
      expectEqual('identity by static token', await identityOf(c, c.withToken(staticTokens.short)), byToken);
      expectEqual('user of the account', (await identityOf(c, c.withToken(token))).username, robot);
    });
    await c.holds('AUTHN-017', async () => {
      const nobody = await c.anonymous.get('/api/v1/nodes');
      expectFailure(nobody, 403, 'Forbidden');
      expectPattern(nobody, 'message', /User "system:anonymous" cannot list/);
    });
    // Which of two counts is not laid down, but none gets anything of the other.
    await c.holds('AUTHN-021', async () => {
      const authorization = `Bearer ${staticTokens.short}`;
      const both = await identityOf(c, certified.withHeaders({ authorization }));
      const either = [byCertificate, byToken].map((identity) => JSON.stringify(identity));
      expectThat('identity of two credentials', either.includes(JSON.stringify(both)), either.join(' or '), both);
    });
  },
} satisfies Case;

async function identityOf(c: CaseContext, wire: Wire) {
  const answer = await selfReview(wire, c.vendor);
  expectCreated(answer);
  const groups = fieldOf(answer, 'status.userInfo.groups') as readonly string[] | undefined;
  return {
    username: fieldOf(answer, 'status.userInfo.username'),
    uid: fieldOf(answer, 'status.userInfo.uid') ?? '',
    groups: [...(groups ?? [])].sort(),
  };
}
