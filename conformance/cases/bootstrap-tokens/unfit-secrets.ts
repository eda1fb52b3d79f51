import {
  askWho,
  expectEnd,
  groupsOf,
  makeToken,
  timeFromNow,
  type TokenChanges,
  tokenThatEndsSoon,
} from '../../fixtures/bootstrap-token.ts';
import { switchedOff } from '../../fixtures/launches.ts';
import type { Case } from '../../contract/case.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';

export default {
  id: 'unfit-secrets',
  title:
    'A secret that has expired, belongs to another token or is being removed MUST NOT authenticate, cleaned up or not.',
  requirements: ['BOOT-003', 'BOOT-007', 'BOOT-011', 'BOOT-021', 'BOOT-022'],
  // No controller removes expired secrets there.
  launch: switchedOff,
  async run(c) {
    const expectRefused = async (token: string): Promise<void> => {
      // Once the server knows a valid token that was created later, it would know the invalid one too.
      await groupsOf(c, (await makeToken(c)).text);
      expectStatus(await askWho(c, token), 401);
    };
    const refuse = async (data: TokenChanges['data']): Promise<void> =>
      expectRefused((await makeToken(c, data === undefined ? {} : { data })).text);

    await c.holds(['BOOT-021', 'BOOT-022'], () => refuse({ expiration: timeFromNow(c, -2000) }));
    await c.holds(['BOOT-021', 'BOOT-022'], async () => {
      const soon = await tokenThatEndsSoon(c);
      await expectEnd(c, soon);
      expectOk(await c.wire.get(soon.path));
    });
    // An end that cannot be read is over.
    await c.holds('BOOT-007', () => refuse({ expiration: 'tomorrow' }));
    await c.holds('BOOT-003', async () => {
      const other = await makeToken(c, { data: { 'token-id': 'zzzzzz' } });
      await expectRefused(other.text);
      expectStatus(await askWho(c, `zzzzzz.${other.secret}`), 401);
    });
    await c.holds('BOOT-011', async () => {
      for (const group of ['system:bootstrappers:', 'system:bootstrappers:Workers', 'system:bootstrappers:a-'])
        await refuse({ 'auth-extra-groups': group });
    });
    await c.holds('BOOT-022', async () => {
      const going = await makeToken(c);
      await groupsOf(c, going.text);
      const keeping = { metadata: { finalizers: ['conformance.example/kept'] } };
      expectOk(await c.wire.patch(going.path, 'merge', keeping));
      expectOk(await c.wire.delete(going.path));
      await c.eventually(async () => expectStatus(await askWho(c, going.text), 401));
      expectOk(await c.wire.patch(going.path, 'merge', { metadata: { finalizers: null } }));
    });
  },
} satisfies Case;
