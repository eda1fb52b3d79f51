// Resident memory of the server: idle, for each 10,000 objects, and for each 1,000 watchers.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pod } from '../harness/objects.ts';
import { residentMemory } from '../harness/processes.ts';
import type { Row } from '../harness/report.ts';
import { median } from '../harness/rounds.ts';
import { fill, startTarget } from '../harness/target.ts';

const megabyte = 1024 * 1024;
const idleAim = 110;
/** Time for the collector to settle, in milliseconds. */
const settle = 3000;

export async function measureMemory({ rounds }: { rounds: number }): Promise<readonly Row[]> {
  const figures = { idle: [] as number[], objects: [] as number[], watchers: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const target = await startTarget();
    await sleep(settle);
    const idle = residentMemory(target.child.pid);
    await fill(target.access, '/api/v1/namespaces/default/pods', 10_000, (index) => pod(`p-${index}`));
    await sleep(settle);
    const full = residentMemory(target.child.pid);
    const path = '/api/v1/namespaces/default/configmaps?watch=1&timeoutSeconds=600';
    const watchers = spawn(
      process.execPath,
      [
        fileURLToPath(new URL('../load/watchers.js', import.meta.url)),
        JSON.stringify({ ...target.access, path, watchers: 1000 }),
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    await createInterface({ input: watchers.stdout })[Symbol.asyncIterator]().next();
    await sleep(settle);
    const watched = residentMemory(target.child.pid);
    watchers.kill('SIGKILL');
    await target.stop();
    figures.idle.push(idle / megabyte);
    figures.objects.push((full - idle) / megabyte);
    figures.watchers.push((watched - full) / megabyte);
  }
  const idle = median(figures.idle);
  return [
    {
      measure: 'memory, idle server',
      value: idle,
      unit: 'MB',
      aim: { text: `<= ${idleAim} MB`, met: idle <= idleAim },
    },
    { measure: 'memory, 10,000 pods of 2 KB', value: median(figures.objects), unit: 'MB more' },
    { measure: 'memory, 1,000 watchers', value: median(figures.watchers), unit: 'MB more' },
  ];
}
