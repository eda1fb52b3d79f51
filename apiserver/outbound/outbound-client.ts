// Calls external programs over HTTPS, with its own keep-alive connections, or over the connection that a file of the
// administrator describes. Its owner is the server, which closes it last: `close` aborts open calls.

import { Agent, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { parseJson } from '../../shared/codec/json/json.ts';
import { ConnectionError } from '../../shared/client/connection/connection.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import { Deadlines } from '../../shared/process/time/deadlines.ts';
import type {
  ConnectedTarget,
  NamedTarget,
  OutboundCall,
  OutboundCaller,
  OutboundTarget,
  ServiceResolver,
} from './contract/outbound.ts';
import { connectionFailure, hostPort } from './connection-failure.ts';
import { AnswerTooLargeError, type HttpAnswer, readAnswer } from './http-answer.ts';
import { exchangeHttps } from './https-exchange.ts';
import { OutboundError } from './contract/outbound-error.ts';
import { badStatus, pauseOf, unanswered, unfinished } from './failure-text.ts';
import type { OutboundMetrics, OutboundOutcome } from './outbound-metrics.ts';

export interface OutboundClientOptions {
  readonly clock: Clock;
  readonly resolveService: ServiceResolver;
  /** PEM of the authorities for targets that name none; asked once. Undefined: Node's own list. */
  readonly systemRoots: () => Promise<string | undefined>;
  /** Sent by calls that name none. */
  readonly userAgent: string;
  /** Absent: nothing is recorded. */
  readonly metrics?: OutboundMetrics;
}

const defaultMaxBytes = 8 * 1024 * 1024;
/** Connections of one target at once; further calls wait within their time. */
const mostConnections = 256;
/** Kept connections of one target, and milliseconds after which an idle one is closed. */
const mostIdle = 16;
const idleTime = 90_000;
/** Values of an answer: what is below would not fit into its bytes in a sensible object. */
const mostValues = 2_000_000;

const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json, */*' } as const;

/** How often a call is sent again that is asked to come again. */
const mostReturns = 10;

/** What a call is reported as, what ends it, and whether its answer has begun. */
interface Attempt {
  readonly url: string;
  readonly signal: AbortSignal;
  began: boolean;
}

/** A call that is ready to be sent. */
interface Prepared {
  readonly options: RequestOptions;
  readonly host: string;
}

export class OutboundClient implements OutboundCaller {
  readonly #options: OutboundClientOptions;
  readonly #deadlines: Deadlines;
  readonly #closed = new AbortController();
  readonly #agent = new Agent({
    keepAlive: true,
    maxSockets: mostConnections,
    maxFreeSockets: mostIdle,
    scheduling: 'lifo',
    timeout: idleTime,
  });
  #roots: Promise<string | undefined> | undefined;

  constructor(options: OutboundClientOptions) {
    this.#options = options;
    this.#deadlines = new Deadlines(options.clock, this.#closed.signal);
  }

  async postJson(target: OutboundTarget, call: OutboundCall): Promise<unknown> {
    const { clock, metrics } = this.#options;
    call.signal.throwIfAborted();
    const began = clock.monotonic();
    metrics?.began(call.purpose);
    let outcome: OutboundOutcome = 'aborted';
    try {
      const value = jsonOf(await this.#answered(target, call));
      outcome = 'succeeded';
      return value;
    } catch (error) {
      if (error instanceof OutboundError) outcome = error.fault;
      throw error;
    } finally {
      metrics?.ended(call.purpose, outcome, (clock.monotonic() - began) / 1000);
    }
  }

  /** Ends every call under way with fault `closed`, and closes the connections. Repeatable. */
  close(): void {
    this.#closed.abort(new Error('the server stops'));
    this.#agent.destroy();
  }

  async #answered(target: OutboundTarget, call: OutboundCall): Promise<HttpAnswer> {
    const url = urlOf(target, call);
    const over = new AbortController();
    const end = (error: unknown): void => over.abort(error);
    const onAbort = (): void => end(call.signal.reason);
    const onClose = (): void => end(unanswered('closed', url, 'the server stops'));
    if (this.#closed.signal.aborted) onClose();
    call.signal.addEventListener('abort', onAbort, { once: true });
    this.#closed.signal.addEventListener('abort', onClose, { once: true });
    const attempt: Attempt = { url, signal: over.signal, began: false };
    const deadline = this.#deadlines.begin(call.timeout, () => {
      const reason = 'context deadline exceeded';
      end(attempt.began ? unfinished('timeout', reason) : unanswered('timeout', url, reason));
    });
    try {
      for (let returns = 0; ; returns += 1) {
        attempt.began = false;
        const answer = await ('connection' in target
          ? overConnection(target, call, attempt)
          : this.#overHttps(target, call, attempt));
        const pause = call.comesAgain === true && returns < mostReturns ? pauseFor(answer) : undefined;
        if (pause === undefined) return answer;
        attempt.began = false;
        await this.#options.clock.sleep(pause, over.signal);
      }
    } finally {
      this.#deadlines.meet(deadline);
      call.signal.removeEventListener('abort', onAbort);
      this.#closed.signal.removeEventListener('abort', onClose);
    }
  }

  async #overHttps(target: NamedTarget, call: OutboundCall, attempt: Attempt): Promise<HttpAnswer> {
    const { url, signal } = attempt;
    const onAnswer = (): void => {
      attempt.began = true;
    };
    const { options, host } = await unlessAborted(this.#prepare(target, call, url), signal);
    const { body, maxBytes = defaultMaxBytes } = call;
    try {
      return await exchangeHttps({ agent: this.#agent, options, body, maxBytes, signal, onAnswer });
    } catch (error) {
      signal.throwIfAborted();
      throw failureOf(error, attempt, host);
    }
  }

  async #prepare(target: NamedTarget, call: OutboundCall, url: string): Promise<Prepared> {
    const parsed = parseUrl(url);
    const place = this.#placeOf(target, parsed, url);
    const ca = target.authority || (await this.#systemRoots(url));
    const serverName = bareHost(parsed);
    return {
      host: place.host,
      options: {
        host: place.host,
        port: place.port,
        path: parsed.pathname + parsed.search,
        // An address is no server name: the certificate must hold the address then.
        servername: isIP(serverName) === 0 ? serverName : '',
        // A bundle may hold the certificate of the target itself in place of an authority: whatever is in it is trusted.
        ...(ca === undefined ? {} : { ca, allowPartialTrustChain: true }),
        headers: {
          host: parsed.host,
          'user-agent': call.userAgent ?? this.#options.userAgent,
          ...jsonHeaders,
          'content-length': String(Buffer.byteLength(call.body)),
        },
      },
    };
  }

  #placeOf(target: NamedTarget, parsed: URL, url: string): { readonly host: string; readonly port: number } {
    if ('url' in target) return { host: bareHost(parsed), port: Number(parsed.port || 443) };
    try {
      const { namespace, name, port = 443 } = target.service;
      return this.#options.resolveService({ namespace, name, port });
    } catch (error) {
      throw unanswered('unresolved', url, error instanceof Error ? error.message : String(error), error);
    }
  }

  async #systemRoots(url: string): Promise<string | undefined> {
    try {
      return await (this.#roots ??= this.#options.systemRoots());
    } catch (error) {
      this.#roots = undefined;
      throw unanswered('untrusted', url, 'the certificate authorities of the system cannot be read', error);
    }
  }
}

/** The connection adds what its server's address has before every path. */
async function overConnection(
  { connection }: ConnectedTarget,
  call: OutboundCall,
  attempt: Attempt,
): Promise<HttpAnswer> {
  const { signal } = attempt;
  const { body, query = '', maxBytes = defaultMaxBytes, userAgent } = call;
  const root = new URL(connection.server);
  const hasPath = root.pathname.replace(/\/+$/, '') !== '';
  try {
    const response = await connection.transport({
      method: 'POST',
      path: `${hasPath ? '' : '/'}${query === '' ? '' : `?${query}`}`,
      headers: { ...jsonHeaders, ...(userAgent === undefined ? {} : { 'user-agent': userAgent }) },
      body,
      headTimeout: 0,
      signal,
    });
    attempt.began = true;
    return await readAnswer(response, maxBytes);
  } catch (error) {
    signal.throwIfAborted();
    const cause = error instanceof ConnectionError ? error.cause : error;
    throw failureOf(cause, attempt, root.hostname);
  }
}

/** With a path, and one slash where several stand, none at its end: test environments write `https://host:port//path`. */
function cleanUrl(url: string): string {
  const [, origin, path = ''] = /^(https?:\/\/[^/]+)(\/.*)?$/.exec(url) ?? [];
  if (origin === undefined) return url;
  const clean = path.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  return `${origin}${clean === '' ? '/' : clean}`;
}

/** As clients read it: with a path, if only `/`. */
function urlOf(target: OutboundTarget, { query = '' }: OutboundCall): string {
  const suffix = query === '' ? '' : `?${query}`;
  if ('connection' in target) return cleanUrl(target.connection.server) + suffix;
  if ('url' in target) return cleanUrl(target.url) + suffix;
  const { namespace, name, port = 443, path = '' } = target.service;
  const separator = path.startsWith('/') ? '' : '/';
  return `https://${hostPort(`${name}.${namespace}.svc`, port)}${separator}${path}${suffix}`;
}

function parseUrl(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol === 'https:' && parsed.username === '' && parsed.password === '') return parsed;
  throw unanswered('unresolved', url, 'the address is not of the form https://host[:port][/path]');
}

function bareHost({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** Milliseconds to wait before the call is sent again; undefined: this is its answer. */
function pauseFor({ status, retryAfter }: HttpAnswer): number | undefined {
  return status === 429 || status >= 500 ? pauseOf(retryAfter) : undefined;
}

function failureOf(error: unknown, { url, began }: Attempt, host: string): OutboundError {
  if (error instanceof AnswerTooLargeError) return unanswered('too-large', url, error.message, error);
  const { fault, reason } = connectionFailure(error, host);
  if (began) return unfinished(fault, reason === 'EOF' ? 'unexpected EOF' : reason, error);
  return unanswered(fault, url, reason, error);
}

function jsonOf({ status, body, contentType, retryAfter }: HttpAnswer): unknown {
  if (status < 200 || status > 299) throw badStatus(status, body.toString('utf8'), retryAfter);
  if (body.length === 0) {
    const type = contentType === '' ? 'application/json' : contentType;
    throw new OutboundError('not-json', `0-length response with status code: ${status} and content type: ${type}`);
  }
  try {
    return parseJson(body, { maxValues: mostValues }).value;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OutboundError('not-json', `couldn't get version/kind; json parse error: ${reason}`, { cause: error });
  }
}

/** What is waited for, or the signal's reason. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
