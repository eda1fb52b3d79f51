// What is mounted on this host, as the kernel lists it.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Most milliseconds for an unmount. */
const patience = 30_000;

/** The mount points at and below a folder, the last mounted first. */
export async function mountsBelow(folder: string): Promise<readonly string[]> {
  return mountPoints(await readFile('/proc/self/mountinfo', 'utf8'))
    .filter((point) => point === folder || point.startsWith(`${folder}/`))
    .reverse();
}

export async function isMounted(path: string): Promise<boolean> {
  return (await mountsBelow(path)).includes(path);
}

/** Unmounts the path. Rejects with the error text of the program. */
export async function unmount(path: string): Promise<void> {
  await run('umount', [path], { timeout: patience });
}

/** Of the text of a `mountinfo`, in its order. */
export function mountPoints(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .filter((point) => point !== '')
    .map((point) => point.replaceAll(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8))));
}
