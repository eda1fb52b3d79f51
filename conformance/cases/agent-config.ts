// Configuration files of an agent: written into a folder of their own, given to an agent that the suite starts.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CaseContext } from './case.ts';

/** The flags that name the files, `main.yaml` and those below `overlays/`. */
export type ConfigurationFlags = readonly string[];

/** Writes the files (content by name; JSON is YAML) and removes them after the work. */
export async function withConfiguration(
  c: CaseContext,
  files: Readonly<Record<string, object>>,
  work: (flags: ConfigurationFlags) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-agent-'));
  const head = { apiVersion: c.vendor.fill('kubelet.config.{api}/v1beta1'), kind: 'KubeletConfiguration' };
  try {
    await mkdir(join(folder, 'overlays'));
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), JSON.stringify({ ...head, ...content }));
    }
    await work([`--config=${join(folder, 'main.yaml')}`, `--config-dir=${join(folder, 'overlays')}`]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
