import { expectPattern } from '../../wire/expect/object.ts';
import { expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'anonymous-identity',
  title: 'A request without credentials MUST be treated as anonymous, with only the permissions bound to that user.',
  requirements: ['AUTHN-003', 'AUTHN-054', 'AUTHN-063', 'AUTHN-069', 'REVIEW-007'],
  needs: ['anonymous'],
  async run(c) {
    const open = await c.anonymous.get('/healthz');
    expectOk(open);
    const refused = await c.anonymous.get('/api/v1/namespaces/default/secrets');
    expectFailure(refused, 403, 'Forbidden');
    expectPattern(refused, 'message', /system:anonymous/);
    const groupVersion = c.vendor.fill('authentication.{api}/v1');
    expectStatus(
      await c.anonymous.post(`/apis/${groupVersion}/selfsubjectreviews`, {
        apiVersion: groupVersion,
        kind: 'SelfSubjectReview',
      }),
      401,
      403,
    );
  },
} satisfies Case;
