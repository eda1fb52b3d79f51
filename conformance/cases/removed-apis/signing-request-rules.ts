import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { requestPem } from '../../fixtures/signing/signing-request.ts';

export default {
  id: 'signing-request-rules',
  title: 'A signing request of v1 MUST have a signer name and a list of known, distinct usages.',
  requirements: ['REMOVED-065', 'REMOVED-066', 'REMOVED-067', 'REMOVED-068', 'REMOVED-069', 'REMOVED-070'],
  needs: ['impersonation'],
  async run(c) {
    const groupVersion = c.vendor.fill('certificates.{api}/v1');
    const requests = c.clusterResource(groupVersion, 'certificatesigningrequests');
    const request = Buffer.from(requestPem).toString('base64');
    const good = { request, signerName: 'conformance.example/signer', usages: ['client auth'] };
    const manifest = (changes: object) => ({
      apiVersion: groupVersion,
      kind: 'CertificateSigningRequest',
      metadata: { name: c.unique('csr') },
      spec: { ...good, ...changes },
    });
    const claimed = { username: 'claimed', uid: 'claimed', groups: ['claimed'], extra: { claimed: ['claimed'] } };
    await c.holds('REMOVED-065', async () => {
      // The service names the caller, whatever the request says of it. The second one has no extra attributes.
      for (const caller of [c.wire, c.as(c.unique('user'), 'system:masters')]) {
        const accepted = manifest(claimed);
        c.removeLater(requests.item(accepted.metadata.name));
        expectCreated(await caller.post(requests.collection, accepted));
        const read = await c.wire.get(requests.item(accepted.metadata.name));
        expectOk(read);
        expectField(read, 'apiVersion', groupVersion);
        expectField(read, 'kind', 'CertificateSigningRequest');
        const told = JSON.stringify(fieldOf(read, 'spec'));
        expectThat('the caller of the request', !told.includes('claimed'), 'nothing that it claims', told);
      }
    });
    const refuse = async (bad: object) => expectStatus(await c.wire.post(requests.collection, manifest(bad)), 400, 422);
    await c.holds('REMOVED-066', () => refuse({ signerName: undefined }));
    await c.holds('REMOVED-067', async () => {
      for (const usages of [undefined, []]) await refuse({ usages });
    });
    await c.holds('REMOVED-068', () => refuse({ signerName: c.vendor.fill('{label}/legacy-unknown') }));
    await c.holds('REMOVED-069', () => refuse({ usages: ['client auth', 'client auth'] }));
    await c.holds('REMOVED-070', () => refuse({ usages: ['client auth', 'flying'] }));
  },
} satisfies Case;
