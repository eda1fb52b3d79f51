// Credentials from a program that the user configures (credential plugin). It runs when no credentials are cached. They are
// cached until they expire, until the server responds with 401, or until this process ends, and never written to disk.

import { spawn } from 'node:child_process';
import { isatty } from 'node:tty';

import { parseTime } from '../../object/time.ts';
import type { Clock } from '../../process/time/clock.ts';
import type { Vendor } from '../../vendor/vendor.ts';
import type { ConnectionConfig } from './connection-config.ts';
import type { ClientCertificate, Credentials, CredentialSource } from './credential-source.ts';
import { pemReader } from './credential-source.ts';
import type { ExecConfig } from './exec-config.ts';
import { readJson } from '../request/exchange.ts';

export interface ExecOptions {
  readonly exec: ExecConfig;
  /** The server it is for. */
  readonly connection: ConnectionConfig;
  readonly vendor: Vendor;
  readonly clock: Clock;
  /** Whether a person is at standard input; default: it is a terminal. */
  readonly interactive?: boolean;
}

/** The program is missing, failed, or gave no credentials. The message names the program, and never contains its output. */
export class ExecCredentialError extends Error {
  override readonly name = 'ExecCredentialError';
}

/** Bytes of output, and milliseconds for a program without interaction. */
const longestOutput = 1024 * 1024;
const longestRun = 120_000;

/** Does not run the program yet. Throws ExecCredentialError for an unknown version and for missing standard input. */
export function execCredentials(options: ExecOptions): CredentialSource {
  const { exec, clock } = options;
  const group = options.vendor.fill('client.authentication.{api}');
  if (exec.apiVersion !== `${group}/v1` && exec.apiVersion !== `${group}/v1beta1`) {
    throw new ExecCredentialError(
      `${exec.command}: apiVersion ${JSON.stringify(exec.apiVersion)} is neither ${group}/v1 nor ${group}/v1beta1`,
    );
  }
  const interactive = exec.interactiveMode !== 'Never' && (options.interactive ?? isatty(0));
  if (exec.interactiveMode === 'Always' && !interactive) {
    throw new ExecCredentialError(`${exec.command}: needs standard input, and there is none`);
  }
  let cached: { readonly credentials: Credentials; readonly expires: number } | undefined;
  let running: Promise<Credentials> | undefined;
  let certificate: ClientCertificate | undefined;
  const renew = async (): Promise<Credentials> => {
    const told = await tellingOf(options, group, interactive);
    const answer = readAnswer(await runPlugin(exec, told, options.vendor, interactive), exec);
    // An unchanged pair stays the same object: only a new object causes a new TLS handshake.
    const next = answer.credentials.certificate;
    if (next?.certificatePem !== certificate?.certificatePem || next?.keyPem !== certificate?.keyPem)
      certificate = next;
    const credentials = { ...answer.credentials, ...(certificate === undefined ? {} : { certificate }) };
    cached = { credentials, expires: answer.expires };
    return credentials;
  };
  return {
    async current() {
      if (cached !== undefined && clock.now() < cached.expires) return cached.credentials;
      running ??= renew().finally(() => (running = undefined));
      return running;
    },
    refused(credentials) {
      // A 401 for a request that was sent before the last run of the program does not concern its newer credentials.
      if (cached?.credentials === credentials) cached = undefined;
    },
  };
}

/** The document in the program's environment. */
async function tellingOf(
  { exec, connection, clock }: ExecOptions,
  group: string,
  interactive: boolean,
): Promise<string> {
  const authority =
    connection.authority === undefined ? undefined : await pemReader(connection.authority, clock).read();
  const config = exec.clusterExtensions.get(`${group}/exec`);
  const cluster = {
    server: connection.server,
    ...(connection.tlsServerName === undefined ? {} : { 'tls-server-name': connection.tlsServerName }),
    ...(connection.insecure === true ? { 'insecure-skip-tls-verify': true } : {}),
    ...(connection.proxy === undefined ? {} : { 'proxy-url': connection.proxy }),
    ...(authority === undefined ? {} : { 'certificate-authority-data': Buffer.from(authority).toString('base64') }),
    ...(config === undefined ? {} : { config }),
  };
  const spec = { interactive, ...(exec.provideClusterInfo ? { cluster } : {}) };
  return JSON.stringify({ apiVersion: exec.apiVersion, kind: 'ExecCredential', spec });
}

function runPlugin(exec: ExecConfig, told: string, vendor: Vendor, interactive: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const own = Object.fromEntries(exec.env.map(({ name, value }) => [name, value]));
    const child = spawn(exec.command, exec.args, {
      env: { ...process.env, ...own, [vendor.fill('{MAKER}_EXEC_INFO')]: told },
      stdio: [interactive ? 'inherit' : 'ignore', 'pipe', 'inherit'],
    });
    const fail = (problem: string): void => {
      clearTimeout(limit);
      reject(new ExecCredentialError(`credential plugin ${exec.command} ${problem}`));
    };
    // Its end is not awaited, because its children may keep its output open.
    const giveUp = (problem: string): void => {
      child.kill('SIGKILL');
      child.stdout?.destroy();
      fail(problem);
    };
    // Not the `timeout` option of spawn: its timer keeps running when the program does not exist.
    const limit = interactive
      ? undefined
      : setTimeout(() => giveUp(`gave nothing in ${longestRun / 1000} seconds`), longestRun);
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout?.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= longestOutput) chunks.push(chunk);
      else giveUp(`wrote more than ${longestOutput} bytes`);
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') fail(`cannot be run: ${error.message}`);
      else fail(`is not there${exec.installHint === undefined ? '' : `. ${exec.installHint}`}`);
    });
    child.on('close', (code, signal) => {
      if (code !== 0) return fail(code === null ? `was ended by ${signal}` : `failed with exit code ${code}`);
      clearTimeout(limit);
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
  });
}

function readAnswer(text: string, exec: ExecConfig): { readonly credentials: Credentials; readonly expires: number } {
  const fail = (problem: string): never => {
    throw new ExecCredentialError(`credential plugin ${exec.command} ${problem}`);
  };
  let answer: unknown;
  try {
    answer = readJson(text);
  } catch {
    fail('did not write JSON');
  }
  const { kind, apiVersion, status } = (answer ?? {}) as { kind?: unknown; apiVersion?: unknown; status?: unknown };
  if (kind !== 'ExecCredential') fail('did not write an ExecCredential');
  if (apiVersion !== exec.apiVersion) fail(`answered in another version than ${exec.apiVersion}`);
  const fields = new Map(Object.entries(status ?? {}));
  const textOf = (field: string): string | undefined => {
    const value: unknown = fields.get(field) ?? '';
    if (typeof value !== 'string') return fail(`gave a ${field} that is not a string`);
    return value === '' ? undefined : value;
  };
  const token = textOf('token');
  const certificatePem = textOf('clientCertificateData');
  const keyPem = textOf('clientKeyData');
  if ((certificatePem === undefined) !== (keyPem === undefined)) fail('gave only one of certificate and key');
  if (token === undefined && certificatePem === undefined) fail('gave neither token nor certificate');
  const expiry = textOf('expirationTimestamp');
  const expires =
    expiry === undefined
      ? Number.POSITIVE_INFINITY
      : (parseTime(expiry) ?? fail('gave an expirationTimestamp that is no time'));
  const certificate =
    certificatePem === undefined || keyPem === undefined ? {} : { certificate: { certificatePem, keyPem } };
  return { credentials: { ...(token === undefined ? {} : { token }), ...certificate }, expires };
}
