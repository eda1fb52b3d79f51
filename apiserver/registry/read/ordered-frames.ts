// The ordered queue of frames to one watcher: a frame that waits for a conversion holds back the frames behind it.

import { isPending } from '../../../shared/process/async/maybe-promise.ts';
import type { JoinedFrames } from '../representation/watch/frame-group.ts';

export class OrderedFrames {
  readonly #send: (frames: JoinedFrames) => void;
  readonly #fail: (error: unknown) => void;
  #held: { readonly frames: JoinedFrames | Promise<JoinedFrames>; readonly events: number }[] = [];
  #events = 0;
  #room: { readonly below: number; readonly resolve: () => void } | undefined;

  /** `fail` gets, once, the reason why frames could not be made; frames behind them are dropped. */
  constructor(send: (frames: JoinedFrames) => void, fail: (error: unknown) => void) {
    this.#send = send;
    this.#fail = fail;
  }

  /** Whether frames are held, so that all others have to go through `put`. */
  get holding(): boolean {
    return this.#held.length > 0;
  }

  /** Events that are held. */
  get events(): number {
    return this.#events;
  }

  /** `events`: how many changes the frames are made of. */
  put(frames: JoinedFrames | Promise<JoinedFrames>, events: number): void {
    if (isPending(frames)) {
      // A failure is seen when it is the turn of these frames, or never when the stream ends before.
      frames.catch(() => {});
    } else if (!this.holding) {
      this.#send(frames);
      return;
    }
    this.#held.push({ frames, events });
    this.#events += events;
    if (this.#held.length === 1) void this.#release();
  }

  /** Resolves when fewer than `below` events are held. */
  room(below: number): Promise<void> | void {
    if (this.#events < below) return;
    return new Promise((resolve) => (this.#room = { below, resolve }));
  }

  /** Lets go of everything. Repeatable. */
  close(): void {
    this.#held = [];
    this.#events = 0;
    this.#makeRoom();
  }

  async #release(): Promise<void> {
    const held = this.#held;
    try {
      for (let next = held[0]; next !== undefined; next = held[0]) {
        const frames = await next.frames;
        if (this.#held !== held) return;
        this.#send(frames);
        held.shift();
        this.#events -= next.events;
        this.#makeRoom();
      }
    } catch (error) {
      if (this.#held !== held) return;
      this.close();
      this.#fail(error);
    }
  }

  #makeRoom(): void {
    if (this.#room === undefined || this.#events >= this.#room.below) return;
    this.#room.resolve();
    this.#room = undefined;
  }
}
