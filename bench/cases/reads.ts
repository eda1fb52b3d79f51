// Get one object, list 1,000 and list 10,000: ours against a bare Node server that sends the very same bytes; and a list
// that a label selects 5 % of against the list of everything.

import type { LoadPlan } from '../load/load-plan.ts';
import { runLoad } from '../load/run-load.ts';
import { configMap, slotOf } from '../objects.ts';
import { startBare } from '../reference/bare.ts';
import type { Row } from '../report.ts';
import { interleave } from '../rounds.ts';
import type { Access } from '../target.ts';
import { call, fill, open, startTarget } from '../target.ts';

interface Read {
  readonly measure: string;
  readonly path: string;
  readonly file: string;
  readonly connections: number;
  readonly streams: number;
  readonly share: number;
}

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
  session.close();
  const bare = await startBare(bodies);
  const rows: Row[] = [];
  for (const read of reads) {
    const plan: Omit<LoadPlan, 'origin' | 'ca' | 'path'> = {
      method: 'GET',
      connections: read.connections,
      streams: read.streams,
      seconds,
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
  rows.push(await measureSelected(access, { rounds, seconds }));
  await Promise.all([target.stop(), bare.stop()]);
  return rows;
}

/** How many times faster than everything the selected twentieth has to be. */
const selectedAim = 10;

async function measureSelected(access: Access, options: { rounds: number; seconds: number }): Promise<Row> {
  const plan = { ...access, method: 'GET', connections: 1, streams: 1, seconds: options.seconds, seed: '' } as const;
  const list = async (query: string): Promise<number> =>
    (await runLoad({ ...plan, path: `${collection('many')}${query}` })).perSecond;
  const [selected, all] = await interleave(options.rounds, [
    { name: 'selected', run: () => list('?labelSelector=slot%3Ds3') },
    { name: 'all 10,000', run: () => list('') },
  ]);
  if (selected === undefined || all === undefined) throw new Error('nothing was measured');
  return {
    measure: 'list 5 % of 10,000 by label',
    value: selected.median,
    unit: '/s',
    reference: { name: all.name, value: all.median },
    aim: { text: `>= ${selectedAim} x`, met: selected.median >= selectedAim * all.median },
  };
}
