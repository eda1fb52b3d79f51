// The last revision that was acknowledged, in a file of its own: a store that ends before it has lost something. It is
// written after each batch and not flushed: a killed process loses nothing of it, and after a power failure it is at most
// some seconds behind, so that it never asks for more than was acknowledged.

import { writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

import type { Revision } from '../../contract/store.ts';

export const markName = 'acknowledged';

// Two marks take turns, each in a sector of its own: revision (8 bytes), checksum (4).
const slotDistance = 512;
const slotLength = 12;

export class AcknowledgedMark {
  readonly #handle: FileHandle;
  readonly #bytes = Buffer.alloc(slotLength);
  #turn = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** `create`: a missing file is made. Otherwise it rejects with the system's error. */
  static async open(path: string, create: boolean): Promise<AcknowledgedMark> {
    return create
      ? new AcknowledgedMark(await open(path, 'w+', 0o600))
      : new AcknowledgedMark(await open(path, 'r+', 0o600));
  }

  /** What the file says; undefined: nothing that can be read. Whether all of it can be. */
  async read(): Promise<{ readonly revision: Revision | undefined; readonly whole: boolean }> {
    const { buffer, bytesRead } = await this.#handle.read(
      Buffer.alloc(slotDistance + slotLength),
      0,
      slotDistance + slotLength,
      0,
    );
    const marks = [markIn(buffer, 0), markIn(buffer, slotDistance)];
    const [revision] = marks.filter((mark) => mark !== undefined).sort((left, right) => right - left);
    return { revision, whole: !marks.includes(undefined) && bytesRead === buffer.length };
  }

  /** Takes microseconds. A mark that cannot be written is one less: the records themselves are on the disk. */
  set(revision: Revision): void {
    this.#bytes.writeDoubleBE(revision, 0);
    this.#bytes.writeUInt32BE(crc32(this.#bytes.subarray(0, 8)), 8);
    this.#turn = slotDistance - this.#turn;
    try {
      writeSync(this.#handle.fd, this.#bytes, 0, slotLength, this.#turn);
    } catch {
      // See above.
    }
  }

  /** Both marks, durable: of a store that is opened or closed. Rejects with the system's error. */
  async settle(revision: Revision): Promise<void> {
    this.set(revision);
    this.set(revision);
    await this.#handle.datasync();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

function markIn(bytes: Buffer, at: number): Revision | undefined {
  const mark = bytes.subarray(at, at + slotLength);
  return crc32(mark.subarray(0, 8)) === mark.readUInt32BE(8) ? mark.readDoubleBE(0) : undefined;
}
