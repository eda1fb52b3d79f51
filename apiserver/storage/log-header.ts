// Whether a file can be a log at all, told before it is opened: LMDB ends the whole process on a file that is not its own,
// and on one whose trees begin beyond its end, as after a disk that lost what it had been given.

import { open } from 'node:fs/promises';

// Where a file of LMDB (as the library `lmdb` builds it) says what it is: each of its first two pages has a header, and
// then one description of the file, the one with the greater transaction being the current one.
const magicAt = 24;
const magic = 0xbeefc0de;
const pageSizeAt = 48;
const freeRootAt = 88;
const mainRootAt = 136;
const transactionAt = 152;
const descriptionEnd = 160;
/** The root of a tree without pages. */
const noPage = 0xffff_ffff_ffff_ffffn;
/** Where numbers have the widths above and their low bytes first. Elsewhere nothing is said. */
const knownArchitectures: readonly string[] = ['x64', 'arm64'];

/** Undefined: it can be one, or is empty or missing, so that it will be made. In words: what is wrong. Rejects when it cannot be read. */
export async function faultOfLog(path: string, architecture: string = process.arch): Promise<string | undefined> {
  if (!knownArchitectures.includes(architecture)) return undefined;
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    if (size === 0) return undefined;
    const description = async (at: number): Promise<Buffer | undefined> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(descriptionEnd), 0, descriptionEnd, at);
      return bytesRead === descriptionEnd && buffer.readUInt32LE(magicAt) === magic ? buffer : undefined;
    };
    const first = await description(0);
    const second = first && (await description(first.readUInt32LE(pageSizeAt)));
    if (first === undefined || second === undefined) return 'is no data file';
    const current = second.readBigUInt64LE(transactionAt) > first.readBigUInt64LE(transactionAt) ? second : first;
    const ends = (at: number): bigint => (current.readBigUInt64LE(at) + 1n) * BigInt(current.readUInt32LE(pageSizeAt));
    const cut = [freeRootAt, mainRootAt].some(
      (at) => current.readBigUInt64LE(at) !== noPage && ends(at) > BigInt(size),
    );
    return cut ? 'lacks its end' : undefined;
  } finally {
    await file.close();
  }
}
