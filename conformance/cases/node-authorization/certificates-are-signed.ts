import { X509Certificate } from 'node:crypto';
import type { Case, CaseContext } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { plain } from '../../fixtures/launches.ts';
import { binding } from '../../fixtures/manifests.ts';
import {
  joiningNode,
  nodeOfTwoGroups,
  nodeRequest,
  requestKey,
  servingRequest,
  userRequest,
} from '../../fixtures/signing/node-requests.ts';
import { selfReview } from '../../fixtures/self-review.ts';
import { expectAbsent, expectField, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Wire } from '../../wire/exchange/wire.ts';

/** Seconds. */
const day = 86_400;
const clientUsages = ['digital signature', 'client auth'];

export default {
  id: 'certificates-are-signed',
  title: 'Permitted nodes MUST get certificates; others MUST wait for approval; signers MUST refuse foreign requests.',
  requirements: ['NODEAUTHZ-017'],
  needs: ['namespace', 'impersonation', 'rbac'],
  // The TLS handshake presents a client certificate to the server itself, so no proxy may stand in between.
  launch: plain,
  async run(c) {
    const signer = c.vendor.fill('{label}/{short}-apiserver-client-kubelet');
    const [joining, waiting] = [c.unique('joining'), c.unique('waiting')];
    await allow(c, 'User', joining, c.vendor.fill('system:certificates.{api}:certificatesigningrequests:nodeclient'));
    for (const user of [joining, waiting]) await allow(c, 'User', user, 'system:node-bootstrapper');
    const unapproved = await ask(c, c.as(waiting), { request: nodeRequest, signer });
    const odd = await ask(c, c.as(joining), { request: nodeRequest, signer, usages: ['client auth'] });
    const named = await ask(c, c.as(joining), { request: servingRequest, signer });
    const stranger = await ask(c, c.as(joining), { request: userRequest, signer });
    const grouped = await ask(c, c.as(joining), { request: nodeOfTwoGroups, signer });
    const [foreign, undone] = await waitingRequests(c, signer);
    const own = await ask(c, c.as(joining), { request: nodeRequest, signer, expirationSeconds: 3600 });
    const certificate = await signed(c, own);
    expectField(await c.wire.get(own), 'status.conditions.0.type', 'Approved');
    expectField(await c.wire.get(own), 'status.conditions.0.reason', 'AutoApproved');
    const { subject, validTo } = new X509Certificate(certificate);
    expectEqual('subject', subject.split('\n').sort(), [`CN=system:node:${joiningNode}`, 'O=system:nodes']);
    const left = Date.parse(validTo) - Date.parse((await c.wire.get(own)).header('date') ?? '');
    expectThat('milliseconds of the certificate', left <= 3_600_000, 'an hour at most', left);
    const node = c.withCertificate({ certificate, key: requestKey });
    const review = await selfReview(node, c.vendor);
    expectField(review, 'status.userInfo.username', `system:node:${joiningNode}`);
    expectEqual('groups', fieldOf(review, 'status.userInfo.groups'), ['system:nodes', 'system:authenticated']);
    // A node may renew its own certificate when its group has the permission.
    await allow(
      c,
      'Group',
      'system:nodes',
      c.vendor.fill('system:certificates.{api}:certificatesigningrequests:selfnodeclient'),
    );
    await signed(c, await ask(c, node, { request: nodeRequest, signer }));
    expectField(await c.wire.get(undone), 'status.conditions.0.type', 'Denied');
    expectAbsent(await c.wire.get(undone), 'status.conditions.1');
    for (const path of [unapproved, odd, named, stranger, grouped, foreign]) {
      const request = await c.wire.get(path);
      expectAbsent(request, 'status.conditions');
      expectAbsent(request, 'status.certificate');
    }
    await approved(c);
  },
} satisfies Case;

/**
 * Two requests that are never approved: of a user who may renew an own certificate, for the certificate of another; and one that was
 * denied before its user got the right.
 */
async function waitingRequests(c: CaseContext, signer: string): Promise<readonly [string, string]> {
  const role = (name: string) => c.vendor.fill(`system:certificates.{api}:certificatesigningrequests:${name}`);
  const [renewing, late] = [c.unique('renewing'), c.unique('late')];
  for (const user of [renewing, late]) await allow(c, 'User', user, 'system:node-bootstrapper');
  await allow(c, 'User', renewing, role('selfnodeclient'));
  const foreign = await ask(c, c.as(renewing), { request: nodeRequest, signer });
  const denied = await ask(c, c.as(late), { request: nodeRequest, signer });
  await decide(c, denied, 'Denied');
  await allow(c, 'User', late, role('nodeclient'));
  // A change makes controllers look at it again.
  expectOk(await c.wire.patch(denied, 'merge', { metadata: { labels: { looked: 'again' } } }));
  return [foreign, denied];
}

/** An approved request is signed if its signer signs this kind of certificate; a denied request is never signed. */
async function approved(c: CaseContext): Promise<void> {
  const kubelet = c.vendor.fill('{label}/{short}-apiserver-client-kubelet');
  const serving = c.vendor.fill('{label}/kubelet-serving');
  const client = c.vendor.fill('{label}/{short}-apiserver-client');
  const servingUsages = ['digital signature', 'server auth'];
  const denied = await ask(c, c.wire, { request: userRequest, signer: client });
  await decide(c, denied, 'Denied');
  const refused = [
    { request: userRequest, signer: kubelet },
    { request: servingRequest, signer: kubelet },
    { request: nodeRequest, signer: kubelet, usages: servingUsages },
    { request: nodeRequest, signer: serving, usages: servingUsages },
    { request: servingRequest, signer: serving, usages: clientUsages },
    { request: userRequest, signer: client, usages: servingUsages },
    { request: userRequest, signer: client, usages: [...clientUsages, 'server auth'] },
    { request: nodeOfTwoGroups, signer: kubelet },
  ];
  for (const asked of refused) {
    const path = await ask(c, c.wire, asked);
    await decide(c, path, 'Approved');
    await c.eventually(async () => {
      const request = await c.wire.get(path);
      expectField(request, 'status.conditions.1.type', 'Failed');
      expectField(request, 'status.conditions.1.reason', 'SignerValidationFailure');
      expectAbsent(request, 'status.certificate');
    });
  }
  const hosts = await ask(c, c.wire, { request: servingRequest, signer: serving, usages: servingUsages });
  await decide(c, hosts, 'Approved');
  const { subjectAltName, keyUsage } = new X509Certificate(await signed(c, hosts));
  expectEqual('names of the certificate', subjectAltName, 'DNS:joining.example, IP Address:10.1.2.3');
  expectEqual('extended usages', keyUsage, ['1.3.6.1.5.5.7.3.1']);
  const user = await ask(c, c.wire, { request: userRequest, signer: client, expirationSeconds: 10 * 365 * day });
  await decide(c, user, 'Approved');
  const certificate = await signed(c, user);
  const days = (Date.parse(new X509Certificate(certificate).validTo) - c.clock.now()) / 1000 / day;
  expectThat('days of a certificate', days < 366, 'a year at most, as servers sign by default', days);
  const review = await selfReview(c.withCertificate({ certificate, key: requestKey }), c.vendor);
  expectField(review, 'status.userInfo.username', 'jane');
  // A signer name without a signer: nothing is signed.
  const foreign = await ask(c, c.wire, { request: userRequest, signer: 'conformance.example/signer' });
  await decide(c, foreign, 'Approved');
  await signed(c, await approvedUser(c, client));
  for (const path of [denied, foreign]) expectAbsent(await c.wire.get(path), 'status.certificate');
}

async function approvedUser(c: CaseContext, signer: string): Promise<string> {
  const path = await ask(c, c.wire, { request: userRequest, signer });
  await decide(c, path, 'Approved');
  return path;
}

interface Asked {
  readonly request: string;
  readonly signer: string;
  readonly usages?: readonly string[];
  readonly expirationSeconds?: number;
}

/** Creates a signing request and returns its path. */
async function ask(c: CaseContext, caller: Wire, asked: Asked): Promise<string> {
  const apiVersion = c.vendor.fill('certificates.{api}/v1');
  const requests = c.clusterResource(apiVersion, 'certificatesigningrequests');
  const { request, signer, usages = clientUsages, expirationSeconds } = asked;
  const name = await c.eventually(async () => {
    const created = await caller.post(requests.collection, {
      apiVersion,
      kind: 'CertificateSigningRequest',
      metadata: { generateName: 'conformance-' },
      spec: { request: Buffer.from(request).toString('base64'), signerName: signer, usages, expirationSeconds },
    });
    expectCreated(created);
    return expectText(created, 'metadata.name');
  });
  c.removeLater(requests.item(name));
  return requests.item(name);
}

async function decide(c: CaseContext, path: string, type: 'Approved' | 'Denied'): Promise<void> {
  const conditions = [{ type, status: 'True', reason: 'ByTheCase', message: 'For the test.' }];
  // A controller that looks at the request too may have written it in between.
  for (let left = 3; ; left -= 1) {
    const found = await c.wire.get(path);
    expectOk(found);
    const written = await c.wire.put(`${path}/approval`, { ...(found.json() as object), status: { conditions } });
    if (written.status === 409 && left > 0) continue;
    return expectOk(written);
  }
}

/** Waits until the request has a certificate and returns it. */
async function signed(c: CaseContext, path: string): Promise<string> {
  return c.eventually(async () =>
    Buffer.from(expectText(await c.wire.get(path), 'status.certificate'), 'base64').toString('utf8'),
  );
}

async function allow(c: CaseContext, kind: 'User' | 'Group', name: string, role: string): Promise<void> {
  const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
  const bindings = c.clusterResource(groupVersion, 'clusterrolebindings');
  const apiGroup = c.vendor.fill('rbac.authorization.{api}');
  const created = await createObject(c, bindings.collection, {
    ...binding(groupVersion, 'ClusterRoleBinding', '', name, { kind: 'ClusterRole', name: role }),
    metadata: { generateName: 'conformance-' },
    subjects: [{ kind, name, apiGroup }],
  });
  c.removeLater(bindings.item(expectText(created, 'metadata.name')));
}
