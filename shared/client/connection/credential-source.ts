// The source of a connection's credentials for each request. The files of the configuration may be replaced while the program
// runs.

import { readFile, stat } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';

import type { Clock } from '../../process/time/clock.ts';
import type { PemSource } from './config-section.ts';
import type { CredentialConfig } from './connection-config.ts';

export interface ClientCertificate {
  readonly certificatePem: string;
  readonly keyPem: string;
}

export interface Credentials {
  readonly token?: string;
  /** The same object for as long as it has not changed. */
  readonly certificate?: ClientCertificate;
}

/** A connection asks before each request and opens new connections when the certificate is another one. */
export interface CredentialSource {
  /** Rejects when the configured credentials cannot be obtained. */
  current(): Promise<Credentials>;
  /** Called when the server responded with 401 to these credentials of `current`. Drops them from the cache. */
  refused(credentials: Credentials): void;
}

/** Shortest time between two checks of the files (milliseconds). */
const recheckInterval = 1000;

export function credentialsFrom(config: CredentialConfig, clock: Clock): CredentialSource {
  const token = config.tokenFile === undefined ? undefined : fileReader(config.tokenFile, clock);
  const certificate = config.certificate === undefined ? undefined : pemReader(config.certificate, clock);
  const key = config.key === undefined ? undefined : pemReader(config.key, clock);
  let held: ClientCertificate | undefined;
  return {
    async current() {
      const text = token === undefined ? config.token : (await token.read()).trim();
      if (certificate !== undefined && key !== undefined) {
        const certificatePem = await certificate.read();
        const keyPem = await key.read();
        // Compared after the read: another caller may have read the same pair meanwhile.
        held = newest(held, { certificatePem, keyPem });
      }
      return {
        ...(text === undefined || text === '' ? {} : { token: text }),
        ...(held === undefined ? {} : { certificate: held }),
      };
    },
    refused() {
      for (const reader of [token, certificate, key]) reader?.forget();
    },
  };
}

/** While certificate and key are being replaced they do not match: then the previous pair stays in use. */
function newest(held: ClientCertificate | undefined, read: ClientCertificate): ClientCertificate {
  if (held?.certificatePem === read.certificatePem && held.keyPem === read.keyPem) return held;
  try {
    createSecureContext({ cert: read.certificatePem, key: read.keyPem });
  } catch (error) {
    if (held !== undefined) return held;
    throw new Error('the client certificate and key cannot be used together', { cause: error });
  }
  return read;
}

/** Text that may change. */
export interface TextReader {
  read(): Promise<string>;
  /** Makes the next read check the file, even within the shortest time between two checks. */
  forget(): void;
}

export function pemReader(source: PemSource, clock: Clock): TextReader {
  return 'file' in source ? fileReader(source.file, clock) : { read: async () => source.pem, forget: () => {} };
}

/** A file's text; read again when its size, time or inode changed. If the file vanishes, its last text stays in use. */
function fileReader(path: string, clock: Clock): TextReader {
  let seen: { readonly identity: string; readonly text: string } | undefined;
  let looked = Number.NEGATIVE_INFINITY;
  return {
    async read() {
      if (seen !== undefined && clock.monotonic() - looked < recheckInterval) return seen.text;
      looked = clock.monotonic();
      try {
        const { ino, size, mtimeMs } = await stat(path);
        const identity = `${ino} ${size} ${mtimeMs}`;
        if (seen?.identity !== identity) seen = { identity, text: await readFile(path, 'utf8') };
      } catch (error) {
        if (seen === undefined) throw error;
      }
      return seen.text;
    },
    forget() {
      looked = Number.NEGATIVE_INFINITY;
    },
  };
}
