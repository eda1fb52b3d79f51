import { expectCreated, expectStatus } from '../../wire/expect/status.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';
import type { Case } from '../../contract/case.ts';

const resourceAttributes = { namespace: 'default', verb: 'get', resource: 'pods' };

/** What each kind of review asks. */
const reviews = {
  SubjectAccessReview: { user: 'ann', resourceAttributes },
  LocalSubjectAccessReview: { user: 'ann', resourceAttributes },
  SelfSubjectAccessReview: { resourceAttributes },
  SelfSubjectRulesReview: { namespace: 'default' },
} as const;

export default {
  id: 'gone-authorization-v1beta1',
  title:
    'Access reviews MUST be served in authorization/v1, and MUST NOT be served in the removed version authorization/v1beta1.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-061', 'VERS-089'],
  async run(c) {
    for (const [kind, spec] of Object.entries(reviews)) {
      const inNamespace = kind.startsWith('Local') ? 'namespaces/default/' : '';
      const ask = (version: string) => {
        const apiVersion = c.vendor.fill(`authorization.{api}/${version}`);
        const body = { apiVersion, kind, metadata: inNamespace === '' ? {} : { namespace: 'default' }, spec };
        return c.wire.post(`/apis/${apiVersion}/${inNamespace}${kind.toLowerCase()}s`, body);
      };
      await c.holds('VERS-089', async () => expectCreated(await ask('v1')));
      expectStatus(await ask('v1beta1'), 404);
    }
    const resources = Object.keys(reviews).map((kind) => `${kind.toLowerCase()}s`);
    await expectGone(c, ['authorization.{api}/v1beta1'], resources);
  },
} satisfies Case;
