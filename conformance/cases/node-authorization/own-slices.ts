import { createObject } from '../../fixtures/created-objects.ts';
import { resourceSlice } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectNames } from '../../wire/expect/list.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

export default {
  id: 'own-slices',
  title: 'An agent MAY use resource slices of its node, by name and by selector, and MUST NOT use any other.',
  requirements: ['NODEAUTHZ-011', 'NODEAUTHZ-032'],
  needs: ['namespace', 'node-authorizer'],
  async run(c) {
    const [own, other] = [c.unique('own'), c.unique('other')];
    const slices = c.clusterResource('resource.{api}/v1', 'resourceslices');
    for (const name of [own, other]) {
      c.removeLater(slices.item(name));
      await createObject(c, slices.collection, resourceSlice(c.vendor, name, name));
    }
    const agent = c.as(`system:node:${own}`, 'system:nodes');
    const ofNode = (text: string) => ({ query: { fieldSelector: text } });
    await c.holds('NODEAUTHZ-011', async () => {
      await c.eventually(async () => expectOk(await agent.get(slices.item(own))));
      await c.eventually(async () =>
        expectNames(await agent.get(slices.collection, ofNode(`spec.nodeName=${own}`)), [own]),
      );
      expectOk(await agent.patch(slices.item(own), 'merge', { metadata: { labels: { a: 'b' } } }));
    });
    await c.holds('NODEAUTHZ-011', async () => {
      const ofOwn = { timeoutSeconds: '1', fieldSelector: `spec.nodeName=${own}` };
      const stream = await agent.watch(slices.collection, ofOwn);
      stream.close();
      expectEqual('status of a watch of the own slices', stream.status, 200);
    });
    await c.holds(['NODEAUTHZ-011', 'NODEAUTHZ-032'], async () => {
      for (const answer of [
        await agent.get(slices.item(other)),
        await agent.patch(slices.item(other), 'merge', { metadata: { labels: { a: 'b' } } }),
        await agent.delete(slices.item(other)),
      ]) {
        expectStatus(answer, 403);
      }
      for (const text of ['', `spec.nodeName=${other}`, `spec.nodeName!=${own}`, `metadata.name=${other}`]) {
        const options = text === '' ? {} : ofNode(text);
        expectStatus(await agent.get(slices.collection, options), 403);
        expectStatus(await agent.delete(slices.collection, undefined, options), 403);
        const selecting = text === '' ? {} : { fieldSelector: text };
        const stream = await agent.watch(slices.collection, { timeoutSeconds: '1', ...selecting });
        stream.close();
        expectEqual(`status of a watch with ${text}`, stream.status, 403);
      }
    });
    await c.holds('NODEAUTHZ-011', async () => {
      expectDeleted(await agent.delete(slices.collection, undefined, ofNode(`spec.nodeName=${own}`)));
      await c.eventually(async () => expectStatus(await c.wire.get(slices.item(own)), 404));
      expectOk(await c.wire.get(slices.item(other)));
    });
  },
} satisfies Case;
