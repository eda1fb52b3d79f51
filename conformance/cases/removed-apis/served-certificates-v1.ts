import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'served-certificates-v1',
  title: 'The version certificates/v1 MUST be served for certificatesigningrequests.',
  requirements: ['REMOVED-065'],
  async run(c) {
    for (const resource of ['certificatesigningrequests']) {
      const list = await c.wire.get(c.clusterResource('certificates.{api}/v1', resource).collection);
      expectOk(list);
      expectField(list, 'kind', 'CertificateSigningRequestList');
      expectField(list, 'apiVersion', c.vendor.fill('certificates.{api}/v1'));
    }
  },
} satisfies Case;
