import { expectContentType } from '../../wire/expect/headers.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';

export default {
  id: 'alpha-feature',
  title: 'An alpha feature MUST be available when its gate is on.',
  requirements: ['VERS-011', 'VERS-102'],
  launch: switchedOn,
  async run(c) {
    const answer = await c.wire.get('/api/v1/namespaces', { accept: 'application/cbor' });
    expectOk(answer);
    expectContentType(answer, 'application/cbor');
  },
} satisfies Case;
