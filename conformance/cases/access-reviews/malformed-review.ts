import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

const selectors = [
  ...['labelSelector', 'fieldSelector'].flatMap((form) =>
    [
      {},
      { requirements: [{ key: 'metadata.name', operator: 'In' }] },
      { requirements: [{ key: 'metadata.name', operator: 'NotIn', values: [] }] },
      { requirements: [{ key: 'metadata.name', operator: 'Exists', values: ['a'] }] },
      { requirements: [{ key: 'metadata.name', operator: 'DoesNotExist', values: ['a'] }] },
      { requirements: [{ key: '', operator: 'Exists' }] },
      { requirements: [{ key: 'metadata.name', operator: 'Exists' }], rawSelector: 'a=b' },
    ].map((selector) => [form, selector] as const),
  ),
  ['labelSelector', { requirements: [{ key: 'not a key', operator: 'Exists' }] }] as const,
  ['labelSelector', { requirements: [{ key: 'a', operator: 'In', values: ['not a value'] }] }] as const,
];

export default {
  id: 'malformed-review',
  title: 'A review MUST keep all of its attributes, and SHOULD be refused without a subject or without a request.',
  requirements: ['REVIEW-012', 'REVIEW-013'],
  async run(c) {
    const groupVersion = c.vendor.fill('authorization.{api}/v1');
    const path = `/apis/${groupVersion}/subjectaccessreviews`;
    const ask = (spec: object) =>
      c.wire.post(
        path,
        { apiVersion: groupVersion, kind: 'SubjectAccessReview', spec },
        { query: { fieldValidation: 'Strict' } },
      );
    const keeps = async (form: string, attributes: object) => {
      const answer = await ask({ user: 'jane', [form]: attributes });
      expectCreated(answer);
      expectField(answer, `spec.${form}`, attributes);
      expectStatus(await ask({ user: 'jane', [form]: { ...attributes, colour: 'red' } }), 400);
      for (const name of Object.keys(attributes))
        expectRefused(await ask({ user: 'jane', [form]: { ...attributes, [name]: 7 } }));
    };
    await c.holds('REVIEW-012', () =>
      keeps('resourceAttributes', {
        namespace: 'default',
        verb: 'list',
        group: 'apps',
        resource: 'deployments',
        name: 'a',
        fieldSelector: { requirements: [{ key: 'metadata.name', operator: 'In', values: ['a'] }] },
        labelSelector: { requirements: [{ key: 'app', operator: 'Exists' }] },
      }),
    );
    await c.holds('REVIEW-013', () => keeps('nonResourceAttributes', { path: '/x', verb: 'get' }));
    for (const spec of [
      { user: 'jane' },
      { resourceAttributes: { verb: 'get', resource: 'pods' } },
      {
        user: 'jane',
        resourceAttributes: { verb: 'get', resource: 'pods' },
        nonResourceAttributes: { path: '/x', verb: 'get' },
      },
      ...selectors.flatMap(([form, requirement]) => ({
        user: 'jane',
        resourceAttributes: { verb: 'list', resource: 'pods', [form]: requirement },
      })),
    ]) {
      expectRefused(await ask(spec));
    }
    // A review is no object that is kept: it has no name, and nothing is noted of it.
    const type = { apiVersion: groupVersion, kind: 'SubjectAccessReview' };
    const spec = { user: 'jane', resourceAttributes: { verb: 'get', resource: 'pods' } };
    for (const metadata of [
      { name: 'a' },
      { generateName: 'a-' },
      { labels: { a: 'b' } },
      { annotations: { a: 'b' } },
    ]) {
      expectRefused(await c.wire.post(path, { ...type, metadata, spec }));
    }
  },
} satisfies Case;
