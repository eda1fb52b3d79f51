import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../case.ts';

export default {
  id: 'signing-request-rules',
  title: 'A signing request of v1 MUST name its signer and its usages, known ones and each once.',
  requirements: ['REMOVED-066', 'REMOVED-067', 'REMOVED-068', 'REMOVED-069', 'REMOVED-070'],
  async run(c) {
    const groupVersion = c.vendor.fill('certificates.{api}/v1');
    const requests = c.clusterResource(groupVersion, 'certificatesigningrequests');
    const request = Buffer.from(
      '-----BEGIN CERTIFICATE REQUEST-----\nMAA=\n-----END CERTIFICATE REQUEST-----\n',
    ).toString('base64');
    const good = { request, signerName: 'conformance.example/signer', usages: ['client auth'] };
    for (const bad of [
      { signerName: undefined },
      { usages: undefined },
      { usages: [] },
      { usages: ['client auth', 'client auth'] },
      { usages: ['flying'] },
      { signerName: c.vendor.fill('{label}/legacy-unknown') },
    ]) {
      const manifest = {
        apiVersion: groupVersion,
        kind: 'CertificateSigningRequest',
        metadata: { name: c.unique('csr') },
        spec: { ...good, ...bad },
      };
      expectStatus(await c.wire.post(requests.collection, manifest), 400, 422);
    }
  },
} satisfies Case;
