// How a container is asked and told: probes and hooks. Each has exactly one handler, and a probe has times that make sense.

import type { FieldError } from '../../../shared/object/field-error.ts';
import { forbiddenField, invalidValue, required } from '../../../shared/object/field-error-message.ts';

const highestPort = 65_535;

interface Handler {
  readonly exec?: { readonly command?: readonly string[] };
  readonly httpGet?: { readonly path?: string; readonly port?: number | string };
  readonly tcpSocket?: { readonly port?: number | string };
  readonly grpc?: { readonly port?: number };
  readonly sleep?: { readonly seconds?: number };
}

export interface Probe extends Handler {
  readonly initialDelaySeconds?: number;
  readonly timeoutSeconds?: number;
  readonly periodSeconds?: number;
  readonly successThreshold?: number;
  readonly failureThreshold?: number;
}

export interface Lifecycle {
  readonly postStart?: Handler;
  readonly preStop?: Handler;
}

/** The parts of a container that this file is about. */
export interface Handled {
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
  readonly lifecycle?: Lifecycle;
}

const kinds = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'] as const;
const counts = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const;

/** `path`: of the container. */
export function handlerErrors(container: Handled, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { lifecycle } = container;
  for (const hook of ['postStart', 'preStop'] as const) {
    const handler = lifecycle?.[hook];
    if (handler !== undefined) errors.push(...oneHandler(handler, `${path}.lifecycle.${hook}`));
  }
  for (const name of ['livenessProbe', 'readinessProbe', 'startupProbe'] as const) {
    const probe = container[name];
    if (probe !== undefined) errors.push(...probeErrors(probe, `${path}.${name}`, name !== 'readinessProbe'));
  }
  return errors;
}

/** `once`: one success says all, as those of liveness and startup do. */
function probeErrors(probe: Probe, path: string, once: boolean): readonly FieldError[] {
  const errors = [...oneHandler(probe, path)];
  for (const field of counts) {
    const value = probe[field] ?? 0;
    if (value < 0) errors.push(invalidValue(`${path}.${field}`, value, 'must be greater than or equal to 0'));
  }
  const successes = probe.successThreshold ?? 1;
  if (once && successes !== 1) errors.push(invalidValue(`${path}.successThreshold`, successes, 'must be 1'));
  return errors;
}

function oneHandler(handler: Handler, path: string): readonly FieldError[] {
  const [first, ...others] = kinds.filter((kind) => handler[kind] !== undefined);
  if (first === undefined) return [required(path, 'must specify a handler type')];
  return [
    ...errorsOf[first](handler, `${path}.${first}`),
    ...others.map((kind) => forbiddenField(`${path}.${kind}`, 'may not specify more than 1 handler type')),
  ];
}

const errorsOf: Readonly<Record<(typeof kinds)[number], (handler: Handler, path: string) => readonly FieldError[]>> = {
  exec: ({ exec }, path) => ((exec?.command?.length ?? 0) === 0 ? [required(`${path}.command`)] : []),
  httpGet: ({ httpGet }, path) => [
    ...((httpGet?.path ?? '') === '' ? [required(`${path}.path`)] : []),
    ...portErrors(httpGet?.port, `${path}.port`),
  ],
  tcpSocket: ({ tcpSocket }, path) => portErrors(tcpSocket?.port, `${path}.port`),
  grpc: ({ grpc }, path) => portErrors(grpc?.port, `${path}.port`),
  sleep: () => [],
};

/** A number; names are looked up among the ports of the container when it runs. What is missing the schema tells. */
function portErrors(port: number | string | undefined, path: string): readonly FieldError[] {
  if (typeof port !== 'number' || (port >= 1 && port <= highestPort)) return [];
  return [invalidValue(path, port, `must be between 1 and ${highestPort}, inclusive`)];
}
