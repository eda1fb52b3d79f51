import { expectField } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'no-table-of-review',
  title: 'A review has no table: it MUST be answered 406 if Accept names only Table, and as JSON if it names JSON too.',
  requirements: ['MEDIA-008', 'MEDIA-049'],
  async run(c) {
    const reviews = c.vendor.fill('/apis/authorization.{api}/v1/selfsubjectaccessreviews');
    const review = {
      apiVersion: c.vendor.fill('authorization.{api}/v1'),
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
    };
    const table = c.vendor.fill('application/json;as=Table;g=meta.{api};v=v1');
    expectFailure(await c.wire.post(reviews, review, { accept: table }), 406, 'NotAcceptable');
    const fallback = await c.wire.post(reviews, review, { accept: `${table}, application/json` });
    expectField(fallback, 'kind', 'SelfSubjectAccessReview');
  },
} satisfies Case;
