// The agent's configuration: the values of its settings (`settings-table.ts`), and the validation of related settings.

import type { Vendor } from '../../shared/vendor/vendor.ts';
import { defaultThresholds, parseThreshold } from '../host/eviction-threshold.ts';
import { type Content, FieldError, readAll, struct, type ValueOf } from './field.ts';
import { podSettings } from './pod-settings.ts';
import { fieldName, settingsTable } from './settings-table.ts';
import { UnservedFields } from './unserved-fields.ts';
import { withoutZeros } from './zero-fields.ts';

/** The configuration in force. Durations are milliseconds. */
export type AgentConfiguration = { readonly [K in keyof typeof settingsTable]: ValueOf<(typeof settingsTable)[K]> } & {
  readonly nodeStatusReportFrequency: number;
};

const defaultReportFrequency = { text: '5m0s', milliseconds: 300_000 };

/** What identifies a configuration file, and its fields, under one vendor's names. */
export interface ConfigurationFormat {
  readonly apiVersion: string;
  readonly kind: string;
  /** The content of a file, with null for zeros that mean "not set". */
  withoutZeros(content: Content): Content;
  /** Validates one of several files, without `apiVersion` and `kind`: each field alone. Throws FieldError with all faults. */
  check(content: Content): void;
  /** Reads the merged files. Throws FieldError, also for fields that contradict each other. */
  read(content: Content): AgentConfiguration;
  /** The content with every default filled in, as `/configz` shows it. */
  complete(content: Content): object;
}

/** `pods`: the agent runs pods, and supports the settings for them. */
export function configurationFormat(vendor: Vendor, pods = false): ConfigurationFormat {
  const reservedName = fieldName(vendor, 'agentReserved');
  const { agentReserved, ...rest } = settingsTable;
  const shape = struct({ ...rest, [reservedName]: agentReserved });
  const unserved = new UnservedFields(vendor, pods ? new Set(Object.keys(podSettings)) : new Set());
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
      readAll([() => checkThresholds(found), () => checkPair(found), () => checkShutdown(found)]);
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

/** Every soft threshold needs a grace period, and every minimum reclaim a threshold. */
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

/** The time of critical pods is a part of that of all, and both are whole seconds at least. Either these two or a list by priority. */
function checkShutdown(
  found: Pick<
    AgentConfiguration,
    'shutdownGracePeriod' | 'shutdownGracePeriodCriticalPods' | 'shutdownGracePeriodByPodPriority'
  >,
): void {
  const { shutdownGracePeriod: whole, shutdownGracePeriodCriticalPods: critical } = found;
  const steps = found.shutdownGracePeriodByPodPriority;
  const names = ['shutdownGracePeriod', 'shutdownGracePeriodCriticalPods'] as const;
  const short = names.filter((name) => found[name] > 0 && found[name] < 1_000);
  const twice = steps.findIndex(({ priority }, at) => steps.findIndex((one) => one.priority === priority) < at);
  const list = 'shutdownGracePeriodByPodPriority';
  const faults = [
    ...short.map((name) => `${name}: must be 0 or at least 1s`),
    ...(critical > whole ? ['shutdownGracePeriodCriticalPods: must not be longer than shutdownGracePeriod'] : []),
    ...(steps.length > 0 && whole + critical > 0 ? [`${list}: cannot be set together with shutdownGracePeriod`] : []),
    ...(twice < 0 ? [] : [`${list}[${twice}]: there is a period for the priority ${steps[twice]?.priority} already`]),
  ];
  if (faults.length > 0) throw new FieldError(...faults);
}

/** A certificate is served with its key. */
function checkPair({ tlsCertFile, tlsPrivateKeyFile }: Pick<AgentConfiguration, 'tlsCertFile' | 'tlsPrivateKeyFile'>) {
  if ((tlsCertFile === undefined) === (tlsPrivateKeyFile === undefined)) return;
  const [given, missing] =
    tlsCertFile === undefined ? ['tlsPrivateKeyFile', 'tlsCertFile'] : ['tlsCertFile', 'tlsPrivateKeyFile'];
  throw new FieldError(`${given}: a serving certificate needs both its file and its key file: ${missing} is missing`);
}
