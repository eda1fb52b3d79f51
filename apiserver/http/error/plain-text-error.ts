// A refusal that is not a Status: the few answers that real clients know as plain text (throttling, unknown paths).
// Thrown like a StatusError; `respond-error.ts` sends it.

export class PlainTextError extends Error {
  override readonly name = 'PlainTextError';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `text` is the whole body. */
  constructor(status: number, text: string, headers: Readonly<Record<string, string>> = {}) {
    super(text);
    this.status = status;
    this.headers = headers;
  }
}

/** The answer to a path that nothing serves. */
export function pageNotFound(): PlainTextError {
  return new PlainTextError(404, '404 page not found\n');
}

/** Too many requests at once (requirements LIM). */
export function throttled(): PlainTextError {
  return new PlainTextError(429, 'Too many requests, please try again later.\n', { 'retry-after': '1' });
}

/** The server is on its way down and takes nothing new. `closes`: whether the answer ends the connection (HTTP/1.1). */
export function shuttingDown(closes: boolean): PlainTextError {
  return new PlainTextError(429, 'The apiserver is shutting down, please try again later.\n', {
    'retry-after': '5',
    ...(closes ? { connection: 'close' } : {}),
  });
}
