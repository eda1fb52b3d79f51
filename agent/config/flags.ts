// The command line of the agent. Flags that a configuration field stands behind win over the files and are turned into the same
// form here.

import { isIP } from 'node:net';
import { UsageError } from '../../shared/process/command-line/usage-error.ts';
import type { Flag, FlagValues, ValueFlagOptions } from '../../shared/process/command-line/flag.ts';
import {
  choiceFlag,
  integerFlag,
  listFlag,
  switchFlag,
  textFlag,
  valueFlag,
} from '../../shared/process/command-line/flag.ts';
import { cipherSuites, parseCipherSuite } from '../../shared/process/host/cipher-suites.ts';
import { parseFeatureGates } from '../../shared/process/command-line/feature-gates.ts';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import type { Taint } from '../node/node.ts';
import { overlay } from './configuration-file.ts';
import type { Content } from './field.ts';
import { refusedFlags } from './refused-flags.ts';

const node = { group: 'Node' };
const server = { group: 'Endpoint' };
const files = { group: 'Files' };
const checkpoints = { group: 'Checkpoints' };

/** A path; an empty one would be the folder that the program happens to be started in. */
function pathFlag(meaning: string, options: ValueFlagOptions<string> & { readonly default: string }): Flag<string>;
function pathFlag(meaning: string, options: ValueFlagOptions<string>): Flag<string | undefined>;
function pathFlag(meaning: string, options: ValueFlagOptions<string>): Flag<string | undefined> {
  return valueFlag(meaning, (text) => (text === '' ? undefined : text), { ...options, what: 'a path' });
}

/** `name=quantity` pairs, as reservations are written. */
const reserved = (meaning: string) => listFlag(meaning, { ...node, parse: parsePair, what: 'name=quantity' });

/** What is kept from pods for the agent itself, under the name that each vendor has for it. */
const agentReserved = Object.fromEntries(
  vendorIds.map((id) => [
    vendorOf(id).fill('{short}-reserved'),
    reserved('resources kept for the agent and the runtime, name=quantity'),
  ]),
);

export const agentFlags = {
  ...refusedFlags,
  ...(agentReserved as object),
  config: pathFlag('configuration file', { ...files, value: 'FILE' }),
  'config-dir': pathFlag('folder of .conf files laid over the configuration file', { ...files, value: 'FOLDER' }),
  kubeconfig: pathFlag('how to reach the API server; without it the agent stands alone', { ...files, value: 'FILE' }),
  'bootstrap-kubeconfig': pathFlag(
    'how to reach the API server with a bootstrap token, to get the connection file that --kubeconfig names',
    { ...files, value: 'FILE' },
  ),
  'root-dir': pathFlag('folder of the agent', { ...files, value: 'FOLDER', default: '/var/lib/kubelet' }),
  'cert-dir': pathFlag(
    'folder of the certificates that the agent makes or is given (default: pki in the root folder)',
    {
      ...files,
      value: 'FOLDER',
    },
  ),
  'hostname-override': textFlag('name of the node instead of the host name', node),
  'node-ip': listFlag('address of the node, or one of each family; 0.0.0.0 or :: only choose the family', {
    ...node,
    parse: (value: string) => (isIP(value) === 0 ? undefined : value),
    what: 'an IP address',
  }),
  'node-labels': listFlag('labels of the node, key=value', {
    ...node,
    parse: parseLabel,
    what: 'a label key=value',
  }),
  'register-node': switchFlag('make the node known to the API server', { ...node, default: true }),
  'register-schedulable': switchFlag('let pods on a new node; without, it is marked unschedulable', {
    ...node,
    default: true,
  }),
  'register-with-taints': listFlag('taints of a new node, key=value:effect', {
    ...node,
    parse: parseTaint,
    what: 'a taint key=value:NoSchedule, :PreferNoSchedule or :NoExecute',
  }),
  'cloud-provider': valueFlag(
    'external: a cloud controller writes the addresses of the node and lets pods on it; empty: there is none',
    (text) => (text === '' || text === 'external' ? text : undefined),
    { ...node, default: '', value: 'NAME', what: 'external or empty' },
  ),
  'provider-id': textFlag('identity of the machine at its provider', node),
  'max-pods': integerFlag('most pods on the node', { ...node, default: 110 }),
  'pods-per-core': integerFlag('most pods for each core; 0: no such limit', { ...node, default: 0, max: 100_000 }),
  'node-status-update-frequency': textFlag('how often the status of the node is looked at', {
    ...node,
    value: 'DURATION',
    default: '10s',
  }),
  'node-status-max-images': integerFlag('images named in the status of the node; -1: all', {
    ...node,
    default: 50,
    min: -1,
    max: 1_000_000,
  }),
  'event-qps': integerFlag('events about the node written per second; 0: as many as there are', {
    ...node,
    default: 50,
    max: 10_000,
  }),
  'event-burst': integerFlag('events about the node written at once', { ...node, default: 100, min: 1, max: 100_000 }),
  'system-reserved': reserved('resources kept for the system, name=quantity'),
  'eviction-hard': listFlag('thresholds of node pressure, signal<amount', {
    ...node,
    parse: parseThresholdPair,
    what: 'a threshold signal<amount',
  }),
  'eviction-soft': listFlag('thresholds of node pressure that must last, signal<amount', {
    ...node,
    parse: parseThresholdPair,
    what: 'a threshold signal<amount',
  }),
  'eviction-soft-grace-period': listFlag('how long soft thresholds must last, signal=duration', {
    ...node,
    parse: parsePair,
    what: 'signal=duration',
  }),
  'eviction-minimum-reclaim': listFlag('what must be free beyond a threshold to end its pressure, signal=amount', {
    ...node,
    parse: parsePair,
    what: 'signal=amount',
  }),
  'eviction-pressure-transition-period': textFlag('how long a pressure is kept up after it ended', {
    ...node,
    value: 'DURATION',
    default: '5m0s',
  }),
  'checkpoint-max-count': integerFlag('checkpoint archives kept of one container; default: all', {
    ...checkpoints,
    max: 1_000_000,
  }),
  'checkpoint-max-age': textFlag('how long checkpoint archives are kept, such as 168h; default: for ever', {
    ...checkpoints,
    value: 'DURATION',
  }),
  'checkpoint-max-bytes': textFlag('what checkpoint archives may take together, such as 50Gi; default: all there is', {
    ...checkpoints,
    value: 'QUANTITY',
  }),
  'checkpoint-retention-schedule': textFlag('when old checkpoint archives are removed, as a calendar expression', {
    ...checkpoints,
    value: 'CRON',
    default: '*/15 * * * *',
  }),
  'checkpoint-minimum-free': textFlag('what checkpoints leave free on their disk, an amount or a percentage', {
    ...checkpoints,
    value: 'QUANTITY',
    default: '100Mi',
  }),
  'runtime-request-timeout': textFlag('how long the container runtime may take for an answer', {
    ...node,
    value: 'DURATION',
    default: '2m0s',
  }),
  'container-runtime-endpoint': textFlag('socket of the container runtime', {
    value: 'ENDPOINT',
    default: 'unix:///run/containerd/containerd.sock',
  }),
  address: textFlag('address to listen on', { ...server, default: '0.0.0.0' }),
  port: integerFlag('port to listen on; 0: any free one', { ...server, default: 10_250, max: 65_535 }),
  'healthz-bind-address': textFlag('address of the plain health endpoint', { ...server, default: '127.0.0.1' }),
  'healthz-port': integerFlag('port of the plain health endpoint; 0: none', {
    ...server,
    default: 10_248,
    max: 65_535,
  }),
  'client-ca-file': pathFlag('authorities of client certificates', { ...server, value: 'FILE' }),
  'tls-cert-file': pathFlag('serving certificate', { ...server, value: 'FILE' }),
  'tls-private-key-file': pathFlag('key of the serving certificate', { ...server, value: 'FILE' }),
  'tls-min-version': choiceFlag('oldest TLS version that is served', ['VersionTLS12', 'VersionTLS13'], {
    ...server,
    default: 'VersionTLS12',
  }),
  'tls-cipher-suites': listFlag<string>('cipher suites of TLS 1.2; those of Node.js when not given', {
    ...server,
    parse: parseCipherSuite,
    what: `one of ${cipherSuites.join(', ')}`,
  }),
  'rotate-certificates': switchFlag('renew the client certificate before it ends', server),
  'rotate-server-certificates': switchFlag('have the API server sign the serving certificate, and renew it', server),
  'authentication-token-webhook': switchFlag('ask the API server about tokens', { ...server, default: true }),
  'authentication-token-webhook-cache-ttl': textFlag('how long an answer about a token holds', {
    ...server,
    value: 'DURATION',
    default: '2m0s',
  }),
  'authorization-webhook-cache-authorized-ttl': textFlag('how long a granted access holds', {
    ...server,
    value: 'DURATION',
    default: '5m0s',
  }),
  'authorization-webhook-cache-unauthorized-ttl': textFlag('how long a refused access holds', {
    ...server,
    value: 'DURATION',
    default: '30s',
  }),
  'anonymous-auth': switchFlag('let callers without credentials in as system:anonymous', server),
  'authorization-mode': choiceFlag('who decides on access', ['Webhook', 'AlwaysAllow'], {
    ...server,
    default: 'Webhook',
  }),
  'feature-gates': valueFlag('features to switch on or off, Name=true,...', parseFeatureGates, {
    what: 'a list of Name=true or Name=false',
    value: 'LIST',
  }),
  vendor: choiceFlag('whose names to use', vendorIds, { default: 'orch' }),
  v: integerFlag('verbosity of the log; from 2 on with details', { short: 'v', default: 0, max: 10 }),
  'logging-format': choiceFlag('form of the log', ['text', 'json'], { default: 'text' }),
} as const;

export type AgentFlags = FlagValues<typeof agentFlags>;

/** Where in a configuration file the setting of a flag stands. */
const places = {
  'register-node': ['registerNode'],
  'register-with-taints': ['registerWithTaints'],
  'provider-id': ['providerID'],
  'max-pods': ['maxPods'],
  'pods-per-core': ['podsPerCore'],
  'node-status-update-frequency': ['nodeStatusUpdateFrequency'],
  'node-status-max-images': ['nodeStatusMaxImages'],
  'runtime-request-timeout': ['runtimeRequestTimeout'],
  'tls-min-version': ['tlsMinVersion'],
  'tls-cipher-suites': ['tlsCipherSuites'],
  'authentication-token-webhook': ['authentication', 'webhook', 'enabled'],
  'authentication-token-webhook-cache-ttl': ['authentication', 'webhook', 'cacheTTL'],
  'authorization-webhook-cache-authorized-ttl': ['authorization', 'webhook', 'cacheAuthorizedTTL'],
  'authorization-webhook-cache-unauthorized-ttl': ['authorization', 'webhook', 'cacheUnauthorizedTTL'],
  'eviction-pressure-transition-period': ['evictionPressureTransitionPeriod'],
  'event-qps': ['eventRecordQPS'],
  'event-burst': ['eventBurst'],
  'checkpoint-max-count': ['checkpointRetention', 'maxCount'],
  'checkpoint-max-age': ['checkpointRetention', 'maxAge'],
  'checkpoint-max-bytes': ['checkpointRetention', 'maxBytes'],
  'checkpoint-retention-schedule': ['checkpointRetention', 'schedule'],
  'checkpoint-minimum-free': ['checkpointMinimumFree'],
  'container-runtime-endpoint': ['containerRuntimeEndpoint'],
  address: ['address'],
  port: ['port'],
  'healthz-bind-address': ['healthzBindAddress'],
  'healthz-port': ['healthzPort'],
  'client-ca-file': ['authentication', 'x509', 'clientCAFile'],
  'tls-cert-file': ['tlsCertFile'],
  'tls-private-key-file': ['tlsPrivateKeyFile'],
  'rotate-certificates': ['rotateCertificates'],
  'rotate-server-certificates': ['serverTLSBootstrap'],
  'anonymous-auth': ['authentication', 'anonymous', 'enabled'],
  'authorization-mode': ['authorization', 'mode'],
} as const satisfies Partial<Record<keyof AgentFlags, readonly string[]>>;

/** Flags of pairs, and the map they fill. */
const tablePlaces = {
  'system-reserved': 'systemReserved',
  'eviction-hard': 'evictionHard',
  'eviction-soft': 'evictionSoft',
  'eviction-soft-grace-period': 'evictionSoftGracePeriod',
  'eviction-minimum-reclaim': 'evictionMinimumReclaim',
} as const;
const tables = Object.keys(tablePlaces) as readonly (keyof typeof tablePlaces)[];

/** What the flags that were given set, as it would stand in a configuration file. */
export function configurationOf(flags: AgentFlags, given: ReadonlySet<string>): Content {
  let content: Content = flags['feature-gates'] ? { featureGates: Object.fromEntries(flags['feature-gates']) } : {};
  for (const [name, path] of Object.entries(places)) {
    if (!given.has(name)) continue;
    const value: unknown = flags[name as keyof typeof places];
    const layer = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
    content = overlay(content, layer as Content);
  }
  for (const name of tables) {
    if (given.has(name)) content = { ...content, [tablePlaces[name]]: tableOf(flags[name]) };
  }
  const short = vendorOf(flags.vendor).fill('{short}');
  for (const name of Object.keys(agentReserved).filter((one) => given.has(one))) {
    if (name !== `${short}-reserved`)
      throw new UsageError(`--${name} is that of another vendor: use --${short}-reserved`);
    content = {
      ...content,
      [`${short}Reserved`]: tableOf((flags as Readonly<Record<string, unknown>>)[name] as Pairs),
    };
  }
  return content;
}

type Pairs = readonly { readonly key: string; readonly value: string }[];

function tableOf(pairs: Pairs): Readonly<Record<string, string>> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, value]));
}

/** The flag that set what stands at a path of `configurationOf`. */
export function flagOf(path: readonly string[]): string {
  const [first = ''] = path;
  const named = Object.entries(places).find(([, place]) => place.every((key, index) => path[index] === key))?.[0];
  const table = tables.find((name) => tablePlaces[name] === first);
  return `--${named ?? table ?? (first.endsWith('Reserved') ? first.replace('Reserved', '-reserved') : 'feature-gates')}`;
}

export function parseLabel(value: string): { readonly key: string; readonly value: string } | undefined {
  const at = value.indexOf('=');
  return at < 1 ? undefined : { key: value.slice(0, at), value: value.slice(at + 1) };
}

function parsePair(value: string): Pairs[number] | undefined {
  const pair = parseLabel(value);
  return pair === undefined || pair.value === '' ? undefined : pair;
}

function parseThresholdPair(text: string): Pairs[number] | undefined {
  const [, key, value] = /^([^<=]+)<(.+)$/.exec(text) ?? [];
  return key === undefined || value === undefined ? undefined : { key, value };
}

function parseTaint(value: string): Taint | undefined {
  const [, key, setting, effect] = /^([^=:]+)(?:=([^:]*))?:(NoSchedule|PreferNoSchedule|NoExecute)$/.exec(value) ?? [];
  if (key === undefined || effect === undefined) return undefined;
  return { key, ...(setting ? { value: setting } : {}), effect: effect as Taint['effect'] };
}
