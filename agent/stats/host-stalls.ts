// Pressure stall information (PSI) of CPU, memory and I/O: from the control group that the agent treats as its host, or from
// the whole kernel.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stall, StallUsage } from '../cri/usage.ts';

/** `root` is where `/proc` and `/sys` are found. Undefined where the kernel does not report stalls. */
export async function readHostStalls(root: string, of: 'cpu' | 'memory' | 'io'): Promise<StallUsage | undefined> {
  for (const path of [`sys/fs/cgroup/${of}.pressure`, `proc/pressure/${of}`]) {
    // A kernel with PSI disabled at boot has the file, but refuses to read it.
    const text = await readFile(join(root, path), 'utf8').catch(() => '');
    const some = stallOf(text, 'some');
    // Older kernels have no line of full stalls for processors.
    if (some !== undefined) return { some, full: stallOf(text, 'full') ?? { total: 0, avg10: 0, avg60: 0, avg300: 0 } };
  }
  return undefined;
}

/** Of a line `some avg10=0.12 avg60=0.05 avg300=0.01 total=123456`; the total is in microseconds there. */
function stallOf(text: string, kind: 'some' | 'full'): Stall | undefined {
  const line = new RegExp(`^${kind} avg10=([\\d.]+) avg60=([\\d.]+) avg300=([\\d.]+) total=(\\d+)$`, 'm').exec(text);
  if (line === null) return undefined;
  const [, avg10, avg60, avg300, total] = line.map(Number);
  return { total: (total ?? 0) * 1000, avg10: avg10 ?? 0, avg60: avg60 ?? 0, avg300: avg300 ?? 0 };
}
