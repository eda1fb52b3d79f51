// Ends programs and removes their folders when the process that started them is gone, however it ended: by an exit, by a signal
// that nothing handles, or by SIGKILL, which no handler sees. A shell reads which programs run from a pipe; the pipe ends with the
// process that writes to it.

import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** Lines `start GROUP FOLDER` and `end GROUP`. A killed program may still be removing files: the second attempt comes later. */
const script = `
groups=
while read -r word group folder; do
  case $word in
    start) groups="$groups $group"; eval "folder_$group=\\$folder" ;;
    end)
      left=
      for each in $groups; do [ "$each" = "$group" ] || left="$left $each"; done
      groups=$left ;;
  esac
done
for group in $groups; do
  kill -s KILL -- "-$group"
  eval "folder=\\$folder_$group"
  rm -rf -- "$folder" || { sleep 1; rm -rf -- "$folder"; }
done
`;

export class EndGuard {
  readonly #shell: ChildProcess;

  /** Starts the shell, in a session of its own: no signal of a terminal or of a process group reaches it. */
  constructor() {
    this.#shell = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    // Without a shell nothing is guarded; the programs run all the same.
    this.#shell.on('error', () => {});
    this.#shell.stdin?.on('error', () => {});
    this.#shell.unref();
    (this.#shell.stdin as Socket | null)?.unref();
  }

  /** A process group runs, with a folder that goes with it. */
  add(group: number, folder: string): void {
    this.#shell.stdin?.write(`start ${group} ${folder}\n`);
  }

  /** The process group has ended. */
  delete(group: number): void {
    this.#shell.stdin?.write(`end ${group}\n`);
  }

  /** Ends the shell, and with it what was not deleted. */
  close(): void {
    this.#shell.stdin?.end();
  }
}
