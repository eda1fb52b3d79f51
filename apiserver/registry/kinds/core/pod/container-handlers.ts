// Probes and lifecycle hooks of a container. Each has exactly one handler, and a probe has times that make sense
// (the schema says that they are not negative).

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import { forbiddenField, invalidValue, required } from '../../../../../shared/object/field-error-message.ts';
import { checkPortName } from '../../../../../shared/object/names.ts';
import type { Handled, Handler, Probe } from './spec/handled.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';

const highestPort = 65_535;
const headerRule =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";

const kinds = ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'] as const;
const probes = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/** `path`: of the container; `grace`: seconds that the pod has to end. */
export function handlerErrors(container: Handled, path: string, grace: number): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { lifecycle } = container;
  for (const hook of ['postStart', 'preStop'] as const) {
    const handler = lifecycle?.[hook];
    if (handler !== undefined) addAll(errors, oneHandler(handler, `${path}.lifecycle.${hook}`, grace));
  }
  for (const name of probes) {
    const probe = container[name];
    if (probe !== undefined) addAll(errors, probeErrors(probe, `${path}.${name}`, name !== 'readinessProbe', grace));
  }
  return errors;
}

/** Init containers have neither probes nor hooks. */
export function noHandlerErrors(container: Handled, path: string, detail: string): readonly FieldError[] {
  return (['lifecycle', ...probes] as const)
    .filter((field) => container[field] !== undefined)
    .map((field) => forbiddenField(`${path}.${field}`, detail));
}

/** `fatal`: a liveness or startup probe. Its failure ends the container, and its success threshold is 1. */
function probeErrors(probe: Probe, path: string, fatal: boolean, grace: number): readonly FieldError[] {
  const errors = [...oneHandler(probe, path, grace)];
  const { successThreshold = 1, terminationGracePeriodSeconds: own } = probe;
  const place = `${path}.terminationGracePeriodSeconds`;
  if (own !== undefined && own <= 0) errors.push(invalidValue(place, own, 'must be greater than 0'));
  if (own !== undefined && !fatal) errors.push(invalidValue(place, own, 'must not be set for readinessProbes'));
  if (!fatal || successThreshold === 1) return errors;
  if (successThreshold < 0)
    errors.push(invalidValue(`${path}.successThreshold`, successThreshold, 'must be greater than or equal to 0'));
  return [...errors, invalidValue(`${path}.successThreshold`, successThreshold, 'must be 1')];
}

function oneHandler(handler: Handler, path: string, grace: number): readonly FieldError[] {
  const [first, ...others] = kinds.filter((kind) => handler[kind] !== undefined);
  if (first === undefined) return [required(path, 'must specify a handler type')];
  return [
    ...errorsOf[first](handler, `${path}.${first}`, grace),
    ...others.map((kind) => forbiddenField(`${path}.${kind}`, 'may not specify more than 1 handler type')),
  ];
}

const errorsOf: Readonly<
  Record<(typeof kinds)[number], (handler: Handler, path: string, grace: number) => readonly FieldError[]>
> = {
  exec: ({ exec }, path) => ((exec?.command?.length ?? 0) === 0 ? [required(`${path}.command`)] : []),
  httpGet: ({ httpGet }, path) => [
    ...((httpGet?.path ?? '') === '' ? [required(`${path}.path`)] : []),
    ...portErrors(httpGet?.port, `${path}.port`),
    ...(httpGet?.httpHeaders ?? [])
      .filter(({ name = '' }) => !/^[-A-Za-z0-9]+$/.test(name))
      .map(({ name = '' }) => invalidValue(`${path}.httpHeaders`, name, headerRule)),
  ],
  tcpSocket: ({ tcpSocket }, path) => portErrors(tcpSocket?.port, `${path}.port`),
  grpc: ({ grpc }, path) => portErrors(grpc?.port, `${path}.port`),
  sleep({ sleep }, path, grace) {
    const { seconds = 0 } = sleep ?? {};
    if (seconds >= 0 && seconds <= grace) return [];
    const detail = `must be non-negative and less than terminationGracePeriodSeconds (${grace})`;
    return [invalidValue(path, seconds, detail)];
  },
};

/** A number, or a name that is looked up among the ports of the container when it runs. */
function portErrors(port: number | string | undefined = 0, path: string): readonly FieldError[] {
  if (typeof port === 'string') return checkPortName(port).map((fault) => invalidValue(path, port, fault));
  if (port >= 1 && port <= highestPort) return [];
  return [invalidValue(path, port, `must be between 1 and ${highestPort}, inclusive`)];
}
