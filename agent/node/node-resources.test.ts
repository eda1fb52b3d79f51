// What a node has and what of it pods may use (requirements NSTAT).

import t from 'tap';
import { parseThresholds } from '../host/eviction-threshold.ts';
import { sampleInput } from '../../fixtures/agent/host.fixture.ts';
import { nodeResources, type ResourceSettings } from './node-resources.ts';

const gibibyte = 2 ** 30;
const facts = {
  ...sampleInput.facts,
  cpuCores: 4,
  memoryBytes: 16 * gibibyte,
  hugePages: [{ pageSize: 2 ** 21, pages: 512 }],
};
const settings: ResourceSettings = {
  maximumPods: 110,
  podsPerCore: 0,
  systemReserved: {},
  agentReserved: {},
  evictionHard: [],
};
const resources = (changed: Partial<ResourceSettings> = {}) =>
  nodeResources(facts, 100 * gibibyte, { ...settings, ...changed });

t.test('capacity is what the host has, in the units that people write', async (t) => {
  t.strictSame(resources().capacity, {
    cpu: '4',
    'ephemeral-storage': '100Gi',
    'hugepages-2Mi': '1Gi',
    memory: '16Gi',
    pods: '110',
  });
});

t.test('huge pages are kept from the memory of pods, and from nothing else', async (t) => {
  const { allocatable } = resources();
  t.equal(allocatable['memory'], '15Gi');
  t.equal(allocatable['hugepages-2Mi'], '1Gi');
  t.equal(allocatable['ephemeral-storage'], String(100 * gibibyte));
});

t.test('both reservations are kept from pods, each from its resource, and never more than there is', async (t) => {
  const { capacity, allocatable } = resources({
    systemReserved: { cpu: '500m', memory: '1Gi' },
    agentReserved: { cpu: '250m', 'ephemeral-storage': '10Gi', pods: '1000' },
  });
  t.equal(allocatable['cpu'], '3250m');
  t.equal(allocatable['memory'], '14Gi');
  t.equal(allocatable['ephemeral-storage'], String(90 * gibibyte));
  t.equal(allocatable['pods'], '0');
  t.equal(capacity['cpu'], '4', 'capacity is not touched');
});

t.test('a hard threshold keeps memory or storage free, and no other signal counts', async (t) => {
  const evictionHard = parseThresholds({
    'memory.available': '1Gi',
    'nodefs.available': '5%',
    'imagefs.available': '50Gi',
    'nodefs.inodesFree': '50%',
  });
  const { allocatable } = resources({ evictionHard });
  t.equal(allocatable['memory'], '14Gi');
  t.equal(allocatable['ephemeral-storage'], String(95 * gibibyte));
  t.equal(allocatable['cpu'], '4');
});

t.test('pods per core limit the pods where they are fewer', async (t) => {
  t.equal(resources({ podsPerCore: 10 }).capacity['pods'], '40');
  t.equal(resources({ podsPerCore: 100 }).capacity['pods'], '110');
});
