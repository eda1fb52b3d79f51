// Stores one certificate with its key safely across renewals and crashes. Each pair is a file of its own, written
// atomically, and a symbolic link points to the current one. Readers see either the old or the new pair; other programs
// may follow the link as well.

import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { readCertificate } from '../../shared/certificates/certificate.ts';
import { newKey } from '../../shared/certificates/key.ts';
import type { PemSource } from '../../shared/client/connection/config-section.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import { makeFolder } from '../../shared/process/host/folder.ts';
import { syncFolder, writePrivateFile } from '../../shared/process/host/private-file.ts';

export interface HeldCertificate {
  /** PEM: the certificate, and those of its issuers that came with it. */
  readonly certificate: string;
  /** PEM. */
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** When the agent got it, by its own clock. */
  readonly since: number;
}

/** A certificate that cannot be read or does not match its key; the message is one line. */
export class UnusableCertificate extends Error {
  override readonly name = 'UnusableCertificate';
}

/** Number of replaced pairs that are kept beside the current one. */
const keptPairs = 1;

export class CertificateFolder {
  /** The link that names the pair in use. */
  readonly currentPath: string;
  readonly #folder: string;
  readonly #name: string;
  readonly #clock: Clock;

  /** `name`: the prefix of the files, `kubelet-client` or `kubelet-server`. */
  constructor(options: { readonly folder: string; readonly name: string; readonly clock: Clock }) {
    this.#folder = options.folder;
    this.#name = options.name;
    this.#clock = options.clock;
    this.currentPath = join(options.folder, `${options.name}-current.pem`);
  }

  /**
   * The pair in use, else the newest one that is whole, which is in use from then on: a crash may have come between writing
   * and naming it. Undefined: none. Whether it is still valid is for the caller to judge.
   */
  async load(): Promise<HeldCertificate | undefined> {
    const named = await readlink(this.currentPath).catch(() => undefined);
    const others = (await this.#pairs()).filter((name) => name !== named).reverse();
    for (const name of [...(named === undefined ? [] : [named]), ...others]) {
      try {
        const held = this.#held(await readFile(join(this.#folder, name), 'utf8'), name);
        if (name !== named) await this.#nameCurrent(name);
        return held;
      } catch {
        // This one is unusable.
      }
    }
    return undefined;
  }

  /** Stores a pair and makes it the current one. Rejects with UnusableCertificate before anything is written. */
  async keep(certificate: string, key: string): Promise<HeldCertificate> {
    const name = `${this.#name}-${stampOf(this.#clock.now())}.pem`;
    const text = `${certificate.trimEnd()}\n${key.trimEnd()}\n`;
    const held = this.#held(text, name);
    await makeFolder(this.#folder, 0o700);
    await writePrivateFile(join(this.#folder, name), text);
    await this.#nameCurrent(name);
    await this.#tidy(name);
    return held;
  }

  /**
   * The key of a request that is under way, made at the first call and kept until `forgetPendingKey`: an agent that restarts
   * continues with the same request.
   */
  async pendingKey(): Promise<string> {
    const found = await readFile(this.#pendingPath, 'utf8').catch(() => '');
    // A crash may have left the key of the certificate in use: each certificate has a key of its own.
    if (isKey(found) && (await this.load())?.key.trim() !== found.trim()) return found;
    const { keyPem } = newKey();
    await makeFolder(this.#folder, 0o700);
    await writePrivateFile(this.#pendingPath, keyPem);
    return keyPem;
  }

  async forgetPendingKey(): Promise<void> {
    await rm(this.#pendingPath, { force: true });
  }

  async #nameCurrent(name: string): Promise<void> {
    const temporary = join(this.#folder, `.${this.#name}-current.${randomBytes(6).toString('hex')}.tmp`);
    await symlink(name, temporary);
    await rename(temporary, this.currentPath);
    await syncFolder(this.#folder);
  }

  get #pendingPath(): string {
    return join(this.#folder, `${this.#name}.key.tmp`);
  }

  /** Names of the pairs, the oldest first. */
  async #pairs(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter((name) => name.startsWith(`${this.#name}-`) && stampPattern.test(name)).sort();
  }

  async #tidy(current: string): Promise<void> {
    const replaced = (await this.#pairs()).filter((name) => name !== current);
    const names = await readdir(this.#folder);
    const leftovers = names.filter((name) => name.startsWith(`.${this.#name}-`) && name.endsWith('.tmp'));
    const old = replaced.slice(0, Math.max(0, replaced.length - keptPairs));
    await Promise.all([...old, ...leftovers].map((name) => rm(join(this.#folder, name), { force: true })));
  }

  #held(text: string, name: string): HeldCertificate {
    const held = readPair(text);
    const [, stamp] = stampPattern.exec(name) ?? [];
    const [date, hours, minutes, seconds] = stamp?.match(/^\d+-\d+-\d+|\d+/g) ?? [];
    const since = Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`);
    return { ...held, since: Number.isNaN(since) ? held.notBefore : since };
  }
}

/** What a connection file names as certificate and key, as one text. Rejects when a file cannot be read. */
export async function pemTexts(...sources: readonly PemSource[]): Promise<string> {
  const texts: string[] = [];
  for (const source of sources) texts.push('pem' in source ? source.pem : await readFile(source.file, 'utf8'));
  return texts.join('\n');
}

/** Reads certificates and a key from one PEM text. Throws UnusableCertificate. */
export function readPair(text: string): Omit<HeldCertificate, 'since'> {
  const blocks = (label: string): string =>
    [...text.matchAll(new RegExp(`-----BEGIN (${label})-----[^-]*-----END \\1-----`, 'g'))]
      .map(([all]) => `${all}\n`)
      .join('');
  const [certificate, key] = [blocks('CERTIFICATE'), blocks('(?:[A-Z]+ )?PRIVATE KEY')];
  if (certificate === '') throw new UnusableCertificate('there is no certificate');
  if (key === '') throw new UnusableCertificate('there is no private key');
  try {
    const { notBefore, notAfter } = readCertificate(certificate);
    if (new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))) {
      return { certificate, key, notBefore, notAfter };
    }
  } catch (error) {
    throw new UnusableCertificate(error instanceof Error ? error.message : String(error), { cause: error });
  }
  throw new UnusableCertificate('the certificate is that of another key');
}

function isKey(pem: string): boolean {
  try {
    createPrivateKey(pem);
    return true;
  } catch {
    return false;
  }
}

const stampPattern = /-(\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d)\.pem$/;

/** `2026-11-21-09-06-54`, in UTC. */
function stampOf(now: number): string {
  return new Date(now).toISOString().slice(0, 19).replaceAll(/[T:]/g, '-');
}
