// Audit events sent to a webhook, as lists by POST. In mode batch they are gathered: a list leaves when it is full or its
// first event has waited long enough, one list after the other and not more often than allowed. A list that gets no good
// answer is sent again, later each time; after the last attempt its events are lost, counted and logged, as are events that
// find the buffer full. In the blocking modes every request waits for its own list of one.

import { stringifyJson } from '../../shared/codec/json/json.ts';
import type { Transport } from '../../shared/client/contract/transport.ts';
import { backOffDelay } from '../../shared/process/time/back-off.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import type { Loop } from '../../shared/process/loop/loop.ts';
import type { Counter } from '../../shared/process/metric/metrics.ts';
import type { AuditEvent } from './audit-event.ts';
import type { AuditSink } from './audit-sink.ts';
import type { AuditMode } from './log-sink.ts';

const mostAttempts = 5;
const growth = 1.5;
const longestDelay = 300_000;
const jitter = 0.2;
/** Milliseconds that a stop gives to what still waits. */
const closingTime = 5000;
/** Limits of the rest of a response, in bytes and milliseconds. Only its status matters. */
const longestAnswer = 64 * 1024;
const answerPatience = 5000;

export interface WebhookBatching {
  /** Events that may wait. */
  readonly bufferSize: number;
  /** Events of one list. */
  readonly maxSize: number;
  /** Milliseconds that an event waits for others. */
  readonly maxWait: number;
  /** Lists per second, and the burst after a pause. Absent: no limit. */
  readonly throttle?: { readonly qps: number; readonly burst: number };
}

export interface WebhookSinkOptions {
  readonly transport: Transport;
  /** Where lists are posted, beginning with `/` unless it is empty. */
  readonly path: string;
  /** Of the list. */
  readonly apiVersion: string;
  readonly mode: AuditMode;
  readonly batching: WebhookBatching;
  /** Milliseconds until a list is sent for the second time. */
  readonly initialBackoff: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Counts lost events by label `plugin`. */
  readonly errors: Counter;
}

export class WebhookSink implements AuditSink, Loop {
  readonly name = 'audit-webhook';
  readonly strict: boolean;
  readonly #options: WebhookSinkOptions;
  readonly #waiting: { readonly event: AuditEvent; readonly since: number }[] = [];
  #wake: (() => void) | undefined;
  #tokens: number;
  #refilled: number;

  constructor(options: WebhookSinkOptions) {
    this.#options = options;
    this.strict = options.mode === 'blocking-strict';
    this.#tokens = options.batching.throttle?.burst ?? 0;
    this.#refilled = options.clock.monotonic();
  }

  async record(event: AuditEvent): Promise<boolean> {
    const { mode, batching, clock } = this.#options;
    if (mode !== 'batch') return this.#send([event]);
    if (this.#waiting.length >= batching.bufferSize) {
      this.#lost(1, new Error('too many audit events wait to be sent'));
      return false;
    }
    const length = this.#waiting.push({ event, since: clock.monotonic() });
    if (length === 1 || length === batching.maxSize) this.#wake?.();
    return true;
  }

  async run(signal: AbortSignal): Promise<void> {
    try {
      for (;;) {
        await this.#full(signal);
        await this.#allowed(signal);
        await this.#sendNext(signal);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async close(): Promise<void> {
    const signal = AbortSignal.timeout(closingTime);
    try {
      while (this.#waiting.length > 0) await this.#sendNext(signal, 1);
    } catch (error) {
      this.#lost(this.#waiting.length, error);
    }
  }

  /** A list that the signal interrupts goes back to its place; the webhook may then get it twice. */
  async #sendNext(signal: AbortSignal, attempts?: number): Promise<void> {
    const list = this.#waiting.splice(0, this.#options.batching.maxSize);
    try {
      await this.#send(
        list.map(({ event }) => event),
        signal,
        attempts,
      );
    } catch (error) {
      this.#waiting.unshift(...list);
      throw error;
    }
  }

  /** Waits until a list is full, or its first event has waited long enough. */
  async #full(signal: AbortSignal): Promise<void> {
    const { batching, clock } = this.#options;
    for (;;) {
      signal.throwIfAborted();
      const [first] = this.#waiting;
      if (this.#waiting.length >= batching.maxSize) return;
      const left = first === undefined ? undefined : first.since + batching.maxWait - clock.monotonic();
      if (left !== undefined && left <= 0) return;
      await this.#change(left, signal);
    }
  }

  /** Waits for the next event that matters, at most so long. */
  async #change(milliseconds: number | undefined, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    try {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        either.addEventListener('abort', () => resolve(), { once: true });
        if (milliseconds !== undefined) this.#options.clock.sleep(milliseconds, either).then(resolve, resolve);
      });
    } finally {
      this.#wake = undefined;
      over.abort();
    }
  }

  /** Waits until the throttle lets the next list pass. */
  async #allowed(signal: AbortSignal): Promise<void> {
    const { batching, clock } = this.#options;
    const { throttle } = batching;
    if (throttle === undefined) return;
    const now = clock.monotonic();
    this.#tokens = Math.min(throttle.burst, this.#tokens + ((now - this.#refilled) / 1000) * throttle.qps);
    this.#refilled = now;
    if (this.#tokens < 1) {
      const milliseconds = ((1 - this.#tokens) / throttle.qps) * 1000;
      await clock.sleep(milliseconds, signal);
      this.#tokens = 1;
      this.#refilled = clock.monotonic();
    }
    this.#tokens -= 1;
  }

  /** True when the webhook has taken them. Rejects only when the signal aborts. */
  async #send(events: readonly AuditEvent[], signal?: AbortSignal, attempts = mostAttempts): Promise<boolean> {
    const { initialBackoff, clock, apiVersion } = this.#options;
    const items = events.map(({ kind: _kind, apiVersion: _apiVersion, ...event }) => event);
    const body = stringifyJson({ kind: 'EventList', apiVersion, metadata: {}, items });
    const backOff = { initial: initialBackoff, factor: growth, cap: longestDelay, jitter };
    try {
      for (let attempt = 1; ; attempt += 1) {
        const refusal = await this.#post(body, signal);
        if (refusal === undefined) return true;
        if (!refusal.again || attempt >= attempts) throw refusal.error;
        await clock.sleep(backOffDelay(backOff, attempt), signal);
      }
    } catch (error) {
      if (signal?.aborted === true) throw error;
      this.#lost(events.length, error);
      return false;
    }
  }

  async #post(body: string, signal?: AbortSignal): Promise<Refusal | undefined> {
    const { transport, path, clock } = this.#options;
    const over = new AbortController();
    try {
      const answer = await transport({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body,
        signal: signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]),
      });
      clock.sleep(answerPatience, over.signal).then(
        () => over.abort(),
        () => {},
      );
      await readShort(answer.body).catch(() => signal?.throwIfAborted());
      if (answer.status >= 200 && answer.status < 300) return undefined;
      const again = answer.status === 429 || answer.status >= 500;
      return { again, error: new Error(`the audit webhook answered ${answer.status}`) };
    } catch (error) {
      return { again: signal?.aborted !== true, error };
    } finally {
      over.abort();
    }
  }

  #lost(count: number, error: unknown): void {
    this.#options.errors.increment({ plugin: 'webhook' }, count);
    this.#options.log.error('audit events are lost', { count, error });
  }
}

/** Leaving a body unread ends the exchange; a short one is read, so that its connection can be used again. */
async function readShort(body: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > longestAnswer) return;
  }
}

interface Refusal {
  readonly again: boolean;
  readonly error: unknown;
}
