// What a pod was promised, and what its containers have where that differs, in the pod's folder: an agent that starts anew neither forgets
// a promise nor takes a wish for one. The file goes with the folder of the pod.

import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '../../../shared/process/host/private-file.ts';
import type { Resources } from '../object/pod.ts';
import type { Allocation } from './allocation.ts';

export interface ResourceRecord {
  readonly allocated: Allocation;
  /** By the id of a container that does not have yet what it was promised. */
  readonly actual: ReadonlyMap<string, Resources>;
}

const fileName = 'resources.json';

/** Undefined: there is none. Rejects with the system's error, or SyntaxError for a file that is damaged. */
export async function readRecord(folder: string): Promise<ResourceRecord | undefined> {
  const text = await readFile(join(folder, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { allocated, actual } = JSON.parse(text) as { readonly allocated: Entries; readonly actual: Entries };
  return { allocated: new Map(allocated), actual: new Map(actual) };
}

type Entries = readonly (readonly [string, Resources])[];

/** Replaces it whole. Rejects with the system's error. */
export async function writeRecord(folder: string, { allocated, actual }: ResourceRecord): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o750 });
  const text = JSON.stringify({ allocated: [...allocated], actual: [...actual] });
  await writePrivateFile(join(folder, fileName), text);
}
