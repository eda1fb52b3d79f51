import type { Case } from '../../contract/case.ts';
import { clientAuthority } from '../../fixtures/client-certificates.ts';
import { grantEverywhere } from '../../fixtures/grants.ts';
import { createSigningRequest, mastersPem, plainPem } from '../../fixtures/signing/signing-request.ts';
import { expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';

export default {
  id: 'rights-of-signers',
  title:
    'Approving or signing a request MUST require the right for its signer or all of its domain, and requests for `system:masters` MUST be refused.',
  requirements: ['ADM-012'],
  needs: ['rbac', 'impersonation'],
  async run(c) {
    const group = c.vendor.fill('certificates.{api}');
    const may = async (verb: string, ...signers: readonly string[]) => {
      const user = c.unique(verb);
      const rules = [
        {
          apiGroups: [group],
          resources: [
            'certificatesigningrequests',
            'certificatesigningrequests/approval',
            'certificatesigningrequests/status',
          ],
          verbs: ['get', 'update', 'patch'],
        },
        { apiGroups: [group], resources: ['signers'], resourceNames: signers, verbs: [verb] },
      ];
      await grantEverywhere(c, user, ...rules);
      const caller = c.as(user, 'system:authenticated');
      await c.eventually(async () => expectOk(await caller.get(`${path}?a=${user}`)));
      return caller;
    };
    const { path } = await createSigningRequest(c);
    const condition = (type: string) => ({
      status: { conditions: [{ type, status: 'True', reason: 'Tested', message: 'm' }] },
    });
    const refused = (response: Exchange, what: string) => {
      expectFailure(response, 403, 'Forbidden');
      const text = `user not permitted to ${what} requests with signerName "conformance.example/signer"$`;
      expectPattern(response, 'message', new RegExp(text));
    };
    const others = ['conformance.example', 'conformance.example/signers', 'example/*', '*'];
    const approval = `${path}/approval?dryRun=All`;
    const status = `${path}/status?dryRun=All`;
    const signing = { status: { certificate: Buffer.from(clientAuthority).toString('base64') } };
    await c.holds('ADM-012', async () => {
      const stranger = await may('approve', ...others);
      refused(await stranger.patch(approval, 'merge', condition('Approved')), 'approve');
      refused(await stranger.patch(approval, 'merge', condition('Denied')), 'approve');
      const [one, all] = [
        await may('approve', 'conformance.example/signer'),
        await may('approve', 'conformance.example/*'),
      ];
      for (const caller of [one, all]) expectOk(await caller.patch(approval, 'merge', condition('Approved')));
      // The right to approve is none to sign.
      refused(await one.patch(status, 'merge', signing), 'sign');
      refused(await one.patch(status, 'merge', condition('Failed')), 'sign');
      const signer = await may('sign', 'conformance.example/*');
      expectOk(await signer.patch(status, 'merge', condition('Failed')));
      refused(await signer.patch(approval, 'merge', condition('Approved')), 'approve');
    });
    await c.holds('ADM-012', async () => {
      const apiVersion = `${group}/v1`;
      const ask = (request: string, signerName: string) =>
        c.wire.post(`${c.clusterResource(apiVersion, 'certificatesigningrequests').collection}?dryRun=All`, {
          apiVersion,
          kind: 'CertificateSigningRequest',
          metadata: { name: c.unique('csr') },
          spec: { request: Buffer.from(request).toString('base64'), signerName, usages: ['client auth'] },
        });
      const clients = c.vendor.fill('{label}/{short}-apiserver-client');
      const masters = await ask(mastersPem, clients);
      expectFailure(masters, 403, 'Forbidden');
      expectPattern(masters, 'message', /signer with system:masters group is not allowed$/);
      expectCreated(await ask(plainPem, clients));
      expectCreated(await ask(mastersPem, 'conformance.example/signer'));
    });
  },
} satisfies Case;
