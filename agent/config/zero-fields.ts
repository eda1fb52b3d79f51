// Fields where a zero means "not set": programs that write this configuration format put zeros for unset fields, and readers
// then use the default. In other fields zero is a value (`healthzPort: 0` serves no health endpoint).

import type { Content } from './field.ts';

const zeros: readonly (readonly [path: readonly string[], zero: unknown])[] = [
  [['address'], ''],
  [['authentication', 'x509', 'clientCAFile'], ''],
  [['authorization', 'mode'], ''],
  [['containerRuntimeEndpoint'], ''],
  [['eventBurst'], 0],
  [['healthzBindAddress'], ''],
  [['maxPods'], 0],
  [['nodeLeaseDurationSeconds'], 0],
  [['nodeStatusReportFrequency'], '0s'],
  [['nodeStatusUpdateFrequency'], '0s'],
  [['podLogsDir'], ''],
  [['port'], 0],
  [['providerID'], ''],
  [['tlsCertFile'], ''],
  [['tlsMinVersion'], ''],
  [['tlsPrivateKeyFile'], ''],
];

/** The content with null in place of these zeros. A null removes the value of earlier files. */
export function withoutZeros(content: Content): Content {
  return zeros.reduce<Content>((all, [path, zero]) => replaced(all, path, zero) as Content, content);
}

function replaced(value: unknown, [key, ...rest]: readonly string[], zero: unknown): unknown {
  if (key === undefined) return value === zero ? null : value;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key)) return value;
  return { ...value, [key]: replaced((value as Content)[key], rest, zero) };
}

/** Fields that are left out of what is shown while they have this value, which is that of an unset field. */
const unset: Readonly<Record<string, unknown>> = {
  evictionMaxPodGracePeriod: 0,
  podsPerCore: 0,
  protectKernelDefaults: false,
  rotateCertificates: false,
  serverTLSBootstrap: false,
};

/** What `/configz` shows: like other agents without empty texts, lists and maps, and without zeros that mean "not set". */
export function withoutUnset(shown: object): object {
  return Object.fromEntries(Object.entries(shown).filter(([name, value]) => !isUnset(name, value)));
}

function isUnset(name: string, value: unknown): boolean {
  if (value === null || value === '') return true;
  if (typeof value === 'object') return Object.keys(value).length === 0;
  return Object.hasOwn(unset, name) && unset[name] === value;
}
