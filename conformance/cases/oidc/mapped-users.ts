import type { Case } from '../../contract/case.ts';
import { withIdentityProvider } from '../../fixtures/access/identity-provider.ts';
import {
  authenticator,
  expectIdentified,
  expectUnauthorized,
  trustingProviders,
} from '../../fixtures/access/provider-configuration.ts';
import { expectAbsent, expectArray, expectField } from '../../wire/expect/object.ts';
import { expectSameMembers } from '../../wire/expect/value.ts';

/** A key of this case's own domain. */
const key = 'example.org/team';

export default {
  id: 'mapped-users',
  title:
    'Name, groups, uid and extra of a user MUST be what the mappings of the issuer make of the claims, by claim or by expression.',
  requirements: [
    'CEL-004',
    'ERR-024',
    'OIDC-024',
    'OIDC-026',
    'OIDC-028',
    'OIDC-029',
    'OIDC-030',
    'OIDC-031',
    'OIDC-032',
    'OIDC-039',
    'OIDC-097',
    'OIDC-098',
    'OIDC-102',
  ],
  needs: ['launch-server'],
  async run(c) {
    await withIdentityProvider(c, async (provider) => {
      const username = { claim: 'name', prefix: 'p:' };
      const byClaim = authenticator(provider, 'by-claim', {
        claimMappings: { username, groups: { claim: 'groups', prefix: 'g:' }, uid: { claim: 'id' } },
      });
      const byExpression = authenticator(provider, 'by-expression', {
        claimMappings: {
          username: { expression: "claims.name.lowerAscii() + '@' + claims.hd" },
          groups: { expression: "[string(claims.role), 'of-' + string(claims.hd)]" },
          uid: { expression: "'u-' + claims.id" },
          extra: [
            { key, valueExpression: 'claims.team' },
            { key: `${key}/all`, valueExpression: 'claims.teams' },
            { key: `${key}/none`, valueExpression: "claims.?none.orValue('')" },
          ],
        },
      });
      const single = authenticator(provider, 'single', {
        claimMappings: {
          username: { expression: 'claims.name' },
          groups: { expression: 'claims.role' },
          uid: { expression: "claims.?id.orValue('')" },
        },
      });
      const server = await c.launchServer(trustingProviders([byClaim, byExpression, single]));
      const userOf = (name: string, claims: object) => expectIdentified(c, server, provider.token(name, claims));
      const groupsOf = async (name: string, claims: object, expected: readonly string[]) => {
        const groups = expectArray(await userOf(name, claims), 'status.userInfo.groups');
        expectSameMembers('groups', groups, [...expected, 'system:authenticated']);
      };
      const whole = { name: 'Ann', hd: 'example.org', role: 'devs', id: '17', team: 'blue', teams: ['a', 'b'] };
      await c.holds(['OIDC-024', 'OIDC-097'], async () => {
        const answer = await userOf('by-claim', { name: 'Ann', id: '17' });
        expectField(answer, 'status.userInfo.username', 'p:Ann');
      });
      await c.holds(['CEL-004', 'OIDC-024', 'OIDC-102'], async () => {
        expectField(await userOf('by-expression', whole), 'status.userInfo.username', 'ann@example.org');
        expectField(await userOf('single', { name: 'Ann', role: 'devs' }), 'status.userInfo.username', 'Ann');
      });
      await c.holds(['OIDC-028', 'OIDC-098'], async () => {
        await groupsOf('by-claim', { name: 'Ann', id: '17', groups: ['devs', 'ops'] }, ['g:devs', 'g:ops']);
        await groupsOf('by-claim', { name: 'Bob', id: '18', groups: 'devs' }, ['g:devs']);
        await groupsOf('by-claim', { name: 'Eve', id: '19' }, []);
      });
      await c.holds(['OIDC-028', 'OIDC-029'], async () => {
        await groupsOf('by-expression', whole, ['devs', 'of-example.org']);
        await groupsOf('single', { name: 'Ann', role: 'devs' }, ['devs']);
        await groupsOf('single', { name: 'Bob', role: ['devs', 'ops'] }, ['devs', 'ops']);
        // Empty texts are no groups.
        await groupsOf('single', { name: 'Cid', role: ['', 'ops'] }, ['ops']);
        await groupsOf('single', { name: 'Dan', role: '' }, []);
        await expectUnauthorized(c, server, {
          'a group that is a number': provider.token('single', { name: 'Ann', role: 5 }),
          'groups that hold a number': provider.token('single', { name: 'Ann', role: ['a', 5] }),
        });
      });
      await c.holds(['OIDC-030', 'OIDC-031'], async () => {
        expectField(await userOf('by-expression', whole), 'status.userInfo.uid', 'u-17');
        expectField(await userOf('by-claim', { name: 'Ann', id: '18' }), 'status.userInfo.uid', '18');
        expectField(await userOf('single', { name: 'Ann', role: 'devs', id: '19' }), 'status.userInfo.uid', '19');
        await expectUnauthorized(c, server, {
          'a uid that is a number': provider.token('single', { name: 'Ann', role: 'devs', id: 5 }),
        });
      });
      await c.holds(['OIDC-032', 'OIDC-039'], async () => {
        const answer = await userOf('by-expression', whole);
        expectField(answer, ['status', 'userInfo', 'extra', key], ['blue']);
        expectField(answer, ['status', 'userInfo', 'extra', `${key}/all`], ['a', 'b']);
        // An empty text is no value, and an extra without a value is none.
        expectAbsent(answer, ['status', 'userInfo', 'extra', `${key}/none`]);
        const partly = await userOf('by-expression', { ...whole, id: '20', teams: ['', 'b'] });
        expectField(partly, ['status', 'userInfo', 'extra', `${key}/all`], ['b']);
        await expectUnauthorized(c, server, {
          'a value that is a number': provider.token('by-expression', { ...whole, team: 5 }),
          'values that hold a number': provider.token('by-expression', { ...whole, teams: ['a', 5] }),
        });
      });
      await c.holds(['ERR-024', 'OIDC-026'], async () => {
        await userOf('single', { name: 'Ann', role: 'devs' });
        await expectUnauthorized(c, server, {
          'an empty name': provider.token('single', { name: '', role: 'devs' }),
          'a name that is a number': provider.token('single', { name: 5, role: 'devs' }),
        });
      });
    });
  },
} satisfies Case;
