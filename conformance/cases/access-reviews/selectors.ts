import { expectField } from '../../wire/expect/object.ts';
import { expectCreated } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'selectors',
  title: 'An access review MUST take label and field selectors as lists of requirements.',
  requirements: ['REVIEW-012', 'REVIEW-024', 'REVIEW-025'],
  needs: ['rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('authorization.{api}/v1');
    const requirements = [{ key: 'spec.nodeName', operator: 'In', values: ['n1'] }];
    const spec = {
      user: 'jane',
      resourceAttributes: {
        verb: 'list',
        resource: 'pods',
        fieldSelector: { requirements },
        labelSelector: { requirements: [{ key: 'a', operator: 'Exists' }] },
      },
    };
    const answer = await c.wire.post(`/apis/${groupVersion}/subjectaccessreviews`, {
      apiVersion: groupVersion,
      kind: 'SubjectAccessReview',
      spec,
    });
    expectCreated(answer);
    expectField(answer, 'status.allowed', false);
    // An unknown field would be dropped with a warning.
    const { fieldSelector, labelSelector } = spec.resourceAttributes;
    expectField(answer, 'spec.resourceAttributes.fieldSelector', fieldSelector);
    expectField(answer, 'spec.resourceAttributes.labelSelector', labelSelector);
  },
} satisfies Case;
