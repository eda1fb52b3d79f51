// Kills programs and deletes their folders when the process that started them has ended, even by SIGKILL, which no
// handler sees. A shell reads the list of running programs from a pipe, which closes when its writer ends.

import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Reads lines `start GROUP FOLDER` and `end GROUP`. A killed program may still write to its folder, so the deletion is
 * repeated once.
 */
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

  /** Starts the shell in a new session, so that no signal of a terminal or of a process group reaches it. */
  constructor() {
    this.#shell = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    // Without a shell there is no guard; the programs run anyway.
    this.#shell.on('error', () => {});
    this.#shell.stdin?.on('error', () => {});
    this.#shell.unref();
    (this.#shell.stdin as Socket | null)?.unref();
  }

  /** Adds a running process group with its folder. */
  add(group: number, folder: string): void {
    this.#shell.stdin?.write(`start ${group} ${folder}\n`);
  }

  /** Removes a process group that has ended. */
  delete(group: number): void {
    this.#shell.stdin?.write(`end ${group}\n`);
  }

  /** Ends the shell, which then kills the remaining groups. */
  close(): void {
    this.#shell.stdin?.end();
  }
}
