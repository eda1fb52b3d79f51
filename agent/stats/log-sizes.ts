// The disk usage of container logs, in the layout of runtimes: `<namespace>_<pod>_<uid>/<container>/`. Containers may have
// write access to these folders, so names are checked before they are used in a path, and the number of files read from each
// folder is limited.

import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDns1123Label, isDns1123Subdomain } from '../../shared/object/names.ts';
import type { MeasuredPod } from './pod-usage.ts';

type LoggingPod = Pick<MeasuredPod, 'name' | 'namespace' | 'uid'> & {
  readonly containers: readonly { readonly id: string; readonly name: string }[];
};

/** Most files of one container that are counted; runtimes keep only a few. */
const mostFiles = 1000;

/** The disk usage of a container's logs. The folder itself counts as an inode too. */
export interface LogSize {
  readonly bytes: number;
  readonly inodes: number;
}

/** By container id; containers without a folder are left out. */
export async function logSizes(folder: string, pods: readonly LoggingPod[]): Promise<ReadonlyMap<string, LogSize>> {
  const places = pods
    .filter(({ name, namespace, uid }) => isDns1123Subdomain(name) && isDns1123Label(namespace) && /^[\w-]+$/.test(uid))
    .flatMap((pod) =>
      pod.containers
        .filter(({ name }) => isDns1123Label(name))
        .map(({ id, name }) => ({ id, path: join(folder, `${pod.namespace}_${pod.name}_${pod.uid}`, name) })),
    );
  const sizes = await Promise.all(places.map(async ({ id, path }) => [id, await folderSize(path)] as const));
  return new Map(sizes.filter((entry): entry is readonly [string, LogSize] => entry[1] !== undefined));
}

/** Undefined when there is no such folder. */
async function folderSize(path: string): Promise<LogSize | undefined> {
  const entries = await opendir(path).catch(() => undefined);
  if (entries === undefined) return undefined;
  let bytes = 0;
  let files = 0;
  for await (const { name } of entries) {
    const file = await lstat(join(path, name)).catch(() => undefined);
    if (file?.isFile() === true) bytes += file.size;
    files += 1;
    if (files === mostFiles) break;
  }
  return { bytes, inodes: files + 1 };
}
