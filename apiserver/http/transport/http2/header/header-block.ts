// Joins a header block that came in several frames (RFC 9113, section 6.10), within limits: a client can send any number of
// CONTINUATION frames (CVE-2024-27316), and the server has to read each of them.

import { headerLimit } from './request-fields.ts';
import { ConnectionFault, errorCode, flag, read31 } from '../frame/protocol.ts';

/** What each frame counts at least, in bytes. */
const leastFrame = 1024;

export interface HeaderFrame {
  readonly stream: number;
  readonly endStream: boolean;
  /** The stream that it depends on, where the client says one. */
  readonly dependsOn: number | undefined;
  readonly block: Buffer;
}

export class HeaderBlock {
  #stream = 0;
  #endStream = false;
  #dependsOn: number | undefined;
  readonly #pieces: Buffer[] = [];
  #counted = 0;

  /** Whether only CONTINUATION may come now. */
  get open(): boolean {
    return this.#stream !== 0;
  }

  /** A HEADERS frame; the whole block when it ends with it. The payload is only valid during the call. */
  begin(flags: number, stream: number, payload: Buffer): HeaderFrame | undefined {
    const padded = (flags & flag.padded) !== 0;
    const weighted = (flags & flag.priority) !== 0;
    const from = (padded ? 1 : 0) + (weighted ? 5 : 0);
    const padding = padded ? (payload[0] ?? 0) : 0;
    if (payload.length < from) throw new ConnectionFault(errorCode.frameSize, 'HEADERS is too short for its flags');
    if (from + padding > payload.length) {
      throw new ConnectionFault(errorCode.protocol, 'a frame has more padding than bytes');
    }
    const endStream = (flags & flag.endStream) !== 0;
    const dependsOn = weighted ? read31(payload, padded ? 1 : 0) : undefined;
    const block = payload.subarray(from, payload.length - padding);
    if ((flags & flag.endHeaders) !== 0) return { stream, endStream, dependsOn, block };
    this.#stream = stream;
    this.#endStream = endStream;
    this.#dependsOn = dependsOn;
    this.#keep(block);
    return undefined;
  }

  /** A CONTINUATION frame; the whole block when it ends with it. */
  go(flags: number, stream: number, payload: Buffer): HeaderFrame | undefined {
    if (stream !== this.#stream || !this.open) {
      throw new ConnectionFault(errorCode.protocol, 'CONTINUATION comes where nothing is to be continued');
    }
    this.#keep(payload);
    if ((flags & flag.endHeaders) === 0) return undefined;
    const block = Buffer.concat(this.#pieces.splice(0));
    this.#stream = 0;
    this.#counted = 0;
    return { stream, endStream: this.#endStream, dependsOn: this.#dependsOn, block };
  }

  #keep(piece: Buffer): void {
    this.#counted += Math.max(leastFrame, piece.length);
    if (this.#counted > headerLimit) {
      throw new ConnectionFault(errorCode.enhanceYourCalm, 'the fields of a request take too many frames');
    }
    this.#pieces.push(Buffer.from(piece));
  }
}
