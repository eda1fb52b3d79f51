import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'reason-of-an-allowance',
  title: 'The reason of an access review MUST be a string when it is present.',
  requirements: ['REVIEW-018'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('authorization.{api}/v1');
    const user = c.unique('user');
    await c.grant(user, { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] });
    const spec = { user, resourceAttributes: { verb: 'get', resource: 'configmaps', namespace: c.namespace } };
    await c.eventually(async () => {
      const answer = await c.wire.post(`/apis/${groupVersion}/subjectaccessreviews`, {
        apiVersion: groupVersion,
        kind: 'SubjectAccessReview',
        spec,
      });
      expectField(answer, 'status.allowed', true);
      expectThat(
        'type of status.reason',
        ['string', 'undefined'].includes(typeof fieldOf(answer, 'status.reason')),
        'text',
        fieldOf(answer, 'status'),
      );
    });
  },
} satisfies Case;
