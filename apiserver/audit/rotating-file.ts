// A log file with rotation: a full file is renamed with its time, and a new one begins. Old files are kept by number and age,
// and compressed on request. Only the owner may read them. One writer at a time: do not call `append` again before the
// previous call has resolved.

import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';

const day = 86_400_000;
const fileMode = 0o600;

export interface RotationOptions {
  /** Bytes from which a new file begins. */
  readonly maxBytes: number;
  /** Days that old files are kept; 0: for ever. */
  readonly maxDays: number;
  /** Old files that are kept; 0: all. */
  readonly maxFiles: number;
  /** Whether old files are compressed by gzip. */
  readonly compress: boolean;
}

export class RotatingFile {
  readonly #path: string;
  readonly #options: RotationOptions;
  readonly #clock: Clock;
  readonly #log: Log;
  #file: FileHandle;
  #size: number;
  /** The last write failed in the middle of a line. */
  #torn = false;
  /** Compression and removal of old files, one after the other. */
  #tidying: Promise<void> = Promise.resolve();

  private constructor(path: string, options: RotationOptions, tools: FileTools, file: FileHandle, size: number) {
    this.#path = path;
    this.#options = options;
    this.#clock = tools.clock;
    this.#log = tools.log;
    this.#file = file;
    this.#size = size;
  }

  /** Opens the file to go on with it; makes it and its folder when missing. Rejects with the system's error. */
  static async open(path: string, options: RotationOptions, tools: FileTools): Promise<RotatingFile> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const { file, size } = await openForAppend(path);
    return new RotatingFile(path, options, tools, file, size);
  }

  /** Writes the lines, each with its end. Rejects with the system's error; then an unknown part of them is written. */
  async append(lines: readonly Buffer[]): Promise<void> {
    let chunk: Buffer[] = this.#torn ? [Buffer.from('\n')] : [];
    let bytes = chunk.length;
    for (const line of lines) {
      if (this.#size + bytes + line.length > this.#options.maxBytes && this.#size + bytes > 0) {
        await this.#write(chunk);
        await this.#rotate();
        chunk = [];
        bytes = 0;
      }
      chunk.push(line);
      bytes += line.length;
    }
    await this.#write(chunk);
  }

  /** Removes old files beyond the limits, and compresses what is to be compressed. Never rejects. */
  tidy(): Promise<void> {
    this.#tidying = this.#tidying
      .then(() => this.#tidy())
      .catch((error: unknown) => this.#log.error('old audit logs could not be rotated', { path: this.#path, error }));
    return this.#tidying;
  }

  /** Flushes and closes the file. */
  async close(): Promise<void> {
    await this.#tidying;
    await this.#file.sync().catch(() => {});
    await this.#file.close();
  }

  async #write(chunk: readonly Buffer[]): Promise<void> {
    if (chunk.length === 0) return;
    this.#torn = true;
    let rest = Buffer.concat(chunk);
    while (rest.length > 0) {
      const { bytesWritten } = await this.#file.write(rest);
      this.#size += bytesWritten;
      rest = rest.subarray(bytesWritten);
    }
    this.#torn = false;
  }

  async #rotate(): Promise<void> {
    await rename(this.#path, await this.#freeName());
    const { file, size } = await openForAppend(this.#path);
    const old = this.#file;
    this.#file = file;
    this.#size = size;
    await old.close();
    void this.tidy();
  }

  /** Two rotations in one millisecond must not overwrite each other. */
  async #freeName(): Promise<string> {
    const taken = new Set(await readdir(dirname(this.#path)));
    for (let time = this.#clock.now(); ; time += 1) {
      const name = oldName(this.#path, time);
      if (!taken.has(name) && !taken.has(`${name}.gz`)) return join(dirname(this.#path), name);
    }
  }

  async #tidy(): Promise<void> {
    const { maxDays, maxFiles, compress } = this.#options;
    const folder = dirname(this.#path);
    const old = oldFiles(this.#path, await readdir(folder));
    const oldest = maxDays === 0 ? Number.NEGATIVE_INFINITY : this.#clock.now() - maxDays * day;
    for (const [index, { name, time }] of old.entries()) {
      const file = join(folder, name);
      if (time < oldest || (maxFiles > 0 && index >= maxFiles)) await rm(file, { force: true });
      else if (compress && !name.endsWith('.gz')) await compressFile(file);
    }
  }
}

export interface FileTools {
  readonly clock: Clock;
  readonly log: Log;
}

async function openForAppend(path: string): Promise<{ readonly file: FileHandle; readonly size: number }> {
  const file = await open(path, 'a', fileMode);
  try {
    await file.chmod(fileMode);
    return { file, size: (await file.stat()).size };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** `audit.log` of a moment is `audit-2026-01-02T03-04-05.678.log`. */
function oldName(path: string, time: number): string {
  const extension = extname(path);
  const stamp = new Date(time).toISOString().slice(0, -1).replaceAll(':', '-');
  return `${basename(path, extension)}-${stamp}${extension}`;
}

/** The old files among these names, newest first. Others in the folder are never touched. */
function oldFiles(path: string, names: readonly string[]): readonly { readonly name: string; readonly time: number }[] {
  const extension = extname(path);
  const stem = `${basename(path, extension)}-`;
  const found = names.flatMap((name) => {
    const plain = name.endsWith('.gz') ? name.slice(0, -3) : name;
    if (!plain.startsWith(stem) || !plain.endsWith(extension)) return [];
    const stamp = plain.slice(stem.length, plain.length - extension.length);
    const match = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2}\.\d{3})$/.exec(stamp);
    const time = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2]}:${match[3]}:${match[4]}Z`);
    return Number.isNaN(time) ? [] : [{ name, time }];
  });
  return found.sort((left, right) => right.time - left.time);
}

/** A crash leaves the old file and perhaps a `.tmp` beside it, which the next attempt replaces. */
async function compressFile(path: string): Promise<void> {
  const temporary = `${path}.gz.tmp`;
  await rm(temporary, { force: true });
  await pipeline(createReadStream(path), createGzip(), createWriteStream(temporary, { mode: fileMode }));
  await rename(temporary, `${path}.gz`);
  await rm(path, { force: true });
}
