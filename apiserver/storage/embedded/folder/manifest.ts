// What `store.json` says of a data folder: its format, the name of its log, the id in its frames. Since format 3 it has a
// checksum and one possible text, so that no change of it goes unnoticed.

import { crc32 } from 'node:zlib';

import { idLength } from '../wal/frame.ts';

/** The format this program writes. */
const folderFormat = 3;
/** 1 had no write-ahead log, 2 a log of LMDB without checksums; a folder of them becomes one of today's when it is opened. */
const olderFormats: readonly number[] = [1, 2];

const logName = /^log-[0-9a-f-]+\.log$/;
const olderLogName = /^log-[0-9a-f-]+\.mdb$/;

export interface Manifest {
  readonly format: number;
  /** The name of the log. */
  readonly file: string;
  /** What the frames of the folder carry; undefined: of an older format. */
  readonly id: Buffer | undefined;
}

/** Why a manifest cannot be used. */
export type ManifestFault = { readonly fault: string } | { readonly unknownFormat: number; readonly reads: number };

export function isOlder({ format }: Manifest): boolean {
  return format !== folderFormat;
}

export function manifestText({ file, id }: { readonly file: string; readonly id: Buffer }): string {
  return checkedText({ format: folderFormat, file, id: id.toString('hex') });
}

export function parseManifest(bytes: Buffer): Manifest | ManifestFault {
  const parsed = parse(bytes);
  const { check, ...facts } = parsed;
  const { format, file, id } = facts;
  if (typeof format !== 'number') return { fault: 'cannot be read' };
  if (check === undefined && id === undefined && olderFormats.includes(format)) {
    const named = typeof file === 'string' && olderLogName.test(file);
    return named ? { format, file, id: undefined } : { fault: 'names no log' };
  }
  if (check !== undefined && checkedText(facts) !== bytes.toString()) return { fault: 'does not match its checksum' };
  if (format !== folderFormat) return { unknownFormat: format, reads: folderFormat };
  const known = Buffer.from(String(id), 'hex');
  if (check === undefined || known.length !== idLength) return { fault: 'cannot be read' };
  return typeof file === 'string' && logName.test(file) ? { format, file, id: known } : { fault: 'names no log' };
}

function parse(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(bytes.toString());
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

function checkedText(facts: Readonly<Record<string, unknown>>): string {
  const check = crc32(JSON.stringify(facts)).toString(16);
  return `${JSON.stringify({ ...facts, check })}\n`;
}
