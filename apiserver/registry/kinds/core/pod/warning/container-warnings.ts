// Warnings about containers: variables that hide others, and ports that are defined twice.

import type { Container, ContainerPort } from '../spec/pod-spec.ts';

interface Placed<T> {
  readonly item: T;
  readonly path: string;
}

/** Variables of a container that stand twice: the second hides the first, unless it extends its value. */
export function hiddenVariables({ env }: Container, path: string): readonly string[] {
  const seen = new Set<string>();
  return (env ?? []).flatMap(({ name = '', value = '', valueFrom }, index) => {
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    const reference = `$(${name})`;
    const extended = valueFrom === undefined && value !== reference && value.includes(reference);
    if (extended) return [];
    const hidden = `hides previous definition of ${JSON.stringify(name)}`;
    return [`${path}.env[${index}]: ${hidden}, which may be dropped when using apply`];
  });
}

/** Ports of all containers of a pod that are the same, or may be. */
export function portWarnings(containers: readonly Placed<Container>[]): readonly string[] {
  const ports = containers.flatMap(({ item, path }) =>
    (item.ports ?? []).map((port, index): Placed<ContainerPort> => ({ item: port, path: `${path}.ports[${index}]` })),
  );
  return [...sameNumbers(ports), ...sameNames(ports)];
}

/** More are not collected: their headers are cut off long before. */
const mostWarnings = 100;

function sameNumbers(ports: readonly Placed<ContainerPort>[]): readonly string[] {
  const known = new Map<string, SamePort>();
  const warnings: string[] = [];
  for (const [index, { item, path }] of ports.entries()) {
    const { containerPort = 0, protocol = '', hostIP = '', hostPort = 0 } = item;
    if (warnings.length >= mostWarnings) break;
    if (hostIP !== '' && hostPort === 0) warnings.push(`${path}: hostIP set without hostPort: ${portText(item)}`);
    const key = `${containerPort}/${protocol}`;
    const same = known.get(key) ?? new SamePort();
    known.set(key, same);
    for (const found of same.near(item).slice(0, mostWarnings)) {
      const other = ports[found];
      if (other !== undefined)
        warnings.push(`${path}: ${relationOf(item, other.item)} port definition with ${other.path}`);
    }
    same.add(index, item);
  }
  return warnings;
}

/** The ports of one number so far, found without a look at each: those on other ports or addresses of the host do not count. */
class SamePort {
  readonly #all: number[] = [];
  readonly #places = new Map<string, number[]>();

  add(index: number, port: ContainerPort): void {
    this.#all.push(index);
    const { hostPort: number = 0, hostIP: ip = '' } = port;
    for (const place of new Set([`${number}`, `${number} ${ip}`])) {
      const there = this.#places.get(place);
      if (there === undefined) this.#places.set(place, [index]);
      else there.push(index);
    }
  }

  /** Places of the ports that this one is the same as, or may be, in their order. */
  near(port: ContainerPort): readonly number[] {
    const { hostPort: number = 0, hostIP: ip = '' } = port;
    if (number === 0) return this.#all;
    const places = ip === '' ? [`${number}`] : [`${number} ${ip}`, `${number} `];
    return ['0', ...places].flatMap((place) => this.#places.get(place) ?? []).sort((a, b) => a - b);
  }
}

function relationOf(port: ContainerPort, other: ContainerPort): string {
  const { hostPort: here = 0, hostIP: ip = '' } = port;
  const { hostPort: there = 0, hostIP: otherIp = '' } = other;
  if (ip === otherIp && here === there) return 'duplicate';
  return here === 0 || there === 0 ? 'overlapping' : 'dangerously ambiguous';
}

function portText({ name = '', hostPort = 0, containerPort = 0, protocol = '', hostIP = '' }: ContainerPort): string {
  return `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;
}

function sameNames(ports: readonly Placed<ContainerPort>[]): readonly string[] {
  const first = new Map<string, string>();
  return ports.flatMap(({ item: { name = '' }, path }) => {
    if (name === '') return [];
    const other = first.get(name);
    if (other === undefined) {
      first.set(name, path);
      return [];
    }
    const same = `duplicate port name ${JSON.stringify(name)} with ${other}`;
    return [`${path}: ${same}, services and probes that select ports by name will use ${other}`];
  });
}
