// A transport whose answers have a longest length, for programs that must stay small whatever a server says. Watches go on
// as long as they like: there each event has its own limit (`watch-stream.ts`).

import { ResponseError } from './exchange.ts';
import type { Transport, TransportResponse } from './transport.ts';

/** `longest` in bytes: reading more of one answer throws ResponseError and ends the exchange. */
export function limitedAnswers(transport: Transport, longest: number): Transport {
  return async (request) => {
    const response = await transport(request);
    return isWatch(request.path) ? response : { ...response, body: limited(response.body, longest) };
  };
}

function isWatch(path: string): boolean {
  return /[?&]watch=(?:true|1)(?:&|$)/.test(path);
}

async function* limited(body: TransportResponse['body'], longest: number): AsyncGenerator<Uint8Array, void> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > longest) throw new ResponseError(`the answer is longer than ${longest} bytes`);
    yield chunk;
  }
}
