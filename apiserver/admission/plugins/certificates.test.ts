import t from 'tap';
import { createRequest } from '../../../shared/certificates/request.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import type { Authorizer } from '../../authorization/contract/authorizer.ts';
import { admit, testWrite } from '../../../fixtures/apiserver/admission-write.fixture.ts';
import { certificateApproval, certificateSigning, certificateSubjectRestriction } from './certificates.ts';

function allowing(verb: string, name: string): Authorizer {
  return {
    name: 'x',
    authorize: async (asked) => {
      const right =
        asked.kind === 'resource' && asked.resource === 'signers' && asked.verb === verb && asked.name === name;
      return { outcome: right ? 'allow' : 'no-opinion', reason: '' };
    },
    rulesFor: async () => ({ rules: [], incomplete: false }),
  };
}

const request = (spec: object, status: object = {}): ApiObject => ({
  apiVersion: 'x/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name: 'c' },
  spec,
  status,
});

for (const id of vendorIds) {
  const vendor = vendorOf(id);
  const at = { group: vendor.fill('certificates.{api}'), namespace: '' };

  t.test(`approving needs the right for the signer or its domain, with ${id}`, async (t) => {
    const object = request({ signerName: 'example.com/a' });
    const write = () =>
      testWrite('UPDATE', 'certificatesigningrequests', { ...at, subresource: 'approval', object, oldObject: object });
    const with_ = (name: string) => admit(certificateApproval(vendor, allowing('approve', name)), write());
    t.equal(await with_('example.com/a'), undefined);
    t.equal(await with_('example.com/*'), undefined);
    t.match(
      (await with_('example.com/b'))?.message,
      /not permitted to approve requests with signerName "example.com\/a"/,
    );
  });

  t.test(`signing needs its right only when the certificate or conditions change, with ${id}`, async (t) => {
    const oldObject = request({ signerName: 'example.com/a' });
    const write = (object: ApiObject) =>
      testWrite('UPDATE', 'certificatesigningrequests', { ...at, subresource: 'status', object, oldObject });
    const plugin = certificateSigning(vendor, allowing('sign', 'other'));
    t.equal(await admit(plugin, write(oldObject)), undefined);
    const signed = request({ signerName: 'example.com/a' }, { certificate: 'x' });
    t.match((await admit(plugin, write(signed)))?.message, /not permitted to sign/);
  });

  t.test(`no client certificate is asked for system:masters, with ${id}`, async (t) => {
    const signerName = vendor.fill('{label}/{short}-apiserver-client');
    const write = (organizations: string[], text?: string) => {
      const pem = text ?? createRequest({ commonName: 'x', organizations }).requestPem;
      const spec = { signerName, request: Buffer.from(pem).toString('base64') };
      return testWrite('CREATE', 'certificatesigningrequests', { ...at, object: request(spec) });
    };
    const plugin = certificateSubjectRestriction(vendor);
    t.equal(await admit(plugin, write(['devs'])), undefined);
    t.match(
      (await admit(plugin, write(['devs', 'system:masters'])))?.message,
      /with system:masters group is not allowed/,
    );
    t.match((await admit(plugin, write([], 'rubbish')))?.message, /unable to parse certificate request/);
  });
}
