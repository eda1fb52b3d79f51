// The `exec` entry of a user in a client configuration: the credential plug-in and its input.

import { isAbsolute, resolve } from 'node:path';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import { listAt, textAt, valueAt } from '../wire/format/json-path.ts';
import { KubeconfigError } from './kubeconfig-error.ts';

/** How to run a credential plug-in. */
export interface ExecEntry {
  /** `<group>/v1` or `<group>/v1beta1`; the program answers in the same version. */
  readonly apiVersion: string;
  /** An absolute path, or a name to look up on the PATH. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The environment variable with the program's input. */
  readonly variable: string;
  /** How to install the program if it is missing; may be empty. */
  readonly installHint: string;
  readonly interactiveMode: 'Never' | 'IfAvailable' | 'Always';
  /** The cluster in the program's input; absent: none. */
  readonly cluster?: Readonly<Record<string, unknown>>;
}

/** The group and the variable of each vendor, by apiVersion. */
const versions = new Map(
  vendorIds.flatMap((id) => {
    const [group, variable] = ['client.authentication.{api}', '{MAKER}_EXEC_INFO'].map((text) =>
      vendorOf(id).fill(text),
    );
    return ['v1', 'v1beta1'].map((version) => [
      `${group}/${version}`,
      { group: group ?? '', variable: variable ?? '' },
    ]);
  }),
);

/**
 * Reads the entry; a relative command is resolved against `folder`. `ca`: the certificate authority as PEM. Throws
 * KubeconfigError.
 */
export function execEntryOf(exec: unknown, cluster: unknown, ca: string | undefined, folder: string): ExecEntry {
  const [command, apiVersion] = [textAt(exec, 'command'), textAt(exec, 'apiVersion')];
  if (command === '') throw new KubeconfigError('the credential plug-in of the configuration has no command');
  const names = versions.get(apiVersion);
  if (names === undefined) {
    const known = [...versions.keys()].join(', ');
    throw new KubeconfigError(
      `the credential plug-in ${command} has apiVersion "${apiVersion}", which is none of ${known}`,
    );
  }
  const shared = { apiVersion, variable: names.variable, installHint: textAt(exec, 'installHint') };
  return {
    ...shared,
    command: command.includes('/') && !isAbsolute(command) ? resolve(folder, command) : command,
    args: listAt(exec, 'args').map((each) => stringIn(each, command, 'args')),
    env: Object.fromEntries(
      listAt(exec, 'env').map((each) => [textAt(each, 'name'), stringIn(valueAt(each, 'value'), command, 'env')]),
    ),
    interactiveMode: modeOf(exec, apiVersion, command),
    ...(valueAt(exec, 'provideClusterInfo') === true ? { cluster: clusterInfo(cluster, ca, names.group) } : {}),
  };
}

function stringIn(value: unknown, command: string, field: string): string {
  if (typeof value === 'string') return value;
  throw new KubeconfigError(`the credential plug-in ${command} has ${field} that are not strings`);
}

function modeOf(exec: unknown, apiVersion: string, command: string): ExecEntry['interactiveMode'] {
  // v1beta1 has a default.
  const mode = textAt(exec, 'interactiveMode') || (apiVersion.endsWith('/v1beta1') ? 'IfAvailable' : '');
  if (mode === 'Never' || mode === 'IfAvailable' || mode === 'Always') return mode;
  throw new KubeconfigError(
    `the credential plug-in ${command} has interactiveMode "${mode}", which is none of Never, IfAvailable, Always`,
  );
}

function clusterInfo(cluster: unknown, ca: string | undefined, group: string): Readonly<Record<string, unknown>> {
  const copied = ['server', 'tls-server-name', 'insecure-skip-tls-verify', 'proxy-url', 'disable-compression'];
  const extension = listAt(cluster, 'extensions').find((each) => textAt(each, 'name') === `${group}/exec`);
  const config = valueAt(extension, 'extension');
  return {
    ...Object.fromEntries(
      copied.flatMap((name) => {
        const value = valueAt(cluster, [name]);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    ...(ca === undefined ? {} : { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
    ...(config === undefined ? {} : { config }),
  };
}
