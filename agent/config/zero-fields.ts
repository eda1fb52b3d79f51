// Zeros that say nothing: writers of configurations of this interface put them for fields that are not set, and readers take
// the default then. Of other fields a zero is a value like any other (`healthzPort: 0` serves no health endpoint).

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

/** The content with null, which takes away what files before it gave, in place of these zeros. */
export function withoutZeros(content: Content): Content {
  return zeros.reduce<Content>((all, [path, zero]) => replaced(all, path, zero) as Content, content);
}

function replaced(value: unknown, [key, ...rest]: readonly string[], zero: unknown): unknown {
  if (key === undefined) return value === zero ? null : value;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key)) return value;
  return { ...value, [key]: replaced((value as Content)[key], rest, zero) };
}
