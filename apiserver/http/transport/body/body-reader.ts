// Reads the body of an HTTP/1.1 request into one buffer, with a limit. Data
// beyond the limit is discarded for a while, so that the client can still read the refusal; then the stream is destroyed.

import type { Readable } from 'node:stream';
import { BodyAbortedError, BodyTooLargeError } from '../../contract/exchange.ts';
import type { BodyBudget } from './body-budget.ts';
import { GatheredBytes } from './gathered-bytes.ts';
import { throttled } from '../../error/plain-text-error.ts';
import type { RequestSignal } from './request-signal.ts';

/** Bytes thrown away after a refusal before the stream is destroyed. */
const discardLimit = 32 * 1024 * 1024;

/**
 * The whole body. `declaredLength` is the Content-Length header; a body that declares too much is refused before a byte
 * is read. Rejects with BodyTooLargeError, BodyAbortedError or, when `budget` gives the body up, a refusal with 429; when the request is over before its body (a deadline, a
 * connection that broke after an early response that `source` does not learn of), with the reason.
 */
export function readBody(
  source: Readable,
  limit: number,
  declaredLength: string | undefined,
  request: RequestSignal,
  budget: BodyBudget,
): Promise<Buffer> {
  const declared = declaredLength === undefined ? undefined : Number(declaredLength);
  if (declared !== undefined && declared > limit) {
    discardRest(source);
    return Promise.reject(new BodyTooLargeError(limit));
  }
  return new Promise((resolve, reject) => {
    // Its listeners stay: removing them from the stream costs more than the calls without a waiter. They refer to
    // nothing of the body then, as Node keeps closed streams for a while.
    let waiting: { readonly body: GatheredBytes; resolve(body: Buffer): void; reject(reason: Error): void } | undefined;
    const finish = (): typeof waiting => {
      const finished = waiting;
      waiting = undefined;
      request.onAbort = undefined;
      budget.release(unfinished);
      return finished;
    };
    const unfinished = {
      giveUp: () => {
        finish()?.reject(throttled());
        discardRest(source);
      },
    };
    const onClose = () =>
      finish()?.reject(new BodyAbortedError('the client stopped sending in the middle of the body'));
    waiting = { body: new GatheredBytes(), resolve, reject };
    if (source.destroyed) {
      onClose();
      return;
    }
    request.onAbort = (reason) => {
      finish()?.reject(reason);
      discardRest(source);
    };
    source
      .on('data', (chunk: Buffer) => {
        if (waiting === undefined) return;
        if (waiting.body.length + chunk.length <= limit) {
          waiting.body.add(chunk);
          if (waiting.body.length !== declared) budget.hold(unfinished, waiting.body.memory);
          return;
        }
        finish()?.reject(new BodyTooLargeError(limit));
        discardRest(source);
      })
      .on('end', () => {
        const finished = finish();
        finished?.resolve(finished.body.bytes());
      })
      .on('close', onClose);
  });
}

/** Lets the rest of a body flow into nothing, up to a limit. */
function discardRest(source: Readable): void {
  if (source.destroyed || source.readableEnded) {
    return;
  }
  let discarded = 0;
  source.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > discardLimit) {
      source.destroy();
    }
  });
}
