// `exec`, `attach`, `portForward` and `run`: streams into containers. The runtime serves the streams itself, on this host only.
// The agent authorizes the caller and proxies the client's connection to the runtime, without parsing its data.

import { request as httpRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import type { PodRuntime, StreamOptions } from '../../cri/pod-runtime.ts';
import { type Container, type Runtime, RuntimeError } from '../../cri/runtime.ts';
import { containersOfPod } from '../../pod/pod-containers.ts';
import type { BoundPods } from '../../pod/pod-view.ts';
import { internalError, type Response, text, type Tunnel } from '../contract/response.ts';
import type { Endpoint, EndpointRequest, Route } from '../contract/route.ts';

export interface StreamEndpointOptions {
  readonly pods: BoundPods;
  readonly runtime: Runtime;
  readonly podRuntime: PodRuntime;
  /** Milliseconds without a byte in either direction after which a stream ends. */
  readonly idle: number;
}

/** Milliseconds that a command of `run` may take: the limit of a call. */
const runLimit = 0;
/** Bytes of a refusal of the runtime that are passed on. */
const longestRefusal = 10_000;

export function streamRoutes(options: StreamEndpointOptions): readonly Route[] {
  const inContainer = ['{namespace}/{pod}/{container}', '{namespace}/{pod}/{uid}/{container}'];
  const inPod = ['{namespace}/{pod}', '{namespace}/{pod}/{uid}'];
  const routes = (name: string, patterns: readonly string[], methods: readonly string[], endpoint: Endpoint): Route[] =>
    patterns.map((pattern) => ({
      pattern: `/${name}/${pattern}`,
      part: `/${name}`,
      methods,
      subresources: ['proxy'],
      endpoint,
    }));
  return [
    ...routes('exec', inContainer, ['GET', 'POST'], guarded(execEndpoint(options))),
    ...routes('attach', inContainer, ['GET', 'POST'], guarded(attachEndpoint(options))),
    ...routes('portForward', inPod, ['GET', 'POST'], guarded(portForwardEndpoint(options))),
    ...routes('run', inContainer, ['POST'], guarded(runEndpoint(options))),
  ];
}

type Answer = Response | Tunnel;

/** If the runtime refuses, the response is a 500 with the reason; it is not an error of the agent. */
function guarded(endpoint: (request: EndpointRequest) => Promise<Answer>): Endpoint {
  return async (request) => {
    try {
      return await endpoint(request);
    } catch (error) {
      if (error instanceof RuntimeError) return internalError(error);
      throw error;
    }
  };
}

function execEndpoint(options: StreamEndpointOptions) {
  return async (request: EndpointRequest): Promise<Answer> => {
    const streams = streamsOf(request.query);
    if (typeof streams === 'string') return text(400, streams);
    const found = await runOf(options, request);
    if ('status' in found) return found;
    const url = await options.podRuntime.execUrl(found.id, request.query.getAll('command'), streams, request.signal);
    return tunnelTo(url, request, options.idle);
  };
}

function attachEndpoint(options: StreamEndpointOptions) {
  return async (request: EndpointRequest): Promise<Answer> => {
    const streams = streamsOf(request.query);
    if (typeof streams === 'string') return text(400, streams);
    const found = await runOf(options, request);
    if ('status' in found) return found;
    return tunnelTo(await options.podRuntime.attachUrl(found.id, streams, request.signal), request, options.idle);
  };
}

function portForwardEndpoint({ pods, runtime, podRuntime, idle }: StreamEndpointOptions) {
  return async (request: EndpointRequest): Promise<Answer> => {
    const { namespace, pod, uid } = namesIn(request);
    const ports = request.query
      .getAll('port')
      .flatMap((listed) => listed.split(','))
      .map(Number);
    if (ports.some((port) => !Number.isInteger(port) || port < 1 || port > 65_535)) return text(400, 'invalid port\n');
    const known = uid ?? pods.get(namespace, pod)?.metadata.uid;
    const sandboxes = await runtime.listSandboxes(undefined, request.signal);
    const own = sandboxes.find(
      (one) =>
        one.ready &&
        one.podName === pod &&
        one.podNamespace === namespace &&
        (known === undefined || one.podUid === known),
    );
    if (own === undefined) return text(404, `pod does not exist\n`);
    return tunnelTo(await podRuntime.portForwardUrl(own.id, ports, request.signal), request, idle);
  };
}

/** The output of a command when it has ended. */
function runEndpoint(options: StreamEndpointOptions) {
  return async (request: EndpointRequest): Promise<Answer> => {
    const found = await runOf(options, request);
    if ('status' in found) return found;
    const command = (request.query.get('cmd') ?? '').split(' ').filter((word) => word !== '');
    if (command.length === 0) return text(400, 'a command must be given as cmd\n');
    const { stdout, stderr, exitCode } = await options.podRuntime.execute(found.id, command, runLimit, request.signal);
    const output = Buffer.concat([stdout, stderr]);
    if (exitCode === 0) return { status: 200, contentType: 'text/plain; charset=utf-8', body: output };
    return internalError(
      new Error(`command '${command.join(' ')}' exited with ${exitCode}: ${output.toString('utf8')}`),
    );
  };
}

function namesIn({ parameters }: EndpointRequest) {
  const [namespace = '', pod = '', container = ''] = ['namespace', 'pod', 'container'].map((name) =>
    parameters.get(name),
  );
  return { namespace, pod, container, uid: parameters.get('uid') };
}

/** The requested streams, or a text that says why they are invalid. */
function streamsOf(query: URLSearchParams): StreamOptions | string {
  const wants = (name: string): boolean => ['1', 'true'].includes(query.get(name) ?? '');
  const streams = { stdin: wants('input'), stdout: wants('output'), stderr: wants('error'), tty: wants('tty') };
  if (!streams.stdin && !streams.stdout && !streams.stderr)
    return 'you must specify at least 1 of stdin, stdout, stderr\n';
  // With a terminal there is only one output stream.
  return streams.tty ? { ...streams, stderr: false } : streams;
}

/** The running container, or why there is none. */
async function runOf(
  { pods, runtime }: StreamEndpointOptions,
  request: EndpointRequest,
): Promise<Container | Response> {
  const { namespace, pod, container, uid } = namesIn(request);
  const bound = pods.get(namespace, pod);
  if (uid !== undefined && bound !== undefined && bound.metadata.uid !== uid) return text(404, 'pod does not exist\n');
  const runs = await containersOfPod(
    runtime,
    { namespace, name: pod, uid: uid ?? bound?.metadata.uid },
    request.signal,
  );
  if (bound === undefined && runs.length === 0) return text(404, 'pod does not exist\n');
  const run = runs.find(({ name, state }) => name === container && state === 'running');
  return run ?? internalError(new Error(`container not found ("${container}")`));
}

/** The protocols in which runtimes serve streams. */
const protocols: ReadonlySet<string> = new Set(['websocket', 'spdy/3.1']);
/** Headers of an upgrade that are forwarded. Credentials are not: only the agent checks them. */
const passedOn = /^(?:upgrade|connection|sec-websocket-.*|x-stream-protocol-version|origin)$/;

/** Asks the runtime for the stream under the URL, in the protocol that the client asked for. */
function tunnelTo(url: string, request: EndpointRequest, idle: number): Promise<Answer> {
  if (!request.upgrades) return Promise.resolve(text(400, 'Upgrade request required\n'));
  if (!protocols.has(request.headers.upgrade?.toLowerCase() ?? '')) {
    return Promise.resolve(text(400, 'streams are served over WebSocket and SPDY/3.1\n'));
  }
  const target = new URL(url);
  // A runtime is on this host: with any other URL the runtime could make the agent connect to other hosts.
  if (target.protocol !== 'http:' || !['127.0.0.1', '[::1]', 'localhost'].includes(target.hostname)) {
    return Promise.resolve(internalError(new Error('the runtime serves its streams elsewhere than on this host')));
  }
  const headers = Object.entries(request.headers).filter(([name]) => passedOn.test(name));
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(target, {
      method: request.method,
      headers: Object.fromEntries(headers),
      agent: false,
      signal: request.signal,
    });
    outgoing.once('upgrade', (response, socket: Duplex, head: Buffer) => {
      if ('setTimeout' in socket)
        (socket as { setTimeout(ms: number, end: () => void): void }).setTimeout(idle, () => socket.destroy());
      request.signal.addEventListener('abort', () => socket.destroy(), { once: true });
      const accepted = Object.entries(response.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
      );
      resolve({ status: 101, headers: Object.fromEntries(accepted) as Record<string, string>, socket, head });
    });
    outgoing.once('response', (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        body = (body + part).slice(0, longestRefusal);
      });
      response.once('end', () => resolve(text(response.statusCode ?? 500, body)));
      response.once('error', reject);
    });
    outgoing.once('error', (error) => {
      resolve(internalError(new Error(`the runtime does not serve the stream: ${error.message}`)));
    });
    outgoing.end();
  });
}
