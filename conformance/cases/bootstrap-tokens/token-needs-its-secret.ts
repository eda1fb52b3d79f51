import { expectStatus } from '../../wire/expect/status.ts';
import { askWho, groupsOf, makeToken, type TokenChanges } from '../../fixtures/bootstrap-token.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';

export default {
  id: 'token-needs-its-secret',
  title: 'A secret without all fields of a bootstrap token MUST NOT authenticate.',
  requirements: ['BOOT-001', 'BOOT-002', 'BOOT-003', 'BOOT-004', 'BOOT-005', 'BOOT-008', 'BOOT-030', 'BOOT-033'],
  needs: ['namespace'],
  launch: switchedOn,
  async run(c) {
    const refuse = async (...bad: readonly TokenChanges[]) => {
      for (const changes of bad) {
        const token = await makeToken(c, changes);
        // Once the server knows a valid token that was created later, it would know the invalid one too.
        const { text } = await makeToken(c);
        await groupsOf(c, text);
        expectStatus(await askWho(c, token.text), 401);
      }
    };
    await c.holds('BOOT-001', () => refuse({ type: 'Opaque' }));
    await c.holds('BOOT-002', () => refuse({ namespace: c.namespace }));
    await c.holds('BOOT-003', () => refuse({ name: c.unique('bootstrap-token') }));
    await c.holds('BOOT-004', () => refuse({ data: { 'token-id': undefined } }, { data: { 'token-id': 'ABCDEF' } }));
    await c.holds('BOOT-005', () =>
      refuse({ data: { 'token-secret': undefined } }, { data: { 'token-secret': 'short' } }),
    );
    const usage = 'usage-bootstrap-authentication';
    await c.holds(['BOOT-008', 'BOOT-033'], () =>
      refuse({ data: { [usage]: undefined } }, { data: { [usage]: 'false' } }, { data: { [usage]: 'True' } }),
    );
    await c.holds('BOOT-030', () => refuse({ data: { [usage]: undefined, 'usage-bootstrap-signing': 'true' } }));
  },
} satisfies Case;
