// The actions of probes and hooks: exec in the container, HTTP request, TCP connection, gRPC health check. Every outcome is a
// value. They reject only when the runtime does not respond, or when the address is unknown.

import { connect } from 'node:net';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { underSignals } from '../../../shared/process/async/joined-signal.ts';
import type { PodRuntime } from '../../cri/pod-runtime.ts';
import { RuntimeError } from '../../cri/runtime.ts';
import type { Action, Container, HttpHeader } from '../object/pod.ts';
import { askHealth } from './grpc-health.ts';
import type { Outcome } from './outcome.ts';

export interface ActionFacts {
  readonly runtime: PodRuntime;
  readonly container: Container;
  readonly containerId: string;
  /** Of the pod; '' while it has none. */
  readonly podIp: string;
  /** Milliseconds. */
  readonly timeout: number;
  /** The User-Agent of HTTP requests. */
  readonly userAgent: string;
}

/** Most bytes of a response that are read; the rest is ignored. */
const mostRead = 10 * 1024;
const mostRedirects = 10;

export async function perform(action: Action, facts: ActionFacts, signal: AbortSignal): Promise<Outcome> {
  const { exec, httpGet, tcpSocket, grpc } = action;
  if (exec !== undefined) return execute(exec.command ?? [], facts, signal);
  if (httpGet !== undefined) {
    const port = portOf(httpGet.port, facts.container);
    const scheme = (httpGet.scheme ?? 'HTTP').toLowerCase();
    const host = hostOf(httpGet.host, facts.podIp);
    const path = (httpGet.path ?? '/').replace(/^(?!\/)/, '/');
    const url = new URL(`${scheme}://${host}:${port}${path}`);
    return ask(url, httpGet.httpHeaders ?? [], facts, signal);
  }
  if (tcpSocket !== undefined) {
    const port = portOf(tcpSocket.port, facts.container);
    return connectTo(tcpSocket.host ?? facts.podIp, port, facts.timeout, signal);
  }
  if (grpc !== undefined) return askHealth(facts.podIp, grpc.port, grpc.service ?? '', facts, signal);
  return { ok: false, output: 'missing probe handler' };
}

function hostOf(host: string | undefined, podIp: string): string {
  const found = host === undefined || host === '' ? podIp : host;
  return found.includes(':') ? `[${found}]` : found;
}

/** Throws for a name that is not a port of the container. */
function portOf(port: number | string, { ports = [] }: Container): number {
  const number = typeof port === 'number' ? port : /^\d+$/.test(port) ? Number(port) : undefined;
  const found = number ?? ports.find(({ name }) => name === port)?.containerPort;
  if (found === undefined) throw new Error(`no port of the container is named ${JSON.stringify(port)}`);
  return found;
}

async function execute(command: readonly string[], facts: ActionFacts, signal: AbortSignal): Promise<Outcome> {
  const seconds = Math.max(1, Math.ceil(facts.timeout / 1000));
  try {
    const { stdout, stderr, exitCode } = await facts.runtime.execute(facts.containerId, command, seconds, signal);
    const output = Buffer.concat([stdout, stderr]).subarray(0, mostRead).toString('utf8');
    return { ok: exitCode === 0, output };
  } catch (error) {
    if (error instanceof RuntimeError && error.failure === 'deadline') {
      return {
        ok: false,
        output: `command timed out: ${JSON.stringify(command.join(' '))} timed out after ${seconds}s`,
      };
    }
    throw error;
  }
}

async function ask(
  first: URL,
  headers: readonly HttpHeader[],
  facts: ActionFacts,
  signal: AbortSignal,
): Promise<Outcome> {
  let url = first;
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    const answer = await get(url, headers, facts, signal);
    if ('fault' in answer) return { ok: false, output: answer.fault };
    const { status, body, location } = answer;
    if (status < 300 || status >= 400 || location === undefined) {
      if (status >= 200 && status < 400) return { ok: true, output: body };
      return { ok: false, output: `HTTP probe failed with statuscode: ${status}` };
    }
    const next = new URL(location, url);
    // A redirect to another host is not followed: it says nothing about this container.
    if (next.hostname !== first.hostname)
      return { ok: true, warning: true, output: `Probe terminated redirects, Response body: ${body}` };
    url = next;
  }
  return { ok: false, output: `Get "${first.href}": stopped after ${mostRedirects} redirects` };
}

type Answer =
  | { readonly status: number; readonly body: string; readonly location: string | undefined }
  | { readonly fault: string };

function get(url: URL, headers: readonly HttpHeader[], facts: ActionFacts, signal: AbortSignal): Promise<Answer> {
  return underSignals([signal], (limit) => getWithin(url, headers, facts, signal, limit), facts.timeout);
}

/** `limit` aborts with `signal`, or when the answer takes too long. */
function getWithin(
  url: URL,
  headers: readonly HttpHeader[],
  facts: ActionFacts,
  signal: AbortSignal,
  limit: AbortSignal,
): Promise<Answer> {
  const sent = new Map<string, string[]>([
    ['user-agent', [facts.userAgent]],
    ['accept', ['*/*']],
    ['connection', ['close']],
  ]);
  const given = new Map<string, string[]>();
  for (const { name, value } of headers)
    given.set(name.toLowerCase(), [...(given.get(name.toLowerCase()) ?? []), value]);
  for (const [name, values] of given) {
    // A request goes to one host.
    if (name === 'host') sent.set(name, values.slice(0, 1));
    else if (!(name === 'accept' && values[0] === '')) sent.set(name, values);
  }
  // Certificates of containers are usually self-signed, and a probe only checks for a response.
  const options = {
    agent: false as const,
    headers: Object.fromEntries([...sent].map(oneOrMore)),
    rejectUnauthorized: false,
  };
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      if (signal.aborted) reject(error);
      else if (limit.aborted)
        resolve({
          fault: `Get "${url.href}": context deadline exceeded (Client.Timeout exceeded while awaiting headers)`,
        });
      else resolve({ fault: `Get "${url.href}": ${dialFault(error)}` });
    };
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing = send(url, { ...options, signal: limit }, (response) => {
      readStart(response).then((body) => {
        const { location } = response.headers;
        resolve({ status: response.statusCode ?? 0, body, location });
        outgoing.destroy();
      }, fail);
    });
    outgoing.once('error', fail);
    outgoing.end();
  });
}

/** The header `host` must not be a list. */
function oneOrMore([name, values]: readonly [string, readonly string[]]): [string, string | string[]] {
  const [first = ''] = values;
  return [name, values.length === 1 ? first : [...values]];
}

/** The text of a system error, by its code. */
const systemWords: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'connect: connection refused'],
  ['EHOSTUNREACH', 'connect: no route to host'],
  ['ENETUNREACH', 'connect: network is unreachable'],
  ['ETIMEDOUT', 'connect: connection timed out'],
]);

/** In the usual words, so that users can search for them. */
function dialFault(error: NodeJS.ErrnoException, target?: string): string {
  const { address, port } = error as NodeJS.ErrnoException & { readonly address?: string; readonly port?: number };
  const words = systemWords.get(error.code ?? '');
  const where = target ?? `${address?.includes(':') === true ? `[${address}]` : address}:${port}`;
  if (words !== undefined && (target ?? address) !== undefined) return `dial tcp ${where}: ${words}`;
  if (error.code === 'ECONNRESET') return 'read: connection reset by peer';
  if (error.code === 'EPROTO' && error.message.includes('wrong version number'))
    return 'http: server gave HTTP response to HTTPS client';
  return target === undefined ? error.message : `dial tcp ${target}: ${error.message}`;
}

async function readStart(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size >= mostRead) break;
  }
  return Buffer.concat(parts).subarray(0, mostRead).toString('utf8');
}

function connectTo(host: string, port: number, timeout: number, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, signal, timeout });
    const end = (outcome: Outcome): void => {
      socket.destroy();
      resolve(outcome);
    };
    socket.once('connect', () => end({ ok: true, output: '' }));
    socket.once('timeout', () => end({ ok: false, output: `dial tcp ${host}:${port}: i/o timeout` }));
    socket.once('error', (error) => end({ ok: false, output: dialFault(error, `${host}:${port}`) }));
  });
}
