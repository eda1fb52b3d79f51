// Text that a program prints on its standard streams.

import type { Writable } from 'node:stream';

/** Writes text. A reader such as `head` may close the pipe before it has read all; that is not an error of the program. */
export function print(stream: Writable, text: string): void {
  if (stream.listenerCount('error', leftEarly) === 0) stream.on('error', leftEarly);
  stream.write(text);
}

function leftEarly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
