// Names of kernel parameters, and which of them a pod may have for itself. Everything else is shared with the whole host.

export type ParameterNamespace = 'ipc' | 'net';

const named = new Set([
  'kernel.sem',
  ...['shm', 'shmall', 'shmmax', 'shmmni', 'shm_rmid_forced'].map((name) => `kernel.${name}`),
  ...['msg', 'msgmax', 'msgmnb', 'msgmni'].map((name) => `kernel.${name}`),
]);

/** The namespace that a parameter belongs to; undefined: to none, or it is unknown. The name has dots between its parts. */
export function parameterNamespace(name: string): ParameterNamespace | undefined {
  if (name.startsWith('net.')) return 'net';
  return named.has(name) || name.startsWith('fs.mqueue.') ? 'ipc' : undefined;
}

/** The name with dots between its parts. If the first separator is a slash, slashes and dots have changed places. */
export function dottedParameter(name: string): string {
  if (/[./]/.exec(name)?.[0] !== '/') return name;
  return name.replace(/[./]/g, (sign) => (sign === '/' ? '.' : '/'));
}
