// The agent's configuration: every field it honours, with its type and default (requirements ACONF). A field that is not in
// this table is refused at start, so that no setting is silently ignored.

import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { checkLabelValue, checkQualifiedName } from '../../shared/object/names.ts';
import { parseQuantity, quantityToNumber } from '../../shared/object/quantity.ts';
import { parseCipherSuite } from '../../shared/process/host/cipher-suites.ts';
import { isCalendarExpression } from '../../shared/process/loop/calendar-job.ts';
import { FeatureGates } from '../../shared/process/command-line/feature-gates.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { runtimeAddress } from '../cri/runtime-address.ts';
import { defaultThresholds, parseReclaim, parseThreshold } from '../host/eviction-threshold.ts';
import type { Taint } from '../node/node.ts';
import {
  type Content,
  choice,
  duration,
  type Field,
  FieldError,
  field,
  flag,
  integer,
  listOf,
  mapOf,
  optional,
  period,
  readAll,
  type Shape,
  struct,
  text,
  type ValueOf,
} from './field.ts';
import { agentGates } from './gates.ts';
import { UnservedFields } from './unserved-fields.ts';
import { withoutZeros } from './zero-fields.ts';

const address = text((value) => (isIP(value) === 0 ? 'must be an IP address' : undefined));
const quantity = text((value) => (parseQuantity(value) === undefined ? `"${value}" is not a quantity` : undefined));
const port = integer(0, 65_535);

/** An amount, read as bytes. */
const bytes: Shape<number> = {
  ...quantity,
  read: (value, path) => {
    const found = parseQuantity(quantity.read(typeof value === 'number' ? String(value) : value, path));
    if (found === undefined || found.nano < 0n) throw new FieldError(`${path}: must not be negative`);
    return quantityToNumber(found);
  },
};

/** An amount or a percentage, read as how much of a total that is. */
const portion: Shape<(total: number) => number> = {
  ...quantity,
  read: (value, path) => {
    const [, share] = typeof value === 'string' ? (/^(\d{1,2}(?:\.\d+)?)%$/.exec(value) ?? []) : [];
    if (share !== undefined) return (total) => Math.floor((total * Number(share)) / 100);
    const amount = bytes.read(value, path);
    return () => amount;
  },
};

const calendar = text((value) =>
  isCalendarExpression(value) ? undefined : `"${value}" is no calendar expression of five fields`,
);

/** Names of resources that can be kept from pods, each with an amount. */
const reservable = ['cpu', 'memory', 'ephemeral-storage', 'pid'];
const amounts = mapOf(quantity, (name, amount) => {
  if (!reservable.includes(name)) return `must be one of ${reservable.join(', ')}`;
  return (parseQuantity(amount)?.nano ?? 0n) < 0n ? 'must not be negative' : undefined;
});

const reserved = field(amounts, {});

const gates = mapOf(flag, (name, on) => faultOf(() => new FeatureGates(agentGates, new Map([[name, on]]))));

const thresholds = mapOf(text(), (signal, value) => faultOf(() => parseThreshold(signal, value)));
const reclaims = mapOf(text(), (signal, value) => faultOf(() => parseReclaim(signal, value)));

/** None is a time too. */
const gracePeriod: Shape<number> = {
  ...duration,
  read: (value, path) => (value === '0s' || value === '0' ? 0 : duration.read(value, path)),
};

const taintFields = struct({
  key: field(text(), undefined),
  value: optional(text()),
  effect: field(choice('NoSchedule', 'PreferNoSchedule', 'NoExecute'), undefined),
});

const taint: Shape<Taint> = {
  ...taintFields,
  read: (value, path) => {
    const { key, value: setting, effect } = taintFields.read(value, path);
    const [fault] = [...checkQualifiedName(key), ...checkLabelValue(setting ?? '')];
    if (fault !== undefined) throw new FieldError(`${path}: ${fault}`);
    return { key, effect, ...(setting === undefined ? {} : { value: setting }) };
  },
};

/** Of one key and effect there is one taint. */
const taints: Shape<readonly Taint[]> = {
  ...listOf(taint),
  read: (value, path) => {
    const list = listOf(taint).read(value, path);
    list.forEach(({ key, effect }, index) => {
      const first = list.findIndex((one) => one.key === key && one.effect === effect);
      if (first !== index) throw new FieldError(`${path}[${index}]: there is a taint ${key}:${effect} already`);
    });
    return list;
  },
};

const fields = {
  address: field(address, '0.0.0.0'),
  port: field(port, 10_250),
  healthzBindAddress: field(address, '127.0.0.1'),
  /** 0: no plain health endpoint. */
  healthzPort: field(port, 10_248),
  tlsCertFile: optional(text()),
  tlsPrivateKeyFile: optional(text()),
  tlsMinVersion: field(choice('VersionTLS12', 'VersionTLS13'), 'VersionTLS12'),
  /** Of TLS 1.2; none: those of Node. */
  tlsCipherSuites: field(
    listOf(
      text((name) => (parseCipherSuite(name) === undefined ? `"${name}" is no suite that can be served` : undefined)),
    ),
    [],
  ),
  /** Whether the agent renews its client certificate. */
  rotateCertificates: field(flag, false),
  /** Whether the API service signs the serving certificate, instead of the agent itself. */
  serverTLSBootstrap: field(flag, false),
  authentication: field(
    struct({
      x509: field(struct({ clientCAFile: optional(text()) }), {}),
      webhook: field(struct({ enabled: field(flag, true), cacheTTL: period('2m0s') }), {}),
      anonymous: field(struct({ enabled: field(flag, false) }), {}),
    }),
    {},
  ),
  authorization: field(
    struct({
      mode: field(choice('Webhook', 'AlwaysAllow'), 'Webhook'),
      webhook: field(struct({ cacheAuthorizedTTL: period('5m0s'), cacheUnauthorizedTTL: period('30s') }), {}),
    }),
    {},
  ),
  registerNode: field(flag, true),
  registerWithTaints: field(taints, []),
  providerID: optional(text()),
  nodeStatusUpdateFrequency: period('10s'),
  /** Unset: five minutes, or the update frequency where only that is set. */
  nodeStatusReportFrequency: optional(duration),
  nodeLeaseDurationSeconds: field(integer(1, 86_400), 40),
  /** Events written per second, and at once; 0: as many as there are. */
  eventRecordQPS: field(integer(0, 10_000), 50),
  eventBurst: field(integer(1, 100_000), 100),
  nodeStatusMaxImages: field(integer(-1, 1_000_000), 50),
  maxPods: field(integer(0, 100_000), 110),
  podsPerCore: field(integer(0, 100_000), 0),
  systemReserved: reserved,
  agentReserved: reserved,
  evictionHard: field(thresholds, defaultThresholds),
  /** Crossed for as long as their grace period says, they make the pressure too. */
  evictionSoft: field(thresholds, {}),
  evictionSoftGracePeriod: field(mapOf(gracePeriod), {}),
  /** What must be free beyond a threshold before its pressure ends. */
  evictionMinimumReclaim: field(reclaims, {}),
  evictionPressureTransitionPeriod: period('5m0s'),
  /** Whether signals that `evictionHard` leaves out keep their default. */
  mergeDefaultEvictionSettings: field(flag, false),
  /** Where container logs lie; none outside it is ever read. */
  podLogsDir: field(
    text((value) => (isAbsolute(value) ? undefined : 'must be an absolute path')),
    '/var/log/pods',
  ),
  /** Whether the log files of the host are served, at `/logs/`. */
  enableSystemLogHandler: field(flag, true),
  /** Which checkpoint archives go, and when that is looked at. Without a rule all stay. */
  checkpointRetention: field(
    struct({
      maxCount: optional(integer(0, 1_000_000)),
      maxAge: optional(duration),
      maxBytes: optional(bytes),
      schedule: field(calendar, '*/15 * * * *'),
    }),
    {},
  ),
  /** What checkpoints leave free on the file system of their folder. */
  checkpointMinimumFree: field(portion, '100Mi'),
  containerRuntimeEndpoint: field(
    text((endpoint) => faultOf(() => runtimeAddress(endpoint))),
    'unix:///run/containerd/containerd.sock',
  ),
  runtimeRequestTimeout: period('2m0s'),
  featureGates: field(gates, {}),
} as const satisfies Readonly<Record<string, Field<unknown>>>;

/** The configuration in force. Durations are milliseconds. */
export type AgentConfiguration = { readonly [K in keyof typeof fields]: ValueOf<(typeof fields)[K]> } & {
  readonly nodeStatusReportFrequency: number;
};

const defaultReportFrequency = { text: '5m0s', milliseconds: 300_000 };

/** What identifies a configuration file, and its fields, under one vendor's names. */
export interface ConfigurationFormat {
  readonly apiVersion: string;
  readonly kind: string;
  /** What a file says: zeros by which it means "not set" become null. */
  withoutZeros(content: Content): Content;
  /** Judges one file of several, without `apiVersion` and `kind`: each field for itself. Throws FieldError with all faults. */
  check(content: Content): void;
  /** Reads what the files make together. Throws FieldError, also for fields that do not go together. */
  read(content: Content): AgentConfiguration;
  /** The content with every default filled in, as `/configz` shows it. */
  complete(content: Content): object;
}

export function configurationFormat(vendor: Vendor): ConfigurationFormat {
  const reservedName = vendor.fill('{short}Reserved');
  const { agentReserved, ...rest } = fields;
  const shape = struct({ ...rest, [reservedName]: agentReserved });
  const unserved = new UnservedFields(vendor);
  return {
    apiVersion: vendor.fill('kubelet.config.{api}/v1beta1'),
    kind: 'KubeletConfiguration',
    withoutZeros,
    check: (content) => {
      readAll<unknown>([() => unserved.check(content), () => shape.read(unserved.others(content), '')]);
    },
    read: (content) => {
      const given = unserved.others(content);
      const found = shape.read(given, '');
      readAll([() => checkThresholds(found), () => checkPair(found)]);
      const named = found as unknown as Readonly<Record<string, AgentConfiguration['agentReserved']>>;
      const frequencySet = (given['nodeStatusUpdateFrequency'] ?? '0s') !== '0s';
      return {
        ...found,
        agentReserved: named[reservedName] ?? {},
        nodeStatusReportFrequency:
          found.nodeStatusReportFrequency ??
          (frequencySet ? found.nodeStatusUpdateFrequency : defaultReportFrequency.milliseconds),
      };
    },
    complete: (content) => {
      const given = unserved.others(content);
      const nodeStatusReportFrequency = given['nodeStatusUpdateFrequency'] ?? defaultReportFrequency.text;
      return { nodeStatusReportFrequency, ...(shape.complete(given) as object) };
    },
  };
}

/** Every soft threshold has its time, and everything to win back its threshold. */
function checkThresholds(
  found: Pick<
    AgentConfiguration,
    | 'evictionHard'
    | 'evictionSoft'
    | 'evictionSoftGracePeriod'
    | 'evictionMinimumReclaim'
    | 'mergeDefaultEvictionSettings'
  >,
): void {
  const { evictionHard, evictionSoft, evictionSoftGracePeriod, evictionMinimumReclaim } = found;
  const isOn = ([signal, value]: readonly [string, string]): boolean => parseThreshold(signal, value) !== undefined;
  const timeless = Object.entries(evictionSoft)
    .filter((one) => isOn(one) && !Object.hasOwn(evictionSoftGracePeriod, one[0]))
    .map(([signal]) => `evictionSoft.${signal}: needs a grace period in evictionSoftGracePeriod`);
  const watched = {
    ...evictionHard,
    ...evictionSoft,
    ...(found.mergeDefaultEvictionSettings ? defaultThresholds : {}),
  };
  const beyondNone = Object.keys(evictionMinimumReclaim)
    .filter((signal) => !Object.hasOwn(watched, signal))
    .map((signal) => `evictionMinimumReclaim.${signal}: has no threshold in evictionHard or evictionSoft`);
  if (timeless.length + beyondNone.length > 0) throw new FieldError(...timeless, ...beyondNone);
}

/** A certificate is served with its key. */
function checkPair({ tlsCertFile, tlsPrivateKeyFile }: Pick<AgentConfiguration, 'tlsCertFile' | 'tlsPrivateKeyFile'>) {
  if ((tlsCertFile === undefined) === (tlsPrivateKeyFile === undefined)) return;
  const [given, missing] =
    tlsCertFile === undefined ? ['tlsPrivateKeyFile', 'tlsCertFile'] : ['tlsCertFile', 'tlsPrivateKeyFile'];
  throw new FieldError(`${given}: a serving certificate needs both its file and its key file: ${missing} is missing`);
}

function faultOf(parse: () => unknown): string | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
