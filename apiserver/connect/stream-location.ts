// The request to an agent for a stream of a pod: the path in the agent's API, whose parameters have other names.

import type { Query } from '../registry/contract/query.ts';
import type { WantedStreams } from './stream/exec-translation.ts';

export type StreamName = 'exec' | 'attach' | 'portforward';

/** Every value but these two switches on; absent: off. */
function flag(query: Query, name: string): boolean {
  const value = query.get(name);
  return value !== null && value !== '0' && value.toLowerCase() !== 'false';
}

export function wantedStreams(query: Query): WantedStreams {
  return {
    stdin: flag(query, 'stdin'),
    stdout: flag(query, 'stdout'),
    stderr: flag(query, 'stderr'),
    tty: flag(query, 'tty'),
  };
}

/** With its query, encoded. */
export function execPath(
  name: 'exec' | 'attach',
  { namespace, pod, container }: { readonly namespace: string; readonly pod: string; readonly container: string },
  query: Query,
): string {
  const { stdin, stdout, stderr, tty } = wantedStreams(query);
  const asked = new URLSearchParams();
  for (const command of name === 'exec' ? query.getAll('command') : []) asked.append('command', command);
  for (const [parameter, wanted] of Object.entries({ input: stdin, output: stdout, error: stderr, tty })) {
    if (wanted) asked.append(parameter, '1');
  }
  return pathOf([name, namespace, pod, container], asked);
}

/** The same for ports. */
export function portForwardPath(
  { namespace, pod }: { readonly namespace: string; readonly pod: string },
  query: Query,
): string {
  const asked = new URLSearchParams();
  const ports = query.getAll('ports').filter((port) => /^\d{1,9}$/.test(port));
  if (ports.length > 0) asked.append('port', ports.join(','));
  return pathOf(['portForward', namespace, pod], asked);
}

function pathOf(segments: readonly string[], query: URLSearchParams): string {
  const path = ['', ...segments].map(encodeURIComponent).join('/');
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
