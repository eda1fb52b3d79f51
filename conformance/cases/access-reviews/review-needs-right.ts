import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import type { Case, CaseContext } from '../../contract/case.ts';

export default {
  id: 'review-needs-right',
  title: 'Reviewing the access of others SHOULD need a separate permission.',
  requirements: ['REVIEW-033'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('authorization.{api}/v1');
    const body = {
      apiVersion: groupVersion,
      kind: 'SubjectAccessReview',
      spec: { user: 'x', resourceAttributes: { verb: 'get', resource: 'pods' } },
    };
    const caller = c.as(c.unique('user'), 'system:authenticated');
    const { namespace } = c;
    const attributes = { ...body.spec.resourceAttributes, namespace };
    const local = { ...body, kind: 'LocalSubjectAccessReview', spec: { ...body.spec, resourceAttributes: attributes } };
    const own = { ...body, kind: 'SelfSubjectAccessReview', spec: { resourceAttributes: attributes } };
    const post = (on: CaseContext['wire'], collection: string, review: object) =>
      on.post(`/apis/${groupVersion}/${collection}`, review);
    const localCollection = `namespaces/${namespace}/localsubjectaccessreviews`;
    expectFailure(await post(caller, 'subjectaccessreviews', body), 403, 'Forbidden');
    expectFailure(await post(caller, localCollection, local), 403, 'Forbidden');
    // A self review needs no permission.
    expectCreated(await post(caller, 'selfsubjectaccessreviews', own));
    expectCreated(await post(c.wire, localCollection, local));
  },
} satisfies Case;
