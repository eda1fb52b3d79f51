// The options of how the port is served: address, TLS, certificates by name, CORS, and the answers that make clients reconnect
// elsewhere or retry later.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { choiceFlag, listFlag, valueFlag } from '../../../shared/process/command-line/flag.ts';
import { UsageError } from '../../../shared/process/command-line/usage-error.ts';
import { cipherSuites, parseCipherSuite } from '../../../shared/process/host/cipher-suites.ts';
import { parseAddressRange } from '../../registry/allocation/address-range.ts';
import { addressFlag, checkedFlag, checkedListFlag, pathFlag } from '../flag/value-flags.ts';
import {
  durationOption,
  flagOption,
  group,
  ifAny,
  integerOption,
  keyPairOption,
  option,
  type OptionTable,
  switchOption,
} from '../option/option-entry.ts';
import type { ApiServerOptions, ListeningOptions, NamedCertificate } from '../option/options.ts';
import { originRule } from '../option/origin-rule.ts';
import { flag as trueOrFalse, list, number, oneOf, pem, shape, text, wholeNumber } from '../option/value-form.ts';

const heading = { group: 'Serving' };
const highestChance = 0.02;

const certificateFolder = {
  'cert-dir': pathFlag('folder of keys and certificates; pki in the data folder when not given', {
    ...heading,
    value: 'FOLDER',
  }),
};

const namedPair = keyPairOption(
  ['tls-cert-file', 'PEM of the serving certificate; one of an own authority when not given'],
  ['tls-private-key-file', 'PEM of its key'],
  heading,
);

/** The given pair, or the one in the folder of certificates under the name of the service. */
export const servingPair = option(
  namedPair.form,
  { ...namedPair.flags, ...certificateFolder },
  {
    check: (flags) => namedPair.check(flags),
    read: async (flags) => {
      const named = await namedPair.read(flags);
      const folder = flags['cert-dir'];
      if (named !== undefined || folder === undefined) return named;
      try {
        const certificate = await readFile(join(folder, 'apiserver.crt'), 'utf8');
        return { certificate, privateKey: await readFile(join(folder, 'apiserver.key'), 'utf8') };
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw new Error(`--cert-dir: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
    },
  },
);

const minVersion = {
  'tls-min-version': choiceFlag('oldest version of TLS', ['VersionTLS12', 'VersionTLS13'], {
    ...heading,
    default: 'VersionTLS12',
  }),
};
const suites = {
  'tls-cipher-suites': listFlag<string>('cipher suites of TLS 1.2; those of Node.js when not given', {
    ...heading,
    parse: parseCipherSuite,
    what: `one of ${cipherSuites.join(', ')}`,
  }),
};
const named = {
  'tls-sni-cert-key': listFlag<NamedFiles>('certificate and key for clients that ask for one of these names', {
    ...heading,
    value: 'CERT,KEY[:NAME,...]',
    separator: null,
    parse: parseNamedFiles,
    what: 'certificate,key or certificate,key:name,name',
  }),
};
const sharePort = switchOption('permit-port-sharing', 'let several processes listen on the same port', heading);

const listening = group({
  minVersion: option(oneOf(['TLSv1.2', 'TLSv1.3']), minVersion, {
    read: (flags) => (flags['tls-min-version'] === 'VersionTLS13' ? 'TLSv1.3' : 'TLSv1.2'),
  }),
  cipherSuites: option(list(text), suites, { read: (flags) => ifAny(flags['tls-cipher-suites']) }),
  named: option(
    list(
      shape<NamedCertificate>({ certificate: pem, privateKey: pem, names: list(text) }, [
        'certificate',
        'privateKey',
        'names',
      ]),
    ),
    named,
    {
      read: async (flags) => {
        const certificates: NamedCertificate[] = [];
        for (const files of flags['tls-sni-cert-key']) certificates.push(await readNamed(files));
        return certificates;
      },
    },
  ),
  sharePort: {
    ...sharePort,
    check: (flags) => {
      if (flags['permit-port-sharing'] && !canSharePorts) {
        throw new UsageError('--permit-port-sharing needs Node.js 22.12, or 23.1 and newer');
      }
    },
  } satisfies typeof sharePort,
  goawayChance: flagOption(
    number(0, 1),
    'goaway-chance',
    valueFlag('chance of a request to make its HTTP/2 client reconnect', parseChance, {
      ...heading,
      value: 'N',
      what: `a number from 0 to ${highestChance}`,
      default: 0,
    }),
  ),
  externalHost: flagOption(
    text,
    'external-hostname',
    valueFlag('host name in addresses sent to clients', parseHost, {
      ...heading,
      value: 'NAME',
      what: 'a host name, an IP address, or one of them with a port',
    }),
  ),
  sendRetryAfter: switchOption(
    'shutdown-send-retry-after',
    'answer new requests with 429 while the last ones end, instead of closing',
    heading,
  ),
  watchGrace: durationOption(
    'shutdown-watch-termination-grace-period',
    'over how long the watches of a stopping server are ended',
    { ...heading, default: 0 },
  ),
} satisfies OptionTable<ListeningOptions>);

const origins = {
  'cors-allowed-origins': listFlag('regular expressions of origins that browsers may call from', heading),
};

const endpoint = {
  'endpoint-reconciler-type': choiceFlag(
    'whether the address of the server is published as an endpoint of the service of the API; master-count is the same as lease',
    ['lease', 'master-count', 'none'],
    { ...heading, default: 'lease' },
  ),
};

const port = wholeNumber(1, 65_535);

export const servingOptions = {
  port: integerOption('secure-port', 'port of the API; 0: any free one', { ...heading, default: 6443, max: 65_535 }),
  address: flagOption(text, 'bind-address', addressFlag('address to listen on', { ...heading, default: '0.0.0.0' })),
  advertisedHost: flagOption(text, 'advertise-address', addressFlag('address or name in the connection file', heading)),
  publishEndpoint: option(trueOrFalse, endpoint, { read: (flags) => flags['endpoint-reconciler-type'] !== 'none' }),
  serving: servingPair,
  corsAllowedOrigins: option(list(text), origins, {
    check: async (flags) => {
      await originRule(flags['cors-allowed-origins']).catch((error: Error) => {
        throw new UsageError(`--cors-allowed-origins: ${error.message}`);
      });
    },
    read: (flags) => flags['cors-allowed-origins'],
  }),
  strictTransportSecurity: flagOption(
    list(text),
    'strict-transport-security-directives',
    checkedListFlag('directives of the Strict-Transport-Security header', requireDirective, heading),
  ),
  serviceRange: flagOption(
    text,
    'service-cluster-ip-range',
    checkedFlag('addresses of services', parseAddressRange, { ...heading, value: 'CIDR', default: '10.0.0.0/24' }),
  ),
  nodePorts: flagOption(
    shape<NonNullable<ApiServerOptions['nodePorts']>>({ first: port, last: port }, ['first', 'last']),
    'service-node-port-range',
    valueFlag('ports of services of type NodePort, first and last', parsePortRange, {
      ...heading,
      value: 'FIRST-LAST',
      what: 'a range of ports such as 30000-32767, 30000+2767 or 30000',
      format: ({ first, last }) => `${first}-${last}`,
      default: { first: 30_000, last: 32_767 },
    }),
  ),
  certificateFolder: option(text, certificateFolder, { read: (flags) => flags['cert-dir'] }),
  listening,
};

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

/** One of the three that there are (RFC 6797); what an age is, browsers judge. */
function requireDirective(text: string): void {
  if (/^(?:max-age=[ -~]*|includeSubDomains|preload)$/.test(text)) return;
  throw new Error(`${JSON.stringify(text)} is none of max-age=SECONDS, includeSubDomains, preload`);
}

/** `30000-32767`, `30000+5` for that many more, or one port. */
function parsePortRange(text: string): { readonly first: number; readonly last: number } | undefined {
  const [, first, mark, number] = /^(\d{1,5})(?:([-+])(\d{1,5}))?$/.exec(text) ?? [];
  const last = mark === '-' ? Number(number) : Number(first) + Number(number ?? 0);
  const range = { first: Number(first), last };
  return range.first >= 1 && range.first <= range.last && range.last <= 65_535 ? range : undefined;
}
