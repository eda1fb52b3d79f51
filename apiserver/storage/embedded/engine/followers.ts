// The followers of this process: each gets every commit at once and in order.

import type { Change, Revision } from '../../contract/store.ts';

export interface Follower {
  /** Changes up to this revision were handed over before. */
  readonly after: Revision;
  readonly signal: AbortSignal;
  readonly onChanges: (changes: readonly Change[]) => void;
  readonly onProgress: ((revision: Revision) => void) | undefined;
}

interface Member extends Follower {
  readonly lose: (error: Error) => void;
}

export class Followers {
  readonly #members = new Set<Member>();

  /** From now on the follower gets every commit. Resolves when its signal aborts, rejects when the log is lost. */
  add(follower: Follower): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.#members.delete(member);
        follower.signal.removeEventListener('abort', stop);
      };
      const stop = (): void => {
        end();
        resolve();
      };
      const member: Member = {
        ...follower,
        lose: (error) => {
          end();
          reject(error);
        },
      };
      if (follower.signal.aborted) {
        resolve();
        return;
      }
      follower.signal.addEventListener('abort', stop, { once: true });
      this.#members.add(member);
    });
  }

  /** A follower that throws has a defect: it alone loses the log. */
  publish(changes: readonly Change[], latest: Revision): void {
    for (const member of this.#members) {
      try {
        const next = changes[0] !== undefined && changes[0].revision > member.after;
        const due = next ? changes : changes.filter((change) => change.revision > member.after);
        if (due.length > 0) member.onChanges(due);
        if (latest > member.after) member.onProgress?.(latest);
      } catch (error) {
        member.lose(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  lose(error: Error): void {
    for (const member of this.#members) member.lose(error);
  }
}
