import type { Case } from '../../contract/case.ts';
import { front } from '../../fixtures/proxy-certificates.ts';
import { selfReview, suggested } from '../../fixtures/self-review.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import { expectPattern } from '../../wire/expect/object.ts';
import { expectFailure, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectSameMembers, expectThat } from '../../wire/expect/value.ts';

type Headers = Readonly<Record<string, string | readonly string[]>>;

interface Told {
  readonly status?: { readonly userInfo?: { readonly username?: string; readonly groups?: readonly string[] } };
}

const masters = 'system:masters';

export default {
  id: 'smuggled-identity-headers',
  title:
    'Only headers with exactly the configured names MUST name users and groups, only from proxies, and never make an anonymous caller ' +
    'an authenticated one.',
  requirements: ['REQHDR-005', 'REQHDR-012', 'REQHDR-013', 'AUTHN-057'],
  launch: suggested,
  async run(c) {
    const proxied = (headers: Headers) => selfReview(c.withCertificate(front).withHeaders(headers), c.vendor);
    const user = { 'X-Remote-User': 'jane' };
    await c.holds('REQHDR-005', async () => {
      const named = groupsIn(await proxied({ ...user, 'X-Remote-Group': ['devs', 'ops'], 'X-Other-Group': 'more' }));
      expectSameMembers('groups by the right names', named, ['devs', 'ops', 'more', 'system:authenticated']);
      for (const name of [
        'X_Remote_Group',
        'X-Remote_Group',
        'X-Remote-Groups',
        'XRemote-Group',
        'Remote-Group',
        'X-Remote-Group-',
      ]) {
        const groups = groupsIn(await proxied({ ...user, [name]: masters }));
        expectThat(`groups with ${name}`, !groups.includes(masters), `a list without ${masters}`, groups);
      }
      const joined = groupsIn(await proxied({ ...user, 'X-Remote-Group': `devs,${masters}` }));
      expectThat('groups of a value with a comma', !joined.includes(masters), 'one group', joined);
      expectEqual('user of two values', nameIn(await proxied({ 'X-Remote-User': ['jane', 'root'] })), 'jane');
      expectEqual('user of a value with a comma', nameIn(await proxied({ 'X-Remote-User': 'jane,root' })), 'jane,root');
      const nameless = await proxied({ 'X-Remote-User': '', 'X-Remote-Group': masters });
      expectStatus(nameless, 401, 403);
    });
    await c.holds('REQHDR-012', async () => {
      for (const group of ['devs', masters]) {
        const forged = c.anonymous.withHeaders({ ...user, 'X-Remote-Group': group });
        const answer = await selfReview(forged, c.vendor);
        expectStatus(answer, 401, 403);
        expectThat(
          'user that was refused',
          !answer.text().includes('jane'),
          'not the one of the headers',
          answer.text(),
        );
      }
    });
    await c.holds('AUTHN-057', async () => {
      // Every authenticated user may ask who it is.
      const answer = await proxied({ 'X-Remote-User': 'system:anonymous' });
      expectFailure(answer, 403, 'Forbidden');
      expectPattern(answer, 'message', /User "system:anonymous" cannot create/);
    });
    await c.holds('REQHDR-013', async () => {
      const own = nameIn(await selfReview(c.wire, c.vendor));
      for (const forged of [
        { ...user, 'X-Remote-Group': masters },
        { 'X-Forwarded-User': 'root', 'X-Forwarded-Groups': masters },
        { 'X-Remote-User': ['', 'root'], 'X-Remote-Extra-Scopes': 'all' },
      ]) {
        const answer = await selfReview(c.wire.withHeaders(forged), c.vendor);
        expectEqual('user without the certificate of a proxy', nameIn(answer), own);
      }
    });
  },
} satisfies Case;

function groupsIn(answer: Exchange): readonly string[] {
  return (answer.json() as Told).status?.userInfo?.groups ?? [];
}

function nameIn(answer: Exchange): string | undefined {
  return (answer.json() as Told).status?.userInfo?.username;
}
