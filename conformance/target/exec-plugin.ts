// Runs a credential plug-in and reads its answer. No message shows the output of the program: it may be a secret.

import { spawn } from 'node:child_process';
import process from 'node:process';
import { isatty } from 'node:tty';
import { textAt, valueAt } from '../wire/format/json-path.ts';
import type { Clock } from '../wire/time/clock.ts';
import type { ExecEntry } from './exec-entry.ts';
import { KubeconfigError } from './kubeconfig-error.ts';

/** The answer of a plug-in. */
export interface ExecAnswer {
  readonly token?: string;
  readonly certificate?: string;
  readonly key?: string;
  /** Milliseconds since the epoch; infinite if the answer has no expiration. */
  readonly expires: number;
}

/** How a program is run. */
export interface ExecOptions {
  readonly clock: Clock;
  /** Kills the program when it aborts. */
  readonly signal: AbortSignal;
  /** Whether a person is at standard input; default: whether it is a terminal. */
  readonly atTerminal?: boolean;
}

/** Limits: bytes of output, and milliseconds for a program that asks no questions. */
const longestOutput = 1024 * 1024;
const longestRun = 120_000;

/** Runs the program once. Throws KubeconfigError, or the reason of the signal. */
export async function runExecPlugin(entry: ExecEntry, options: ExecOptions): Promise<ExecAnswer> {
  const atTerminal = options.atTerminal ?? isatty(0);
  if (entry.interactiveMode === 'Always' && !atTerminal)
    throw faultOf(entry, 'asks at the terminal (interactiveMode Always), and standard input is not one');
  const interactive = atTerminal && entry.interactiveMode !== 'Never';
  options.signal.throwIfAborted();
  return answerOf(await outputOf(entry, interactive, options), entry);
}

function faultOf({ command }: ExecEntry, problem: string): KubeconfigError {
  return new KubeconfigError(`the credential plug-in ${command} ${problem}`);
}

function outputOf(entry: ExecEntry, interactive: boolean, { clock, signal }: ExecOptions): Promise<string> {
  const { apiVersion, command, args, env, variable, installHint, cluster } = entry;
  const spec = { interactive, ...(cluster === undefined ? {} : { cluster }) };
  const told = JSON.stringify({ apiVersion, kind: 'ExecCredential', spec });
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...env, [variable]: told },
      stdio: [interactive ? 'inherit' : 'ignore', 'pipe', 'inherit'],
    });
    const over = new AbortController();
    const fail = (error: unknown): void => {
      over.abort();
      signal.removeEventListener('abort', stop);
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    // Do not wait for the end: child processes of the program may hold its output open.
    const giveUp = (error: unknown): void => {
      child.kill('SIGKILL');
      child.stdout?.destroy();
      fail(error);
    };
    const stop = (): void => giveUp(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    const late = () => giveUp(faultOf(entry, `printed nothing within ${longestRun / 1000} seconds`));
    if (!interactive) clock.sleep(longestRun, over.signal).then(late, () => {});
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout?.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= longestOutput) chunks.push(chunk);
      else giveUp(faultOf(entry, `wrote more than ${longestOutput} bytes`));
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      const hint = installHint === '' ? '' : `: ${installHint.replace(/\s+/g, ' ')}`;
      fail(faultOf(entry, error.code === 'ENOENT' ? `is not there${hint}` : `cannot be run: ${error.message}`));
    });
    child.once('close', (code, by) => {
      if (code !== 0)
        return fail(faultOf(entry, code === null ? `was ended by ${by}` : `failed with exit code ${code}`));
      over.abort();
      signal.removeEventListener('abort', stop);
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
  });
}

function answerOf(text: string, entry: ExecEntry): ExecAnswer {
  const answer = parsed(text, entry);
  if (textAt(answer, 'kind') !== 'ExecCredential') throw faultOf(entry, 'wrote no ExecCredential');
  if (textAt(answer, 'apiVersion') !== entry.apiVersion)
    throw faultOf(entry, `answered in another version than ${entry.apiVersion}`);
  const field = (name: string): string => {
    const value = valueAt(answer, ['status', name]) ?? '';
    if (typeof value === 'string') return value;
    throw faultOf(entry, `gave a ${name} that is no string`);
  };
  const [token, certificate, key] = [field('token'), field('clientCertificateData'), field('clientKeyData')];
  if ((certificate === '') !== (key === '')) throw faultOf(entry, 'gave only one of certificate and key');
  if (token === '' && key === '') throw faultOf(entry, 'gave neither a token nor a certificate');
  const expires = timeOf(field('expirationTimestamp'));
  if (Number.isNaN(expires)) throw faultOf(entry, 'returned an expirationTimestamp that is not a time');
  return { ...(token === '' ? {} : { token }), ...(key === '' ? {} : { certificate, key }), expires };
}

function parsed(text: string, entry: ExecEntry): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw faultOf(entry, 'wrote no JSON');
  }
}

/** Milliseconds of an RFC 3339 time; infinite for an absent time, NaN for an invalid one. */
function timeOf(text: string): number {
  if (text === '') return Number.POSITIVE_INFINITY;
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
}
