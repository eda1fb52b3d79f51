import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { node, pod, serviceAccount } from '../../fixtures/manifests.ts';
import { selfReview } from '../../fixtures/self-review.ts';
import type { Case } from '../../contract/case.ts';
import { expectField, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'tokens-tell-their-pod',
  title: 'A review of the token of a pod MUST tell its account, the pod and the node of the pod.',
  requirements: ['AUTHN-002', 'AUTHN-008', 'REVIEW-002'],
  needs: ['namespace'],
  async run(c) {
    const nodes = c.clusterResource('v1', 'nodes');
    const name = c.unique('node');
    c.removeLater(nodes.item(name));
    const nodeUid = expectText(await createObject(c, nodes.collection, node(name)), 'metadata.uid');
    const accounts = c.resource('v1', 'serviceaccounts');
    const account = expectText(await createObject(c, accounts.collection, serviceAccount('robot')), 'metadata.uid');
    const made = await createPod(c, pod('told', { serviceAccountName: 'robot', nodeName: name }));
    const uid = expectText(made, 'metadata.uid');
    const apiVersion = c.vendor.fill('authentication.{api}/v1');
    const spec = { boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'told', uid } };
    const tokenFor = (bound: object) =>
      c.eventually(async () => {
        const asked = { apiVersion, kind: 'TokenRequest', spec: bound };
        const answer = await c.wire.post(accounts.item('robot', 'token'), asked);
        expectCreated(answer);
        return expectText(answer, 'status.token');
      });
    const ofNode = { boundObjectRef: { apiVersion: 'v1', kind: 'Node', name, uid: nodeUid } };
    const [token, unused, other] = [await tokenFor(spec), await tokenFor(spec), await tokenFor(ofNode)];
    const fresh = await tokenFor(spec);
    const reviews = c.clusterResource(apiVersion, 'tokenreviews').collection;
    const review = (of: string) => c.wire.post(reviews, { apiVersion, kind: 'TokenReview', spec: { token: of } });
    const answer = await c.eventually(async () => {
      const good = await review(token);
      expectCreated(good);
      expectField(good, 'status.authenticated', true);
      return good;
    });
    await c.holds('AUTHN-008', async () => {
      expectField(answer, 'status.user.username', `system:serviceaccount:${c.namespace}:robot`);
      const extra = (fieldOf(answer, 'status.user.extra') ?? {}) as Readonly<Record<string, readonly string[]>>;
      const told = ['pod-name', 'pod-uid', 'node-name', 'node-uid'].map(
        (key) => extra[c.vendor.fill(`authentication.{label}/${key}`)],
      );
      expectEqual('what the token tells', told, [['told'], [uid], [name], [nodeUid]]);
    });
    await c.holds(['AUTHN-002', 'REVIEW-002'], async () => {
      const self = await selfReview(c.withToken(unused), c.vendor);
      expectCreated(self);
      const { extra, ...user } = fieldOf(self, 'status.userInfo') as {
        readonly extra?: Readonly<Record<string, unknown>>;
      };
      const accountGroups = ['system:serviceaccounts', `system:serviceaccounts:${c.namespace}`];
      expectEqual('user of the token', user, {
        username: `system:serviceaccount:${c.namespace}:robot`,
        uid: account,
        groups: [...accountGroups, 'system:authenticated'],
      });
      const key = (name: string) => c.vendor.fill(`authentication.{label}/${name}`);
      expectEqual(
        'extra of the token',
        { ...extra, [key('credential-id')]: [] },
        {
          [key('credential-id')]: [],
          [key('pod-name')]: ['told'],
          [key('pod-uid')]: [uid],
          [key('node-name')]: [name],
          [key('node-uid')]: [nodeUid],
        },
      );
    });
    // The node is only told: the token of the pod does not end with it, as one of the node itself does.
    expectDeleted(await c.wire.delete(nodes.item(name)));
    await c.eventually(async () => {
      const gone = fieldOf(await review(other), 'status.authenticated');
      expectThat('authenticated by a token of a node that is gone', gone !== true, 'nothing or false', gone);
    });
    // Servers may remember for a while whose a token is that they have seen.
    expectField(await review(fresh), 'status.authenticated', true);
  },
} satisfies Case;
