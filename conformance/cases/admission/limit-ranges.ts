import type { Case, CaseContext } from '../../contract/case.ts';
import { createLongerNamespace, createPod } from '../../fixtures/created-objects.ts';
import { pod } from '../../fixtures/manifests.ts';
import { createQuota, expectUsed } from '../../fixtures/quota/created-quotas.ts';
import { expectField, expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectFailure } from '../../wire/expect/status.ts';

type Amounts = Readonly<Record<string, string>>;

const image = 'registry.invalid/pause:1';
const container = (requests?: Amounts, limits?: Amounts, name = 'main') => ({
  name,
  image,
  resources: { requests, limits },
});
const asking = (name: string, requests?: Amounts, limits?: Amounts) =>
  pod(name, { containers: [container(requests, limits)] });

export default {
  id: 'limit-ranges',
  title:
    'Limit ranges MUST fill in omitted limits before quotas count them, and refuse pods and claims outside the range.',
  requirements: ['ADM-010', 'ADM-012'],
  needs: ['namespace'],
  async run(c) {
    await sparesOtherNamespaces(c);
    await fillsDefaults(c);
    await fillsOtherSide(c);
    await boundsContainers(c);
    await boundsPods(c);
    await boundsClaims(c);
  },
} satisfies Case;

/** A range counts in its namespace only, not in one whose name begins like that. */
async function sparesOtherNamespaces(c: CaseContext): Promise<void> {
  const longer = await createLongerNamespace(c);
  const spec = { limits: [{ type: 'Container', max: { cpu: '100m' } }] };
  const range = { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'range' }, spec };
  expectCreated(await c.wire.post(c.resource('v1', 'limitranges', longer).collection, range));
  const large = asking('large', { cpu: '1' }, { cpu: '1' });
  await c.eventually(async () => {
    const refused = await c.wire.post(`${c.resource('v1', 'pods', longer).collection}?dryRun=All`, large);
    expectFailure(refused, 403, 'Forbidden');
    expectPattern(refused, 'message', /maximum cpu usage/);
  });
  await c.eventually(async () => expectCreated(await dryPod(c, large)));
}

/** Creates a range with one item, and resolves when it is in effect: it then refuses or changes `probe`. */
async function withRange(
  c: CaseContext,
  item: object,
  probe: () => Promise<void>,
  use: () => Promise<void>,
): Promise<void> {
  const ranges = c.resource('v1', 'limitranges');
  const manifest = { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'range' }, spec: { limits: [item] } };
  expectCreated(await c.wire.post(ranges.collection, manifest));
  await c.eventually(probe);
  await use();
  expectDeleted(await c.wire.delete(ranges.item('range')));
  await c.eventually(async () => expectCreated(await dryPod(c, asking('free'))));
}

const dryPod = (c: CaseContext, manifest: unknown) =>
  c.wire.post(`${c.resource('v1', 'pods').collection}?dryRun=All`, manifest);

async function fillsDefaults(c: CaseContext): Promise<void> {
  const item = {
    type: 'Container',
    default: { cpu: '500m', memory: '128Mi' },
    defaultRequest: { cpu: '100m', memory: '64Mi' },
  };
  const filled = async (manifest: unknown, resources: object, path = 'spec.containers.0.resources') => {
    const made = await dryPod(c, manifest);
    expectCreated(made);
    expectField(made, path, resources);
  };
  const all = { limits: { cpu: '500m', memory: '128Mi' }, requests: { cpu: '100m', memory: '64Mi' } };
  await withRange(
    c,
    item,
    () => filled(asking('silent'), all),
    async () => {
      // A given limit is also the request if none is given; a given request stays.
      await filled(asking('limited', undefined, { cpu: '300m' }), {
        limits: { cpu: '300m', memory: '128Mi' },
        requests: { cpu: '300m', memory: '64Mi' },
      });
      await filled(asking('requesting', { memory: '16Mi' }), {
        limits: { cpu: '500m', memory: '128Mi' },
        requests: { cpu: '100m', memory: '16Mi' },
      });
      const inits = {
        containers: [container({ cpu: '1m' })],
        initContainers: [container(undefined, undefined, 'first')],
      };
      await filled(pod('inits', inits), all, 'spec.initContainers.0.resources');
      const made = await dryPod(c, asking('noted'));
      const note = c.vendor.fill('{label}/limit-ranger');
      expectField(
        made,
        ['metadata', 'annotations', note],
        'LimitRanger plugin set: cpu, memory request for container main; cpu, memory limit for container main',
      );
      // Validating plug-ins see the filled-in values: a quota counts them.
      await c.holds('ADM-010', async () => {
        await createQuota(c, 'compute', { 'limits.cpu': '800m', 'requests.memory': '1Gi' });
        await createPod(c, asking('counted'));
        await expectUsed(c, 'compute', { 'limits.cpu': '500m', 'requests.memory': '64Mi' });
        const over = await c.wire.post(c.resource('v1', 'pods').collection, asking('over'));
        expectFailure(over, 403, 'Forbidden');
        expectPattern(
          over,
          'message',
          /requested: limits\.cpu=500m, used: limits\.cpu=500m, limited: limits\.cpu=800m/,
        );
      });
      expectDeleted(await c.wire.delete(c.resource('v1', 'resourcequotas').item('compute')));
    },
  );
}

/** What a range says of one side says it of the other too, where that is left open. */
async function fillsOtherSide(c: CaseContext): Promise<void> {
  for (const [bound, limits, requests] of [
    [{ default: { cpu: '500m' } }, { cpu: '500m' }, { cpu: '500m' }],
    [{ max: { cpu: '400m' } }, { cpu: '400m' }, { cpu: '400m' }],
    [{ min: { cpu: '200m' } }, undefined, { cpu: '200m' }],
    [{ defaultRequest: { cpu: '100m' } }, undefined, { cpu: '100m' }],
  ] as const) {
    const look = async () => {
      const made = await dryPod(c, asking('silent'));
      expectCreated(made);
      expectField(made, 'spec.containers.0.resources', { ...(limits && { limits }), requests });
    };
    await withRange(c, { type: 'Container', ...bound }, look, look);
  }
}

type Row = readonly [requests: Amounts | undefined, limits: Amounts | undefined, refused: RegExp | undefined];

async function boundsContainers(c: CaseContext): Promise<void> {
  const item = {
    type: 'Container',
    min: { cpu: '100m' },
    max: { cpu: '1' },
    maxLimitRequestRatio: { cpu: '4' },
    default: { cpu: '400m' },
    defaultRequest: { cpu: '200m' },
  };
  const rows: readonly Row[] = [
    [undefined, undefined, undefined],
    [{ cpu: '100m' }, { cpu: '400m' }, undefined],
    [{ cpu: '1' }, { cpu: '1' }, undefined],
    [{ cpu: '99m' }, { cpu: '200m' }, /minimum cpu usage per Container is 100m, but request is 99m/],
    [{ cpu: '500m' }, { cpu: '1001m' }, /maximum cpu usage per Container is 1, but limit is 1001m/],
    [
      { cpu: '200m' },
      { cpu: '801m' },
      /cpu max limit to request ratio per Container is 4, but provided ratio is 4\.005/,
    ],
    [{ cpu: '10m' }, { cpu: '2' }, /\[minimum cpu .*, maximum cpu .*, cpu max limit to request ratio .*\]/],
  ];
  await withRange(
    c,
    item,
    () => judge(c, rows[4] as Row),
    async () => {
      for (const row of rows) await judge(c, row);
      const inits = { containers: [container()], initContainers: [container({ cpu: '2' }, { cpu: '2' }, 'first')] };
      const refused = await dryPod(c, pod('inits', inits));
      expectFailure(refused, 403, 'Forbidden');
      expectPattern(refused, 'message', /maximum cpu usage per Container is 1, but limit is 2/);
    },
  );
}

async function judge(c: CaseContext, [requests, limits, refused]: Row): Promise<void> {
  const response = await dryPod(c, asking('judged', requests, limits));
  if (refused === undefined) {
    expectCreated(response);
    return;
  }
  expectFailure(response, 403, 'Forbidden');
  expectPattern(response, 'message', refused);
}

async function boundsPods(c: CaseContext): Promise<void> {
  const item = { type: 'Pod', min: { memory: '64Mi' }, max: { memory: '256Mi', cpu: '1' } };
  const rows: readonly Row[] = [
    [{ memory: '64Mi', cpu: '1m' }, { memory: '256Mi', cpu: '1' }, undefined],
    [
      { memory: '63Mi', cpu: '1m' },
      { memory: '256Mi', cpu: '1' },
      /minimum memory usage per Pod is 64Mi, but request is 63Mi/,
    ],
    [{ memory: '64Mi' }, { memory: '257Mi', cpu: '1' }, /maximum memory usage per Pod is 256Mi, but limit is 257Mi/],
    [{ memory: '64Mi' }, { memory: '128Mi' }, /maximum cpu usage per Pod is 1\. {2}No limit is specified/],
  ];
  const together = (count: number) => ({
    containers: Array.from({ length: count }, (_, index) =>
      container({ memory: '50Mi' }, { memory: '100Mi', cpu: '100m' }, `c${index}`),
    ),
  });
  await withRange(
    c,
    item,
    () => judge(c, rows[3] as Row),
    async () => {
      for (const row of rows) await judge(c, row);
      expectCreated(await dryPod(c, pod('two', together(2))));
      const three = await dryPod(c, pod('three', together(3)));
      expectFailure(three, 403, 'Forbidden');
      expectPattern(three, 'message', /maximum memory usage per Pod is 256Mi, but limit is 300Mi/);
      // Init containers run one at a time before the others: only the largest counts, and only if it is more.
      const small = container({ memory: '64Mi' }, { memory: '200Mi', cpu: '100m' }, 'i1');
      const inits = { ...together(2), initContainers: [small, { ...small, name: 'i2' }] };
      expectCreated(await dryPod(c, pod('inits', inits)));
      const large = container({ memory: '64Mi' }, { memory: '257Mi', cpu: '100m' }, 'i3');
      const tooLarge = await dryPod(c, pod('large', { ...together(2), initContainers: [small, large] }));
      expectFailure(tooLarge, 403, 'Forbidden');
      expectPattern(tooLarge, 'message', /maximum memory usage per Pod is 256Mi, but limit is 257Mi/);
      const sidecar = { ...together(2), initContainers: [{ ...small, restartPolicy: 'Always' }] };
      expectFailure(await dryPod(c, pod('sidecar', sidecar)), 403, 'Forbidden');
    },
  );
}

async function boundsClaims(c: CaseContext): Promise<void> {
  const item = { type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '5Gi' } };
  const claims = c.resource('v1', 'persistentvolumeclaims');
  const post = (storage: string) =>
    c.wire.post(`${claims.collection}?dryRun=All`, {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'claim' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
    });
  const refused = async (storage: string, text: RegExp): Promise<void> => {
    const response = await post(storage);
    expectFailure(response, 403, 'Forbidden');
    expectPattern(response, 'message', text);
  };
  const large = () => refused('6Gi', /maximum storage usage per PersistentVolumeClaim is 5Gi, but request is 6Gi/);
  await withRange(c, item, large, async () => {
    await refused('1023Mi', /minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 1023Mi/);
    for (const storage of ['1Gi', '5Gi']) expectCreated(await post(storage));
    expectCreated(await dryPod(c, asking('pod')));
  });
}
