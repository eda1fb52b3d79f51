import { expectContentType, expectHeader } from '../../wire/expect/headers.ts';
import { expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'chunked-transfer',
  title: 'A watch over HTTP/1.1 MUST be sent with chunked transfer coding, as JSON.',
  requirements: ['VERB-026', 'VERB-083U'],
  needs: ['namespace'],
  async run(c) {
    const stream = await c.wire.watch(c.resource('v1', 'configmaps').collection, { timeoutSeconds: '5' });
    expectOpen(stream);
    expectHeader(stream.opened, 'transfer-encoding', 'chunked');
    expectContentType(stream.opened, 'application/json');
  },
} satisfies Case;
