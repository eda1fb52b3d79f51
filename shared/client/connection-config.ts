// How to reach a server and as whom, from the file that command-line clients of this API share (clusters, users and
// contexts by name). Reading judges only what the chosen context names; each error says file and field.

import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { parseYaml, toYaml } from '../codec/yaml.ts';
import { writePrivateFile } from '../process/private-file.ts';

/** PEM text, or the file that holds it, which is read again when it changes. */
export type PemSource = { readonly pem: string } | { readonly file: string };

/** As whom: with several the server decides, as with none. */
export interface CredentialConfig {
  /** Present together with `key`. */
  readonly certificate?: PemSource;
  readonly key?: PemSource;
  readonly token?: string;
  /** Wins over `token`; read again when it changes. */
  readonly tokenFile?: string;
}

/** One server and one identity. File names are absolute when it came from a file. */
export interface ConnectionConfig {
  /** `https://host:port`, possibly with a path in front of all paths. */
  readonly server: string;
  /** Whom the server's certificate must be signed by; default the authorities Node trusts. */
  readonly authority?: PemSource;
  /** Name to expect in the server's certificate instead of the host's. */
  readonly tlsServerName?: string;
  /** Do not check the server's certificate; default false. */
  readonly insecure?: boolean;
  /** The context's namespace; default `default`. */
  readonly namespace?: string;
  readonly credentials: CredentialConfig;
}

/** The file cannot be used; the message names file and field. */
export class ConnectionConfigError extends Error {
  override readonly name = 'ConnectionConfigError';
}

export interface ReadOptions {
  /** Default: the file's `current-context`. */
  readonly context?: string;
}

/** Reads a connection file. Rejects with ConnectionConfigError, for a file that cannot be opened too. */
export async function readConnectionConfig(path: string, options: ReadOptions = {}): Promise<ConnectionConfig> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new ConnectionConfigError(`${path}: cannot be read: ${(error as Error).message}`, { cause: error });
  }
  let content: unknown;
  try {
    content = parseYaml(text).value;
  } catch (error) {
    throw new ConnectionConfigError(`${path}: ${(error as Error).message}`, { cause: error });
  }
  return connectionConfigOf(content, { ...options, source: path, folder: dirname(resolve(path)) });
}

/**
 * The same from parsed content. `source` leads messages; relative file names count from `folder`. Throws
 * ConnectionConfigError.
 */
export function connectionConfigOf(
  content: unknown,
  options: ReadOptions & { readonly source: string; readonly folder: string },
): ConnectionConfig {
  const root = new Section(content, options.source, '', options.folder);
  const contextName = options.context ?? root.text('current-context') ?? '';
  if (contextName === '') root.fail('current-context', 'no context is chosen');
  const context = root.named('contexts', contextName, 'context');
  const cluster = root.named('clusters', context.required('cluster'), 'cluster');
  const userName = context.text('user') ?? '';
  const user =
    userName === '' ? new Section({}, options.source, 'user', options.folder) : root.named('users', userName, 'user');
  if (cluster.text('proxy-url') !== undefined) cluster.fail('proxy-url', 'proxies are not supported');
  const authority = cluster.pem('certificate-authority');
  const tlsServerName = cluster.text('tls-server-name');
  const insecure = cluster.flag('insecure-skip-tls-verify');
  if (insecure && authority !== undefined) {
    cluster.fail('insecure-skip-tls-verify', 'may not be true when a certificate authority is given');
  }
  const namespace = context.text('namespace');
  return {
    server: serverOf(cluster),
    ...(authority === undefined ? {} : { authority }),
    ...(tlsServerName === undefined ? {} : { tlsServerName }),
    ...(insecure ? { insecure } : {}),
    ...(namespace === undefined ? {} : { namespace }),
    credentials: credentialsOf(user),
  };
}

/** Writes a file with this one connection as its current context, mode 0600. PEM and tokens are written as they are held. */
export async function writeConnectionConfig(path: string, config: ConnectionConfig, name = 'default'): Promise<void> {
  const pem = (field: string, source: PemSource | undefined): Record<string, string> => {
    if (source === undefined) return {};
    return 'file' in source
      ? { [field]: source.file }
      : { [`${field}-data`]: Buffer.from(source.pem).toString('base64') };
  };
  const { credentials } = config;
  const cluster = {
    server: config.server,
    ...pem('certificate-authority', config.authority),
    ...(config.tlsServerName === undefined ? {} : { 'tls-server-name': config.tlsServerName }),
    ...(config.insecure === true ? { 'insecure-skip-tls-verify': true } : {}),
  };
  const user = {
    ...pem('client-certificate', credentials.certificate),
    ...pem('client-key', credentials.key),
    ...(credentials.token === undefined ? {} : { token: credentials.token }),
    ...(credentials.tokenFile === undefined ? {} : { tokenFile: credentials.tokenFile }),
  };
  const context = {
    cluster: name,
    user: name,
    ...(config.namespace === undefined ? {} : { namespace: config.namespace }),
  };
  const content = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster }],
    users: [{ name, user }],
    contexts: [{ name, context }],
    'current-context': name,
  };
  await writePrivateFile(path, toYaml(content));
}

function serverOf(cluster: Section): string {
  const server = cluster.required('server');
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) cluster.fail('server', 'is not an http or https URL');
  return server.replace(/\/+$/, '');
}

function credentialsOf(user: Section): CredentialConfig {
  for (const field of ['exec', 'auth-provider', 'username', 'password']) {
    if (user.has(field)) user.fail(field, 'this kind of credential is not supported by this reader');
  }
  const certificate = user.pem('client-certificate');
  const key = user.pem('client-key');
  if (certificate !== undefined && key === undefined) user.fail('client-key', 'is needed with a client certificate');
  if (key !== undefined && certificate === undefined) user.fail('client-certificate', 'is needed with a client key');
  const token = user.text('token');
  const tokenFile = user.path('tokenFile');
  return {
    ...(certificate === undefined ? {} : { certificate }),
    ...(key === undefined ? {} : { key }),
    ...(token === undefined ? {} : { token }),
    ...(tokenFile === undefined ? {} : { tokenFile }),
  };
}

/** One object of the file with the way there, so that every complaint can name its field. */
class Section {
  readonly #fields: ReadonlyMap<string, unknown>;
  readonly #source: string;
  readonly #path: string;
  readonly #folder: string;

  constructor(content: unknown, source: string, path: string, folder: string) {
    this.#source = source;
    this.#path = path;
    this.#folder = folder;
    if (typeof content !== 'object' || content === null || Array.isArray(content)) this.fail('', 'is not an object');
    this.#fields = new Map(Object.entries(content));
  }

  fail(field: string, problem: string): never {
    const path = [this.#path, field].filter((part) => part !== '').join('.');
    throw new ConnectionConfigError(`${this.#source}: ${path === '' ? '' : `${path}: `}${problem}`);
  }

  has(field: string): boolean {
    return this.#fields.get(field) !== undefined && this.#fields.get(field) !== null;
  }

  /** undefined for absent, null and empty. */
  text(field: string): string | undefined {
    const value = this.#fields.get(field) ?? '';
    if (typeof value !== 'string') this.fail(field, 'is not a string');
    return value === '' ? undefined : value;
  }

  required(field: string): string {
    return this.text(field) ?? this.fail(field, 'is missing');
  }

  flag(field: string): boolean {
    const value = this.#fields.get(field) ?? false;
    if (typeof value !== 'boolean') this.fail(field, 'is neither true nor false');
    return value;
  }

  path(field: string): string | undefined {
    const name = this.text(field);
    return name === undefined ? undefined : resolve(this.#folder, name);
  }

  /** `<field>-data` in base64, which wins, or the file that `<field>` names. */
  pem(field: string): PemSource | undefined {
    const data = this.text(`${field}-data`);
    if (data !== undefined) {
      const pem = Buffer.from(data, 'base64').toString('utf8');
      if (!pem.includes('-----BEGIN ')) this.fail(`${field}-data`, 'is not base64 of PEM text');
      return { pem };
    }
    const file = this.path(field);
    return file === undefined ? undefined : { file };
  }

  /** The entry of this name in a list of `{name, <inner>}`. */
  named(list: string, name: string, inner: string): Section {
    const entries = this.#fields.get(list) ?? [];
    if (!Array.isArray(entries)) this.fail(list, 'is not a list');
    const index = entries.findIndex((entry: unknown) => (entry as { name?: unknown } | null)?.name === name);
    if (index === -1) this.fail(list, `has no entry named ${JSON.stringify(name)}`);
    const content = (entries[index] as Record<string, unknown>)[inner] ?? {};
    return new Section(content, this.#source, `${list}[${index}].${inner}`, this.#folder);
  }
}
