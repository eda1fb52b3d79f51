// What is mounted on this host, as the kernel lists it.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Milliseconds that it may take to take a mount away. */
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

/** Rejects with the words of the program where it cannot be taken away. */
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
