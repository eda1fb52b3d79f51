// The server and the credentials of a connection, from the file that command-line clients of this API share (clusters, users
// and contexts by name). Only the parts that the chosen context names are validated; each error names file and field.

import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { parseYaml } from '../../codec/yaml/yaml.ts';
import { toYaml } from '../../codec/yaml/yaml-writer.ts';
import { writePrivateFile } from '../../process/host/private-file.ts';
import type { PemSource } from './config-section.ts';
import { ConfigSection, ConnectionConfigError } from './config-section.ts';
import type { ExecConfig } from './exec-config.ts';
import { execConfigOf } from './exec-config.ts';
import { type Impersonation, impersonationFields, impersonationOf } from './impersonation.ts';

/** The credentials of a connection. With several, or with none, the server decides. */
export interface CredentialConfig {
  /** Present together with `key`. */
  readonly certificate?: PemSource;
  readonly key?: PemSource;
  readonly token?: string;
  /** Overrides `token`; read again when it changes. */
  readonly tokenFile?: string;
  /** A program that gives token or certificate. It does not run when the file contains one of them too. */
  readonly exec?: ExecConfig;
  /** The user that every request impersonates. */
  readonly impersonate?: Impersonation;
}

/** One server and one identity. File names are absolute when it came from a file. */
export interface ConnectionConfig {
  /** `https://host:port`, optionally with a prefix for all paths. */
  readonly server: string;
  /** The authority that must have signed the server's certificate; default: the authorities that Node trusts. */
  readonly authority?: PemSource;
  /** The expected name in the server's certificate, instead of the host name. */
  readonly tlsServerName?: string;
  /** Do not check the server's certificate; default false. */
  readonly insecure?: boolean;
  /** An http or https URL of a proxy that connections are tunnelled through, possibly with user and password. */
  readonly proxy?: string;
  /** The context's namespace; default `default`. */
  readonly namespace?: string;
  readonly credentials: CredentialConfig;
}

export interface ReadOptions {
  /** Default: the file's `current-context`. */
  readonly context?: string;
}

/** Reads a connection file. Rejects with ConnectionConfigError, also for a file that cannot be opened. */
export async function readConnectionConfig(path: string, options: ReadOptions = {}): Promise<ConnectionConfig> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new ConnectionConfigError(`${path}: cannot be read: ${(error as Error).message}`, { cause: error });
  }
  return parseConnectionConfig(text, { ...options, source: path, folder: dirname(resolve(path)) });
}

/** The same from the file's text. Throws ConnectionConfigError. */
export function parseConnectionConfig(
  text: string,
  options: ReadOptions & { readonly source: string; readonly folder: string },
): ConnectionConfig {
  let content: unknown;
  try {
    content = parseYaml(text).value;
  } catch (error) {
    throw new ConnectionConfigError(`${options.source}: ${(error as Error).message}`, { cause: error });
  }
  return connectionConfigOf(content, options);
}

/**
 * The same from parsed content. `source` leads messages; relative file names count from `folder`. Throws
 * ConnectionConfigError.
 */
export function connectionConfigOf(
  content: unknown,
  options: ReadOptions & { readonly source: string; readonly folder: string },
): ConnectionConfig {
  const root = new ConfigSection(content, options.source, '', options.folder);
  const contextName = options.context ?? root.text('current-context') ?? '';
  if (contextName === '') root.fail('current-context', 'no context is chosen');
  const context = root.named('contexts', contextName, 'context');
  const cluster = root.named('clusters', context.required('cluster'), 'cluster');
  const userName = context.text('user') ?? '';
  const user =
    userName === ''
      ? new ConfigSection({}, options.source, 'user', options.folder)
      : root.named('users', userName, 'user');
  const proxy = proxyOf(cluster);
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
    ...(proxy === undefined ? {} : { proxy }),
    ...(namespace === undefined ? {} : { namespace }),
    credentials: credentialsOf(user, cluster),
  };
}

/**
 * Writes a file with this one connection as its current context, mode 0600. PEM and tokens are written as they are held.
 * Throws TypeError for a credential plugin: such files are people's own.
 */
export async function writeConnectionConfig(path: string, config: ConnectionConfig, name = 'default'): Promise<void> {
  const pem = (field: string, source: PemSource | undefined): Record<string, string> => {
    if (source === undefined) return {};
    return 'file' in source
      ? { [field]: source.file }
      : { [`${field}-data`]: Buffer.from(source.pem).toString('base64') };
  };
  const { credentials } = config;
  if (credentials.exec !== undefined) throw new TypeError('a connection with a credential plugin is not written');
  const cluster = {
    server: config.server,
    ...pem('certificate-authority', config.authority),
    ...(config.tlsServerName === undefined ? {} : { 'tls-server-name': config.tlsServerName }),
    ...(config.insecure === true ? { 'insecure-skip-tls-verify': true } : {}),
    ...(config.proxy === undefined ? {} : { 'proxy-url': config.proxy }),
  };
  const user = {
    ...pem('client-certificate', credentials.certificate),
    ...pem('client-key', credentials.key),
    ...(credentials.token === undefined ? {} : { token: credentials.token }),
    ...(credentials.tokenFile === undefined ? {} : { tokenFile: credentials.tokenFile }),
    ...(credentials.impersonate === undefined ? {} : impersonationFields(credentials.impersonate)),
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

function serverOf(cluster: ConfigSection): string {
  const server = cluster.required('server');
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) cluster.fail('server', 'is not an http or https URL');
  return server.replace(/\/+$/, '');
}

function proxyOf(cluster: ConfigSection): string | undefined {
  const text = cluster.text('proxy-url');
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.hostname === '') cluster.fail('proxy-url', 'is not a URL');
  if (!/^https?:$/.test(url.protocol)) {
    cluster.fail(
      'proxy-url',
      `proxies of the scheme ${url.protocol.slice(0, -1)} are not supported: take http or https`,
    );
  }
  return text;
}

function credentialsOf(user: ConfigSection, cluster: ConfigSection): CredentialConfig {
  if (user.has('auth-provider')) {
    user.fail('auth-provider', 'such providers were removed from clients: name a credential plugin in exec instead');
  }
  for (const field of ['username', 'password']) {
    if (user.has(field)) user.fail(field, 'servers take no passwords: use a certificate, a token or exec');
  }
  const certificate = user.pem('client-certificate');
  const key = user.pem('client-key');
  if (certificate !== undefined && key === undefined) user.fail('client-key', 'is needed with a client certificate');
  if (key !== undefined && certificate === undefined) user.fail('client-certificate', 'is needed with a client key');
  const token = user.text('token');
  const tokenFile = user.path('tokenFile');
  const exec = user.has('exec') ? execConfigOf(user.section('exec'), cluster) : undefined;
  const impersonate = impersonationOf(user);
  return {
    ...(certificate === undefined ? {} : { certificate }),
    ...(key === undefined ? {} : { key }),
    ...(token === undefined ? {} : { token }),
    ...(tokenFile === undefined ? {} : { tokenFile }),
    ...(exec === undefined ? {} : { exec }),
    ...(impersonate === undefined ? {} : { impersonate }),
  };
}
