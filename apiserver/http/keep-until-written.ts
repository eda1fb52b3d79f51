// Node destroys the stream of a request whose body was read as soon as the last frame of its answer is made, which is before
// that frame is written. The write is then told to a destroyed stream, for which Node makes an error with its stack, and
// throws it away, for each answer: a quarter of what it takes to answer a small POST. Nor does who gave the body learn that
// its memory is free again.
//
// A request without a body has its stream until all is written, as Node waits for the end of what nobody reads. Here the
// others have theirs as long.

import type { ServerHttp2Stream } from 'node:http2';

/** To be called before a stream is ended: what ends it without a fault waits for what is being written. */
export function keepUntilWritten(stream: ServerHttp2Stream): void {
  stream.destroy = destroyOnceWritten;
}

function destroyOnceWritten(this: ServerHttp2Stream, ...given: [error?: Error]): ServerHttp2Stream {
  // Node asks again when the stream has finished. A session that ends names an error, or undefined in place of one.
  if (given.length === 0 && this.closed && this.rstCode === 0 && !this.writableFinished) return this;
  return (Object.getPrototypeOf(this) as ServerHttp2Stream).destroy.apply(this, given);
}
