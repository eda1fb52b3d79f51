// `hostPath` volumes: checks that the path exists with the right type, or creates it.

import { chmod, mkdir, open, stat } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import { VolumeRefused } from './payload.ts';

const tests: ReadonlyMap<string, { readonly is: (found: Stats) => boolean; readonly what: string }> = new Map([
  ['Directory', { is: (found: Stats) => found.isDirectory(), what: 'a directory' }],
  ['File', { is: (found: Stats) => found.isFile(), what: 'a file' }],
  ['Socket', { is: (found: Stats) => found.isSocket(), what: 'a socket file' }],
  ['CharDevice', { is: (found: Stats) => found.isCharacterDevice(), what: 'a character device' }],
  ['BlockDevice', { is: (found: Stats) => found.isBlockDevice(), what: 'a block device' }],
]);

/** Rejects with VolumeRefused when the path is not of the type that the pod wants. */
export async function prepareHostPath(path: string, type: string): Promise<void> {
  if (type === '') return;
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const base = type.replace(/OrCreate$/, '');
  const test = tests.get(base);
  if (test === undefined) throw new VolumeRefused(`hostPath type ${type} is unknown`);
  if (found === undefined && base !== type) return make(path, base);
  if (found === undefined || !test.is(found)) {
    throw new VolumeRefused(`hostPath type check failed: ${path} is not ${test.what}`);
  }
}

async function make(path: string, base: string): Promise<void> {
  if (base === 'Directory') {
    await mkdir(path, { recursive: true });
    return chmod(path, 0o755);
  }
  const handle = await open(path, 'a', 0o644);
  await handle.close();
}
