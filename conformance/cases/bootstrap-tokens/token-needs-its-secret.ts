import { expectStatus } from '../../wire/expect/status.ts';
import { askWho, groupsOf, makeToken, type TokenChanges } from '../../fixtures/bootstrap-token.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';

export default {
  id: 'token-needs-its-secret',
  title: 'A secret that lacks anything of a bootstrap token MUST NOT authenticate.',
  requirements: ['BOOT-001', 'BOOT-002', 'BOOT-003', 'BOOT-004', 'BOOT-005', 'BOOT-008', 'BOOT-030', 'BOOT-033'],
  needs: ['namespace'],
  launch: switchedOn,
  async run(c) {
    const bad: readonly TokenChanges[] = [
      { namespace: c.namespace },
      { name: c.unique('bootstrap-token') },
      { type: 'Opaque' },
      { data: { 'token-id': undefined } },
      { data: { 'token-id': 'ABCDEF' } },
      { data: { 'token-secret': undefined } },
      { data: { 'token-secret': 'short' } },
      { data: { 'usage-bootstrap-authentication': undefined } },
      { data: { 'usage-bootstrap-authentication': 'false' } },
      { data: { 'usage-bootstrap-authentication': undefined, 'usage-bootstrap-signing': 'true' } },
    ];
    for (const changes of bad) {
      const token = await makeToken(c, changes);
      // A good token that was made later is known: so would be the bad one.
      const { text } = await makeToken(c);
      await groupsOf(c, text);
      expectStatus(await askWho(c, token.text), 401);
    }
  },
} satisfies Case;
