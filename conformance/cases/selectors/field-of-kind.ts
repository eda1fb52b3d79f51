import { continueOf, expectNames } from '../../wire/expect/list.ts';
import { expectDeleted } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { pod, secret } from '../../fixtures/manifests.ts';
import { createObject, createPod } from '../../fixtures/created-objects.ts';

export default {
  id: 'field-of-kind',
  title: 'A field selector SHOULD select by the selectable fields of the kind.',
  requirements: ['LIST-023'],
  needs: ['namespace'],
  async run(c) {
    const secrets = c.resource('v1', 'secrets');
    await createObject(c, secrets.collection, secret('plain'));
    await createObject(c, secrets.collection, { ...secret('typed', { user: 'u' }), type: 'example.com/special' });
    expectNames(await c.wire.get(secrets.collection, { query: { fieldSelector: 'type=example.com/special' } }), [
      'typed',
    ]);
    const pods = c.resource('v1', 'pods');
    await createPod(c, pod('free'));
    await createPod(c, pod('bound', { nodeName: 'conformance-nowhere' }));
    await createPod(c, pod('lone'));
    expectNames(await c.wire.get(pods.collection, { query: { fieldSelector: 'spec.nodeName=conformance-nowhere' } }), [
      'bound',
    ]);
    expectNames(await c.wire.get(pods.collection, { query: { fieldSelector: 'spec.nodeName=' } }), ['free', 'lone']);
    await c.holds('LIST-023', async () => {
      const query = { fieldSelector: 'spec.nodeName=', limit: '1' };
      const chunk = await c.wire.get(pods.collection, { query });
      expectNames(chunk, ['free']);
      const next = { ...query, continue: continueOf(chunk) };
      expectNames(await c.wire.get(pods.collection, { query: next }), ['lone']);
    });
    expectDeleted(await c.wire.delete(pods.item('bound'), { gracePeriodSeconds: 0 }));
  },
} satisfies Case;
