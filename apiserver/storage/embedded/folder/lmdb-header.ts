// Whether a file can be one of LMDB at all, found out before it is opened: LMDB ends the whole process on a file that is
// not its own, and on one whose trees begin beyond its end, as after a disk that lost what it had been given.

import { open, readFile } from 'node:fs/promises';

// Where a file of LMDB (as the library `lmdb` builds it) says what it is: each of its first two pages has a header, and
// then one description of the file, the one with the greater transaction being the current one.
const pageNumberEnd = 8;
const magicAt = 24;
const magic = 0xbeefc0de;
const versionAt = 28;
const version = 2;
const pageSizeAt = 48;
const freeRootAt = 88;
const mainRootAt = 136;
const transactionAt = 152;
const descriptionEnd = 160;
/** The root of a tree without pages. */
const noPage = 0xffff_ffff_ffff_ffffn;
/** Architectures on which numbers have the widths above and are little-endian. On others the check is skipped. */
const knownArchitectures: readonly string[] = ['x64', 'arm64'];

/** Returns the fault; undefined: the file is valid, or is empty or missing and will be created. Rejects if it is unreadable. */
export async function faultOfLmdbFile(path: string, architecture: string = process.arch): Promise<string | undefined> {
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
      return bytesRead === descriptionEnd && isDescription(buffer) ? buffer : undefined;
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

function isDescription(page: Buffer): boolean {
  return page.readUInt32LE(magicAt) === magic && page.readUInt16LE(versionAt) === version;
}

/**
 * The same of a file that was made and never written to: both its descriptions are the same then, whatever the
 * architecture, and a change of either shows.
 */
export async function faultOfUnwrittenFile(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  if (bytes.length === 0) return undefined;
  const page = bytes.length / 2;
  const first = bytes.subarray(pageNumberEnd, page);
  return first.equals(bytes.subarray(page + pageNumberEnd)) && first.some((byte) => byte !== 0)
    ? undefined
    : 'is not as it was made';
}
