// How a follower learns that it has every change. A progress request asks for that, but older members answer it before
// they have sent all pending events (etcd issue 15220). For those a mark is committed, a key of our own: when the watch
// delivers the mark, it has delivered every earlier change.

import type { EtcdConnection, WatchStream } from './connection.ts';
import { memberStatus, watchRequest } from './messages.ts';

/** First versions, by minor one, whose progress requests wait for the changes. Later minors all do. */
const firstSound: ReadonlyMap<number, number> = new Map([
  [4, 31],
  [5, 13],
]);

/**
 * Milliseconds of quiet before a mark is committed, and between marks: etcd begins to send what a new watch has missed up
 * to 100 ms later, and then no mark is needed.
 */
const quietBeforeMark = 250;

export class ProgressQuestion {
  readonly #connection: EtcdConnection;
  readonly #commitMark: () => Promise<void>;
  /** By stream: a member may be another version than the one before. */
  readonly #sound = new WeakMap<WatchStream, Promise<boolean>>();

  /** `commitMark` writes a key that every follower sees. */
  constructor(connection: EtcdConnection, commitMark: () => Promise<void>) {
    this.#connection = connection;
    this.#commitMark = commitMark;
  }

  /**
   * The follower of this stream, on which nothing came for `quiet` milliseconds, will get its progress. Rejects when etcd is
   * unreachable.
   */
  async ask(stream: WatchStream, quiet: number): Promise<void> {
    let sound = this.#sound.get(stream);
    if (sound === undefined) {
      sound = this.#connection.call(memberStatus, {}).then(({ version }) => isSound(version));
      this.#sound.set(stream, sound);
      sound.catch(() => this.#sound.delete(stream));
    }
    if (await sound) stream.write(watchRequest.encode({ progress: {} }));
    else if (quiet % quietBeforeMark === 0) await this.#commitMark();
  }
}

/** Whether members of this version answer progress requests in the order of the changes. */
export function isSound(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  if (major !== 3) return major > 3;
  const first = firstSound.get(minor);
  return first === undefined ? minor > 5 : patch >= first;
}
