import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
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
    // Who asks is told by the service, whatever the request says.
    const claimed = { username: 'claimed', uid: 'claimed', groups: ['claimed'], extra: { claimed: ['claimed'] } };
    const accepted = manifest(claimed);
    c.removeLater(requests.item(accepted.metadata.name));
    await c.holds('REMOVED-065', async () => {
      await createObject(c, requests.collection, accepted);
      const read = await c.wire.get(requests.item(accepted.metadata.name));
      expectOk(read);
      expectField(read, 'apiVersion', groupVersion);
      expectField(read, 'kind', 'CertificateSigningRequest');
      const { username, uid, groups, extra } = fieldOf(read, 'spec') as Readonly<Record<string, unknown>>;
      const told = JSON.stringify([username, uid, groups, extra]);
      expectThat('the caller of the request', !told.includes('claimed'), 'nothing that it claims', told);
    });
    await c.holds('REMOVED-065', async () => {
      // Nor does a caller add to what is known of it.
      const caller = c.as(c.unique('user'), 'system:masters');
      const other = manifest(claimed);
      c.removeLater(requests.item(other.metadata.name));
      const { spec } = (await caller.post(requests.collection, other)).json() as { readonly spec: object };
      expectThat(
        'the caller of the request',
        !JSON.stringify(spec).includes('claimed'),
        'nothing that it claims',
        spec,
      );
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
