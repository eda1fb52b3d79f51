// Get one object, list 1,000 and list 10,000: ours against a bare Node server that sends the very same bytes; and a list
// that a label selects 5 % of against the list of everything, and against the bare server with the same bytes: a request has
// a cost of its own at the client and the server, so that a twentieth of the bytes is never twenty times as fast.

import type { LoadPlan } from '../load/load-plan.ts';
import { runLoad } from '../load/run-load.ts';
import { configMap, slotOf } from '../harness/objects.ts';
import { type Bare, startBare } from '../reference/bare.ts';
import type { Row } from '../harness/report.ts';
import { interleave } from '../harness/rounds.ts';
import type { Access } from '../harness/target.ts';
import { call, fill, open, startTarget } from '../harness/target.ts';

interface Read {
  readonly measure: string;
  readonly path: string;
  readonly file: string;
  readonly connections: number;
  readonly streams: number;
  readonly share: number;
}

/** Seconds of load before a round counts: each client is a new process, and slow until what it does often is compiled. */
const warmUp = 3;

const collection = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;

const reads: readonly Read[] = [
  {
    measure: 'get one object',
    path: `${collection('thousand')}/c-0`,
    file: 'one',
    connections: 4,
    streams: 16,
    share: 0.6,
  },
  {
    measure: 'list 1,000 objects',
    path: collection('thousand'),
    file: 'thousand',
    connections: 2,
    streams: 2,
    share: 0.8,
  },
  { measure: 'list 10,000 objects', path: collection('many'), file: 'many', connections: 1, streams: 1, share: 0.85 },
];

export async function measureReads({ rounds, seconds }: { rounds: number; seconds: number }): Promise<readonly Row[]> {
  const target = await startTarget();
  const { access } = target;
  const session = open(access);
  for (const [namespace, count] of [
    ['thousand', 1000],
    ['many', 10_000],
  ] as const) {
    await call(session, 'POST', '/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace },
    });
    await fill(access, collection(namespace), count, (index) => configMap(`c-${index}`, undefined, slotOf(index)));
  }
  const bodies: Record<string, Buffer> = {};
  for (const read of reads) bodies[read.file] = (await call(session, 'GET', read.path)).body;
  bodies['selected'] = (await call(session, 'GET', selectedPath)).body;
  session.close();
  const bare = await startBare(bodies);
  const rows: Row[] = [];
  for (const read of reads) {
    const plan: Omit<LoadPlan, 'origin' | 'ca' | 'path'> = {
      method: 'GET',
      connections: read.connections,
      streams: read.streams,
      seconds,
      warmUp,
      seed: '',
    };
    const [ours, theirs] = await interleave(rounds, [
      { name: 'ours', run: async () => (await runLoad({ ...plan, ...access, path: read.path })).perSecond },
      {
        name: 'bare Node',
        run: async () =>
          (await runLoad({ ...plan, origin: bare.origin, ca: bare.ca, path: `/file/${read.file}` })).perSecond,
      },
    ]);
    if (ours === undefined || theirs === undefined) continue;
    const reference = { name: theirs.name, value: theirs.median };
    const aim = { text: `>= ${read.share * 100} %`, met: ours.median >= read.share * theirs.median };
    rows.push({ measure: read.measure, value: ours.median, unit: '/s', reference, aim });
  }
  rows.push(...(await measureSelected(access, bare, { rounds, seconds })));
  await Promise.all([target.stop(), bare.stop()]);
  return rows;
}

/** How many times faster than everything the selected twentieth has to be. */
const selectedAim = 10;
const selectedPath = `${collection('many')}?labelSelector=slot%3Ds3`;

async function measureSelected(
  access: Access,
  { origin, ca }: Bare,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<readonly Row[]> {
  const plan = { method: 'GET', connections: 1, streams: 1, seconds, warmUp, seed: '' } as const;
  const lists = async (server: Partial<Access> & Pick<Access, 'origin' | 'ca'>, path: string): Promise<number> =>
    (await runLoad({ ...plan, ...server, path })).perSecond;
  const [selected, all, bytes] = await interleave(rounds, [
    { name: 'selected', run: () => lists(access, selectedPath) },
    { name: 'all 10,000', run: () => lists(access, collection('many')) },
    { name: 'bare Node', run: () => lists({ origin, ca }, '/file/selected') },
  ]);
  if (selected === undefined || all === undefined || bytes === undefined) throw new Error('nothing was measured');
  const row = { measure: 'list 5 % of 10,000 by label', value: selected.median, unit: '/s' };
  const aim = { text: `>= ${selectedAim} x`, met: selected.median >= selectedAim * all.median };
  return [
    { ...row, reference: { name: all.name, value: all.median }, aim },
    { ...row, reference: { name: bytes.name, value: bytes.median } },
  ];
}
