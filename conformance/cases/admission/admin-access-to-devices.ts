import type { Case } from '../../contract/case.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';

export default {
  id: 'admin-access-to-devices',
  title:
    'A claim or a template of claims MUST ask for devices that others use only in a namespace whose label allows that.',
  requirements: ['ADM-012'],
  needs: ['namespace'],
  async run(c) {
    const apiVersion = c.vendor.fill('resource.{api}/v1');
    const claim = (adminAccess: boolean | undefined) => ({
      devices: {
        requests: [
          { name: 'one', exactly: { deviceClassName: 'c.example' } },
          { name: 'two', exactly: { deviceClassName: 'c.example', adminAccess } },
        ],
      },
    });
    const forms = [
      { kind: 'ResourceClaim', at: 'spec', specOf: (adminAccess?: boolean) => claim(adminAccess) },
      {
        kind: 'ResourceClaimTemplate',
        at: 'spec.spec',
        specOf: (adminAccess?: boolean) => ({ spec: claim(adminAccess) }),
      },
    ];
    const post = ({ kind, specOf }: (typeof forms)[number], adminAccess?: boolean) => {
      const { collection } = c.resource(apiVersion, `${kind.toLowerCase()}s`);
      const metadata = { name: 'claiming' };
      return c.wire.post(`${collection}?dryRun=All`, { apiVersion, kind, metadata, spec: specOf(adminAccess) });
    };
    for (const form of forms) {
      for (const harmless of [undefined, false]) expectCreated(await post(form, harmless));
      expectFailure(await post(form, true), 422, 'Invalid');
    }
    const allow = async (value: string) => {
      const labels = { [c.vendor.fill('resource.{label}/admin-access')]: value };
      expectOk(await c.wire.patch(`/api/v1/namespaces/${c.namespace}`, 'merge', { metadata: { labels } }));
    };
    await allow('yes');
    for (const form of forms) expectFailure(await post(form, true), 422, 'Invalid');
    await allow('true');
    for (const form of forms) {
      await c.eventually(async () => {
        const made = await post(form, true);
        expectCreated(made);
        expectField(made, `${form.at}.devices.requests.1.exactly.adminAccess`, true);
      });
    }
  },
} satisfies Case;
