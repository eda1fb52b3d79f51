// The name of a checkpoint archive (requirements CKPT): which pod, which container, when. Pure.

import { isDns1123Label, isDns1123Subdomain } from '../../shared/object/names.ts';

export interface ContainerName {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/**
 * True when the three are names that objects can have. Everything else cannot exist, and such names never become part
 * of a path: they hold no slash and do not begin with a dot.
 */
export function isPossibleName({ namespace, pod, container }: ContainerName): boolean {
  return isDns1123Label(namespace) && isDns1123Subdomain(pod) && isDns1123Label(container);
}

/** `checkpoint-<pod>_<namespace>-<container>-<time>.tar`, the time in RFC 3339 with the host's offset. */
export function archiveName({ namespace, pod, container }: ContainerName, time: number, offsetMinutes: number): string {
  return `checkpoint-${pod}_${namespace}-${container}-${localTime(time, offsetMinutes)}.tar`;
}

/** The parts of an archive's name. Where the namespace ends and the container begins, it does not. */
export interface ArchiveOrigin {
  /** The name up to the time: the same for all archives of one container. */
  readonly container: string;
  /** Milliseconds since the epoch. */
  readonly created: number;
}

const pattern =
  /^(checkpoint-[a-z0-9][a-z0-9.-]*_[a-z0-9][a-z0-9-]*)-(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d))\.tar$/;

/** Undefined for any other name: such a file is none of the agent's, and no path is made of it. */
export function parseArchiveName(name: string): ArchiveOrigin | undefined {
  const [, container, time] = name.length > 255 ? [] : (pattern.exec(name) ?? []);
  const created = Date.parse(time ?? '');
  return container === undefined || Number.isNaN(created) ? undefined : { container, created };
}

/** `offsetMinutes` is how far local time is ahead of UTC. */
function localTime(time: number, offsetMinutes: number): string {
  const local = new Date(time + offsetMinutes * 60_000).toISOString().slice(0, 19);
  if (offsetMinutes === 0) return `${local}Z`;
  const minutes = Math.abs(offsetMinutes);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
