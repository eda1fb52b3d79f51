// The `exec` entry of a user in a connection file: the program that gives credentials, and its input. The names of the group
// and of the variable depend on the vendor, so the version is checked where the program is run.

import { isAbsolute } from 'node:path';

import type { ConfigSection } from './config-section.ts';

export type InteractiveMode = 'Never' | 'IfAvailable' | 'Always';

export interface ExecConfig {
  /** `<group>/v1` or `<group>/v1beta1`; the program must answer in the same. */
  readonly apiVersion: string;
  /** Absolute, or a bare name that is looked up on the PATH. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  /** Shown when the program is missing. */
  readonly installHint?: string;
  /** Whether the program gets the server's address. */
  readonly provideClusterInfo: boolean;
  readonly interactiveMode: InteractiveMode;
  /** Extensions of the server's entry by name. */
  readonly clusterExtensions: ReadonlyMap<string, unknown>;
}

const modes: readonly string[] = ['Never', 'IfAvailable', 'Always'];

/** Throws ConnectionConfigError. */
export function execConfigOf(exec: ConfigSection, cluster: ConfigSection): ExecConfig {
  const command = exec.required('command');
  const apiVersion = exec.required('apiVersion');
  const mode = exec.text('interactiveMode') ?? (apiVersion.endsWith('/v1beta1') ? 'IfAvailable' : undefined);
  if (mode === undefined) exec.fail('interactiveMode', 'is missing');
  if (!modes.includes(mode)) exec.fail('interactiveMode', `is not one of ${modes.join(', ')}`);
  const installHint = exec.text('installHint');
  return {
    apiVersion,
    // A relative path is resolved against the folder of the file; a bare name is looked up on the PATH.
    command: command.includes('/') && !isAbsolute(command) ? (exec.path('command') ?? command) : command,
    args: exec
      .list('args')
      .map((argument) => (typeof argument === 'string' ? argument : exec.fail('args', 'is not a list of strings'))),
    env: exec.list('env').map((entry) => {
      const { name, value } = (entry ?? {}) as { name?: unknown; value?: unknown };
      if (typeof name !== 'string' || typeof value !== 'string') exec.fail('env', 'is not a list of names with values');
      return { name, value };
    }),
    ...(installHint === undefined ? {} : { installHint }),
    provideClusterInfo: exec.flag('provideClusterInfo'),
    interactiveMode: mode as InteractiveMode,
    clusterExtensions: new Map(
      cluster.list('extensions').flatMap((entry) => {
        const { name, extension } = (entry ?? {}) as { name?: unknown; extension?: unknown };
        return typeof name === 'string' ? [[name, extension] as const] : [];
      }),
    ),
  };
}
