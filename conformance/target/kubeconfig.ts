// Reads a client configuration file: the cluster and the user of its current context. This is the suite's own reader.
// Reading does not run a credential plug-in.

import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { load } from 'js-yaml';
import { type ExecEntry, execEntryOf } from './exec-entry.ts';
import { KubeconfigError } from './kubeconfig-error.ts';
import { listAt, textAt, valueAt } from '../wire/format/json-path.ts';

/** The address of the target and the user's credentials. PEM texts, not paths. */
export interface Kubeconfig {
  readonly server: string;
  readonly ca?: string;
  readonly insecure: boolean;
  readonly serverName?: string;
  readonly certificate?: string;
  readonly key?: string;
  readonly token?: string;
  /** The credential plug-in, if any. */
  readonly exec?: ExecEntry;
}

/** Reads and resolves the file. `context` overrides the current context. Throws KubeconfigError. */
export async function readKubeconfig(file: string, context?: string): Promise<Kubeconfig> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new KubeconfigError(`cannot read ${file}: ${error.message}`);
  });
  return parseKubeconfig(text, dirname(resolve(file)), context);
}

/** The same from text; relative file names are resolved against `folder`. */
export async function parseKubeconfig(text: string, folder: string, context?: string): Promise<Kubeconfig> {
  const document = parsed(text);
  const name = context ?? textAt(document, 'current-context');
  const chosen = named(document, 'contexts', name, 'context');
  const cluster = named(document, 'clusters', textAt(chosen, 'cluster'), 'cluster');
  const user = named(document, 'users', textAt(chosen, 'user'), 'user');
  if (valueAt(user, 'auth-provider') !== undefined)
    throw new KubeconfigError(
      'the user of the configuration has an auth-provider, which no client runs any more; take exec',
    );
  for (const field of ['as', 'as-uid', 'as-groups', 'as-user-extra']) {
    if (valueAt(user, field) !== undefined)
      throw new KubeconfigError(
        `the user of the configuration acts as another (${field}), and cases need one identity; take its own credentials`,
      );
  }
  if (textAt(cluster, 'proxy-url') !== '')
    throw new KubeconfigError(
      'the cluster of the configuration has a proxy-url, and the suite talks to servers without a proxy',
    );
  const server = textAt(cluster, 'server');
  if (!/^https?:\/\//.test(server)) throw new KubeconfigError(`cluster without a usable server address: "${server}"`);
  const material = (from: unknown, key: string) => pem(from, key, folder);
  const ca = optional('ca', await material(cluster, 'certificate-authority'));
  const exec = valueAt(user, 'exec');
  return {
    server,
    insecure: valueAt(cluster, 'insecure-skip-tls-verify') === true,
    ...ca,
    ...optional('serverName', textAt(cluster, 'tls-server-name')),
    ...optional('certificate', await material(user, 'client-certificate')),
    ...optional('key', await material(user, 'client-key')),
    ...optional('token', textAt(user, 'token') || (await fileText(textAt(user, 'tokenFile'), folder)).trim()),
    ...(exec === undefined ? {} : { exec: execEntryOf(exec, cluster, ca.ca, folder) }),
  };
}

function parsed(text: string): unknown {
  try {
    return load(text);
  } catch (error) {
    throw new KubeconfigError(
      `the configuration is not YAML: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''}`,
    );
  }
}

function named(document: unknown, list: string, name: string, key: string): unknown {
  const entry = listAt(document, list).find((candidate) => textAt(candidate, 'name') === name);
  if (entry === undefined) {
    const known = listAt(document, list).map((candidate) => textAt(candidate, 'name'));
    const has = known.length === 0 ? 'it has none' : `it has ${known.slice(0, 10).join(', ')}`;
    throw new KubeconfigError(`the configuration has no ${key} named "${name}"; ${has}`);
  }
  return valueAt(entry, key);
}

/** Returns `<key>-data` decoded from base64, otherwise the content of the file named by `<key>`. */
async function pem(from: unknown, key: string, folder: string): Promise<string> {
  const data = textAt(from, [`${key}-data`]);
  if (data !== '') return Buffer.from(data, 'base64').toString('utf8');
  return fileText(textAt(from, [key]), folder);
}

async function fileText(name: string, folder: string): Promise<string> {
  if (name === '') return '';
  return readFile(resolve(folder, name), 'utf8').catch((error: Error) => {
    throw new KubeconfigError(`cannot read ${name}: ${error.message}`);
  });
}

function optional<K extends string>(key: K, value: string): Partial<Record<K, string>> {
  return value === '' ? {} : ({ [key]: value } as Record<K, string>);
}
