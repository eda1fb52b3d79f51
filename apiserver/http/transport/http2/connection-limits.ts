// How much a client may ask of one connection that costs it nothing: what is beyond is a flood, and ends the connection.

import { FloodLimit } from './flood-limit.ts';
import { ConnectionFault, errorCode } from './frame/protocol.ts';

/** Resets that may come at once, as clients that end break off all their watches; and those that may go on for ever. */
export const resetBurst = 400;
const resetsPerSecond = 30;
/** The same for frames that only want to be read or answered. */
const controlBurst = 1000;
const controlsPerSecond = 100;
/** WINDOW_UPDATE frames that are in order for each DATA frame that we sent. */
const updatesPerFrame = 4;

export class ConnectionLimits {
  /** Called before the error is thrown. */
  readonly #flooded: (what: 'resets' | 'frames') => void;
  readonly #resets = new FloodLimit(resetBurst, resetsPerSecond);
  readonly #controls = new FloodLimit(controlBurst, controlsPerSecond);
  readonly #updates = new FloodLimit(controlBurst, controlsPerSecond);
  #allowedFor = 0;

  constructor(flooded: (what: 'resets' | 'frames') => void) {
    this.#flooded = flooded;
  }

  /** A stream was broken off, by the client or because of what it did (CVE-2023-44487). Throws ConnectionFault. */
  reset(): void {
    if (!this.#resets.exceeded(performance.now())) return;
    this.#flooded('resets');
    throw new ConnectionFault(errorCode.enhanceYourCalm, 'too many streams were reset');
  }

  /** A frame came that brings nothing. Throws ConnectionFault. */
  control(): void {
    if (this.#controls.exceeded(performance.now())) this.#tooMany();
  }

  /** A WINDOW_UPDATE came when so many DATA frames were sent in all. Throws ConnectionFault. */
  update(dataFrames: number): void {
    this.#updates.allow((dataFrames - this.#allowedFor) * updatesPerFrame);
    this.#allowedFor = dataFrames;
    if (this.#updates.exceeded(performance.now())) this.#tooMany();
  }

  #tooMany(): never {
    this.#flooded('frames');
    throw new ConnectionFault(errorCode.enhanceYourCalm, 'too many frames that bring nothing');
  }
}
