// What a list of 1,000 pods costs the server in each form that clients ask for, in processor time beside plain JSON in the
// same run, and the memory of what is kept for it beside the bytes of the objects.

import { vendorOf } from '../../shared/vendor/profile.ts';
import { pod } from '../harness/objects.ts';
import { processorSeconds } from '../harness/processes.ts';
import type { Row } from '../harness/report.ts';
import { interleave } from '../harness/rounds.ts';
import { call, fill, open, startTarget } from '../harness/target.ts';

interface Form {
  readonly name: string;
  readonly accept: string;
  /** The most that it may cost of what JSON costs. */
  readonly aim: number;
}

const vendor = vendorOf('orch');
const meta = vendor.fill('g=meta.{api};v=v1');
const protobuf = vendor.fill('application/vnd.{maker}.protobuf');
const json = 'application/json';
const forms: readonly Form[] = [
  { name: 'protobuf', accept: protobuf, aim: 1.2 },
  { name: 'metadata', accept: `${json};as=PartialObjectMetadataList;${meta}`, aim: 0.5 },
  { name: 'metadata in protobuf', accept: `${protobuf};as=PartialObjectMetadataList;${meta}`, aim: 0.5 },
  { name: 'table', accept: `${json};as=Table;${meta}`, aim: 1.5 },
];

const path = '/api/v1/namespaces/default/pods';
const pods = 1000;
/** Lists of a round, and those before it that do not count. The kernel reports processor time in hundredths of a second. */
const lists = 300;
const warmUp = 30;
/** The most memory that all forms may take, of the bytes of the objects. */
const memoryAim = 0.6;

export async function measureRepresentations({ rounds }: { rounds: number }): Promise<readonly Row[]> {
  const target = await startTarget();
  await fill(target.access, path, pods, (index) => pod(`p-${index}`));
  const session = open(target.access);
  const milliseconds = async (accept: string): Promise<number> => {
    for (let index = 0; index < warmUp; index += 1) await call(session, 'GET', path, undefined, accept);
    const before = processorSeconds(target.child.pid);
    for (let index = 0; index < lists; index += 1) await call(session, 'GET', path, undefined, accept);
    return ((processorSeconds(target.child.pid) - before) * 1000) / lists;
  };
  const [plain, ...figures] = await interleave(
    rounds,
    [{ name: 'JSON', accept: json }, ...forms].map(({ name, accept }) => ({ name, run: () => milliseconds(accept) })),
  );
  if (plain === undefined) throw new Error('nothing was measured');
  const stored = (await call(session, 'GET', path)).body.length;
  const metrics = (await call(session, 'GET', '/metrics')).body.toString();
  session.close();
  await target.stop();
  const kept = Number(/^apiserver_object_forms_bytes (\S+)/m.exec(metrics)?.[1] ?? Number.NaN);
  const rows = figures.map((figure, index): Row => {
    const { aim } = forms[index] ?? { aim: Number.NaN };
    return {
      measure: `list ${pods} pods as ${figure.name}, processor time`,
      value: figure.median,
      unit: 'ms',
      reference: { name: plain.name, value: plain.median },
      aim: { text: `<= ${aim} x`, met: figure.median <= aim * plain.median },
    };
  });
  rows.push({
    measure: `memory of all forms of ${pods} pods`,
    value: kept / 1024,
    unit: 'KB',
    reference: { name: 'JSON', value: stored / 1024 },
    aim: { text: `<= ${memoryAim} x`, met: kept <= memoryAim * stored },
  });
  return rows;
}
