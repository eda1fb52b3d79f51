import { expectHeader } from '../../wire/expect/headers.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'revalidation',
  title: 'Aggregated discovery SHOULD be kept by clients, carry an ETag and answer 304 while it is unchanged.',
  requirements: ['VERB-092'],
  async run(c) {
    const accept = c.vendor.fill('application/json;g=apidiscovery.{api};v=v2;as=APIGroupDiscoveryList');
    const first = await c.wire.get('/api', { accept });
    expectHeader(first, 'cache-control', /^public$/);
    const tag = first.header('etag') ?? '';
    expectThat('ETag', tag !== '', 'a tag', tag);
    const second = await c.wire.get('/api', { accept, headers: { 'if-none-match': tag } });
    expectStatus(second, 304);
    expectEqual('bytes of the 304', second.body.length, 0);
    expectOk(await c.wire.get('/api', { accept, headers: { 'if-none-match': '"other"' } }));
  },
} satisfies Case;
