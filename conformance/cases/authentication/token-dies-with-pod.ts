import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { pod, serviceAccount } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectText } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectOk, expectRefused, expectStatus } from '../../wire/expect/status.ts';

export default {
  id: 'token-dies-with-pod',
  title: 'A token bound to a pod or a node MUST be valid while that exists, and be answered 401 afterwards.',
  requirements: ['AUTHN-058'],
  needs: ['namespace'],
  async run(c) {
    const accounts = c.resource('v1', 'serviceaccounts');
    const pods = c.resource('v1', 'pods');
    await createObject(c, accounts.collection, serviceAccount('robot'));
    const makePod = () => createPod(c, pod('p', { serviceAccountName: 'robot' }));
    const uid = expectText(await makePod(), 'metadata.uid');
    const apiVersion = c.vendor.fill('authentication.{api}/v1');
    const ask = (reference: object) => {
      const boundObjectRef = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid, ...reference };
      return c.wire.post(accounts.item('robot', 'token'), {
        apiVersion,
        kind: 'TokenRequest',
        spec: { boundObjectRef },
      });
    };
    expectRefused(await ask({ uid: 'of-another' }));
    expectRefused(await ask({ name: 'absent' }));
    const token = expectText(await ask({}), 'status.token');
    const bearer = c.withToken(token);
    expectOk(await bearer.get('/api'));
    expectDeleted(await c.wire.delete(pods.item('p'), { gracePeriodSeconds: 0 }));
    await c.holds('AUTHN-058', async () => {
      await c.eventually(async () => expectStatus(await bearer.get('/api'), 401));
      // A new pod with the same name is another pod.
      await makePod();
      expectStatus(await bearer.get('/api'), 401);
    });
    const name = c.unique('node');
    const nodes = c.clusterResource('v1', 'nodes');
    c.removeLater(nodes.item(name));
    const makeNode = () => createObject(c, nodes.collection, { apiVersion: 'v1', kind: 'Node', metadata: { name } });
    const node = expectText(await makeNode(), 'metadata.uid');
    expectRefused(await ask({ kind: 'Node', name, uid: 'of-another' }));
    const ofNode = await ask({ kind: 'Node', name, uid: node });
    expectCreated(ofNode);
    const caller = c.withToken(expectText(ofNode, 'status.token'));
    expectOk(await caller.get('/api'));
    expectDeleted(await c.wire.delete(nodes.item(name)));
    await c.holds('AUTHN-058', async () => {
      await c.eventually(async () => expectStatus(await caller.get('/api'), 401));
      await makeNode();
      expectStatus(await caller.get('/api'), 401);
    });
  },
} satisfies Case;
