// The flags of how the port is served: TLS, certificates by name, and what tells clients to spread or to come back.

import { readFile } from 'node:fs/promises';
import { UsageError } from '../../../shared/process/command-line/command-line.ts';
import type { FlagValues } from '../../../shared/process/command-line/flag.ts';
import {
  choiceFlag,
  durationFlag,
  listFlag,
  switchFlag,
  valueFlag,
} from '../../../shared/process/command-line/flag.ts';
import type { NamedCertificate, ListeningOptions } from '../option/options.ts';
import { pathFlag } from './value-flags.ts';
import { cipherSuites, parseCipherSuite } from '../../../shared/process/host/cipher-suites.ts';

const group = 'Serving';
const highestChance = 0.02;

export const servingFlags = {
  'cert-dir': pathFlag('folder of keys and certificates; pki in the data folder when not given', {
    value: 'FOLDER',
    group,
  }),
  'tls-min-version': choiceFlag('oldest version of TLS', ['VersionTLS12', 'VersionTLS13'], {
    default: 'VersionTLS12',
    group,
  }),
  'tls-cipher-suites': listFlag<string>('cipher suites of TLS 1.2; those of Node.js when not given', {
    parse: parseCipherSuite,
    what: `one of ${cipherSuites.join(', ')}`,
    group,
  }),
  'tls-sni-cert-key': listFlag<NamedFiles>('certificate and key for clients that ask for one of these names', {
    value: 'CERT,KEY[:NAME,...]',
    separator: null,
    parse: parseNamedFiles,
    what: 'certificate,key or certificate,key:name,name',
    group,
  }),
  'permit-port-sharing': switchFlag('let several processes listen on the same port', { group }),
  'goaway-chance': valueFlag('chance that a request makes its HTTP/2 client open a new connection', parseChance, {
    value: 'N',
    what: `a number from 0 to ${highestChance}`,
    default: 0,
    group,
  }),
  'external-hostname': valueFlag('host name in addresses that are given to clients', parseHost, {
    value: 'NAME',
    what: 'a host name, an IP address, or one of them with a port',
    group,
  }),
  'shutdown-send-retry-after': switchFlag('answer new requests with 429 while the last ones end, instead of closing', {
    group,
  }),
  'shutdown-watch-termination-grace-period': durationFlag('over how long the watches of a stopping server are ended', {
    default: 0,
    group,
  }),
};

/** Throws UsageError for what this Node.js cannot do, an Error that names the flag for a file that cannot be read. */
export async function servingOf(flags: FlagValues<typeof servingFlags>): Promise<ListeningOptions> {
  if (flags['permit-port-sharing'] && !canSharePorts) {
    throw new UsageError('--permit-port-sharing needs Node.js 22.12, or 23.1 and newer');
  }
  const suites = flags['tls-cipher-suites'];
  const named: NamedCertificate[] = [];
  for (const files of flags['tls-sni-cert-key']) named.push(await readNamed(files));
  return {
    minVersion: flags['tls-min-version'] === 'VersionTLS13' ? 'TLSv1.3' : 'TLSv1.2',
    ...(suites.length === 0 ? {} : { cipherSuites: suites }),
    named,
    sharePort: flags['permit-port-sharing'],
    goawayChance: flags['goaway-chance'],
    ...(flags['external-hostname'] === undefined ? {} : { externalHost: flags['external-hostname'] }),
    sendRetryAfter: flags['shutdown-send-retry-after'],
    watchGrace: flags['shutdown-watch-termination-grace-period'],
  };
}

/** Older ones ignore the wish. */
const canSharePorts = ((): boolean => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 1) || (major === 22 && minor >= 12);
})();

export interface NamedFiles {
  readonly certificate: string;
  readonly key: string;
  readonly names: readonly string[];
}

function parseNamedFiles(text: string): NamedFiles | undefined {
  const [files = '', patterns = '', ...more] = text.split(':');
  const [certificate = '', key = '', ...excess] = files.split(',');
  if (certificate === '' || key === '' || excess.length > 0 || more.length > 0) return undefined;
  const names = patterns === '' ? [] : patterns.split(',').map((name) => name.toLowerCase());
  return names.every((name) => /^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name))
    ? { certificate, key, names }
    : undefined;
}

async function readNamed({ certificate, key, names }: NamedFiles): Promise<NamedCertificate> {
  try {
    const pem = await readFile(certificate, 'utf8');
    return { certificate: pem, privateKey: await readFile(key, 'utf8'), names };
  } catch (error) {
    throw new Error(`--tls-sni-cert-key: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** The text itself when it can stand between `https://` and a path. */
function parseHost(text: string): string | undefined {
  const url = URL.canParse(`https://${text}/`) ? new URL(`https://${text}/`) : undefined;
  return url !== undefined && !/[\s@/?#\\]/.test(text) ? text : undefined;
}

function parseChance(text: string): number | undefined {
  const chance = /^\d*\.?\d+(e-\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return chance >= 0 && chance <= highestChance ? chance : undefined;
}
