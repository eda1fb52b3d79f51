// A registry over an embedded store in memory, for tests: requests in, statuses and objects out, without a server.

import type { Status } from '../../shared/object/status-error.ts';
import type { VendorId } from '../../shared/vendor/vendor.ts';
import type { Admission } from '../admission/admission.ts';
import type { RegistrySettings } from './registry.ts';
import type { Resources, Verb } from './resource.ts';
import type { AnswerVerb, Sink, VerbAnswer, VerbRequest } from './verb.ts';
import { StatusError } from '../../shared/object/status-error.ts';
import { silentLog } from '../../shared/process/log.ts';
import { systemClock } from '../../shared/process/system-clock.ts';
import { loadSchemas } from '../../shared/schema/builtin.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { openEmbeddedStore } from '../storage/embedded-store.ts';
import { WatchCache } from '../storage/watch-cache.ts';
import { makeResources } from './catalogue.ts';
import { makeRegistry } from './registry.ts';
import { storageShapes } from './stored-objects.ts';

/** What a test asks; the path is `<resource>[.<group>]`, e.g. `deployments.apps`. */
export interface Asked {
  readonly version?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly accept?: string;
  readonly userAgent?: string;
  readonly signal?: AbortSignal;
}

export interface Answered {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** Bytes of each part that the body came in. */
  readonly parts: readonly number[];
  /** The parsed body; undefined when it is no JSON. */
  readonly body: unknown;
  readonly warnings: readonly string[];
  /** The value at a path of the body: `spec.containers.0.image`. */
  at(path: string): unknown;
}

/** The value at a path of names and indices, undefined where it leads nowhere. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const step of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[step];
  }
  return found;
}

export interface Watching {
  /** The next event, or undefined when the stream has ended. */
  next(): Promise<unknown>;
  stop(): void;
}

export interface InProcess {
  readonly vendor: RegistrySettings['vendor'];
  readonly resources: Resources;
  readonly store: RegistrySettings['store'];
  answer: AnswerVerb;
  call(verb: Verb, resource: string, asked?: Asked): Promise<Answered>;
  watch(resource: string, asked?: Asked): Promise<Watching>;
  /** The bare request, for answers that are no JSON. */
  request(verb: Verb, resource: string, asked?: Asked): VerbRequest;
  close(): Promise<void>;
}

export const noAdmission: Admission = { mutate: async () => {}, validate: async () => {} };

export async function inProcess(vendorId: VendorId, settings: Partial<RegistrySettings> = {}): Promise<InProcess> {
  const vendor = vendorOf(vendorId);
  const clock = settings.clock ?? systemClock;
  const schemas = loadSchemas(vendor);
  const resources = makeResources(vendor, schemas);
  const store = settings.store ?? (await openEmbeddedStore({ folder: undefined, clock, log: silentLog }));
  const watchCache = new WatchCache({ store, clock, log: silentLog });
  for (const shape of storageShapes(resources)) watchCache.cacheFor(shape);
  const end = new AbortController();
  const running = watchCache.run(end.signal);
  const answer = makeRegistry({
    vendor,
    resources,
    schemas,
    store,
    watchCache,
    admission: noAdmission,
    clock,
    log: silentLog,
    ...settings,
  });
  return {
    vendor,
    resources,
    store,
    answer,
    call: (verb, resource, asked = {}) => call(answer, requestOf(resources, verb, resource, asked)),
    watch: (resource, asked = {}) => startWatch(answer, requestOf(resources, 'watch', resource, asked), asked.signal),
    request: (verb, resource, asked = {}) => requestOf(resources, verb, resource, asked).request,
    async close() {
      end.abort();
      await running;
      await store.close();
    },
  };
}

interface TestRequest {
  readonly request: VerbRequest;
  readonly warnings: string[];
}

function requestOf(resources: Resources, verb: Verb, path: string, asked: Asked): TestRequest {
  const [plural = '', ...groupParts] = path.split('.');
  const group = groupParts.join('.');
  const resource = resources.all.find(
    (entry) => entry.name === plural && entry.group === group && (asked.version ?? entry.version) === entry.version,
  );
  if (resource === undefined) throw new Error(`no resource ${path}`);
  const bytes =
    asked.body === undefined
      ? Buffer.alloc(0)
      : Buffer.isBuffer(asked.body)
        ? asked.body
        : Buffer.from(typeof asked.body === 'string' ? asked.body : JSON.stringify(asked.body));
  const warnings: string[] = [];
  const own = new AbortController();
  const signal = asked.signal === undefined ? own.signal : AbortSignal.any([asked.signal, own.signal]);
  const request: VerbRequest = {
    verb,
    resource,
    subresource: asked.subresource === undefined ? undefined : resource.subresources.get(asked.subresource),
    namespace: asked.namespace ?? '',
    name: asked.name ?? '',
    subpath: '',
    query: new URLSearchParams(asked.query ?? ''),
    accept: asked.accept,
    contentType: asked.contentType,
    userAgent: asked.userAgent ?? 'test/1',
    user: { username: 'test', groups: [], extra: new Map() },
    signal,
    cancel: (reason) => own.abort(reason),
    whenAborted: listenerOf(signal),
    received: Date.now(),
    body: async () => bytes,
    warn: (text) => {
      if (!warnings.includes(text)) warnings.push(text);
    },
    annotate: () => undefined,
    authorize: async () => ({ outcome: 'allow', reason: '' }),
  };
  return { request, warnings };
}

function listenerOf(signal: AbortSignal): VerbRequest['whenAborted'] {
  return (listener) => {
    if (signal.aborted) listener();
    else signal.addEventListener('abort', listener, { once: true });
  };
}

async function call(answer: AnswerVerb, { request, warnings }: TestRequest): Promise<Answered> {
  try {
    const result = await answer(request);
    if (result.kind !== 'body') throw new Error('the answer is a stream');
    const pieces = [...result.parts];
    const text = Buffer.concat(pieces).toString();
    if (result.length !== undefined && result.length !== Buffer.byteLength(text))
      throw new Error('the length is wrong');
    const body = parse(text);
    return {
      status: result.status,
      contentType: result.contentType,
      text,
      parts: pieces.map((piece) => piece.length),
      body,
      warnings,
      at: (path) => at(body, path),
    };
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    const status: Status = error.status;
    const text = JSON.stringify(status);
    return {
      status: error.code,
      contentType: '',
      text,
      parts: [text.length],
      body: status,
      warnings,
      at: (path) => at(status, path),
    };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function startWatch(answer: AnswerVerb, { request }: TestRequest, outer?: AbortSignal): Promise<Watching> {
  const stop = new AbortController();
  outer?.addEventListener('abort', () => stop.abort());
  const { signal } = stop;
  const result: VerbAnswer = await answer({ ...request, signal, whenAborted: listenerOf(signal) });
  if (result.kind !== 'stream') throw new Error('the answer is no stream');
  const events: unknown[] = [];
  const progress = { ended: false };
  let wake: () => void = () => {};
  const sink: Sink = {
    queued: 0,
    drained: async () => {},
    write(chunk) {
      for (const line of chunk.toString().split('\n')) if (line !== '') events.push(JSON.parse(line));
      wake();
      return true;
    },
  };
  const running = result.run(sink).then(() => {
    progress.ended = true;
    wake();
  });
  return {
    async next() {
      while (events.length === 0 && !progress.ended) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (events.length === 0) await running;
      return events.shift();
    },
    stop: () => stop.abort(),
  };
}
