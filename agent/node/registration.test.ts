// The Node object that an agent makes, and what it changes on one that is there.

import t from 'tap';
import { nextNodeStatus } from './node-status.ts';
import { newNode, type NodeIdentity, ownedAnnotations, ownedLabels, reconciled } from './registration.ts';
import { sampleInput } from '../../fixtures/agent/host.fixture.ts';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';

const identity: NodeIdentity = { name: 'n1', hostName: 'host', architecture: 'arm64', labels: {}, taints: [] };
const status = nextNodeStatus(sampleInput);

for (const id of vendorIds) {
  const vendor = vendorOf(id);
  const made = (change: Partial<NodeIdentity> = {}) => newNode({ ...identity, ...change }, status, vendor);
  const attached = { [vendor.fill('volumes.{label}/controller-managed-attach-detach')]: 'true' };
  const labels = {
    [vendor.fill('{label}/hostname')]: 'host',
    [vendor.fill('{label}/os')]: 'linux',
    [vendor.fill('{label}/arch')]: 'arm64',
    [vendor.fill('beta.{label}/os')]: 'linux',
    [vendor.fill('beta.{label}/arch')]: 'arm64',
  };
  const provided = vendor.fill('alpha.{label}/provided-node-ip');
  const uninitialized = {
    key: vendor.fill('node.cloudprovider.{label}/uninitialized'),
    value: 'true',
    effect: 'NoSchedule',
  };
  const closed = { key: vendor.fill('node.{label}/unschedulable'), effect: 'NoSchedule' };

  t.test(`a new node has its labels and status, and else only what was configured, with ${id}`, async (t) => {
    t.strictSame(made(), {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n1', labels, annotations: attached },
      spec: {},
      status,
    });
  });

  t.test(`labels, taints and the provider of the host are on the new node, with ${id}`, async (t) => {
    const taints = [{ key: 'dedicated', value: 'x', effect: 'NoExecute' as const }];
    const node = made({ labels: { zone: 'a', [vendor.fill('{label}/arch')]: 'other' }, taints, providerId: 'p://1' });
    t.strictSame(node.metadata.labels, { ...labels, zone: 'a', [vendor.fill('{label}/arch')]: 'other' });
    t.strictSame(node.spec, { providerID: 'p://1', taints });
  });

  t.test(`a node that is closed, or waits for its cloud, is tainted once, with ${id}`, async (t) => {
    t.strictSame(made({ schedulable: false }).spec, { unschedulable: true, taints: [closed] });
    t.strictSame(made({ schedulable: true }).spec, {});
    const waiting = made({ cloud: { nodeIps: [] } });
    t.strictSame(waiting.spec, { taints: [uninitialized] });
    t.strictSame(waiting.metadata.annotations, attached, 'no addresses, no annotation');
    const addressed = made({ cloud: { nodeIps: ['192.0.2.1', '2001:db8::1'] } });
    t.strictSame(addressed.metadata.annotations, { ...attached, [provided]: '192.0.2.1,2001:db8::1' });
    const given = { key: closed.key, value: 'mine', effect: 'NoExecute' as const };
    const both = made({ schedulable: false, cloud: { nodeIps: [] }, taints: [given] });
    t.strictSame(both.spec?.taints, [closed, uninitialized], "the agent's own goes before one that was configured");
  });

  t.test(
    `an existing node keeps what others added, and loses what is the agent's and unwanted, with ${id}`,
    async (t) => {
      t.strictSame(ownedAnnotations(vendor), [provided]);
      const annotations = { theirs: 'x', [provided]: '192.0.2.9' };
      const existing = { ...made(), metadata: { name: 'n1', uid: 'u', labels: { theirs: 'y' }, annotations } };
      t.strictSame(reconciled(existing, made(), { annotations: ownedAnnotations(vendor) }).metadata, {
        name: 'n1',
        uid: 'u',
        labels: { theirs: 'y', ...labels },
        annotations: { theirs: 'x', ...attached },
      });
      t.strictSame(reconciled(existing, made()).metadata.annotations, { ...annotations, ...attached });
      const wanted = made({ cloud: { nodeIps: ['192.0.2.1'] } });
      const next = reconciled(existing, wanted, { annotations: ownedAnnotations(vendor) }).metadata.annotations;
      t.strictSame(next, { theirs: 'x', ...attached, [provided]: '192.0.2.1' });
      t.strictSame(reconciled({ ...existing, metadata: { name: 'n1' } }, made()).metadata.labels, labels);
      const wrong = { name: 'n1', labels: { ...labels, [vendor.fill('{label}/hostname')]: 'other' } };
      t.strictSame(reconciled({ ...existing, metadata: wrong }, made()).metadata.labels, labels, 'corrected');
    },
  );

  t.test(`of the configured labels an existing node gets those of its place alone, with ${id}`, async (t) => {
    const place = { [vendor.fill('topology.{label}/zone')]: 'a', [vendor.fill('node.{label}/instance-type')]: 'big' };
    const wanted = made({ labels: { ...place, tier: 'gold', team: 'blue' } });
    const existing = { ...made(), metadata: { name: 'n1', labels: { ...labels, tier: 'by-hand' } } };
    const next = reconciled(existing, wanted, { labels: ownedLabels(vendor) });
    t.strictSame(next.metadata.labels, { ...labels, ...place, tier: 'by-hand' });
  });
}
