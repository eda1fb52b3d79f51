// That an answer without end is left, and a watch is not.

import t from 'tap';
import { limitedAnswers } from './limited-transport.ts';
import type { Transport } from './transport.ts';

async function read(transport: Transport, path: string, most: number): Promise<number> {
  let length = 0;
  for await (const chunk of (await transport({ method: 'GET', path })).body) {
    length += chunk.length;
    if (length > most) return length;
  }
  return length;
}

t.test('an answer longer than the limit is left where it becomes too long; a watch may go on', async (t) => {
  let left = 0;
  const endless: Transport = async () => ({
    status: 200,
    headers: {},
    body: (async function* () {
      try {
        for (;;) yield Buffer.alloc(10);
      } finally {
        left += 1;
      }
    })(),
  });
  const limited = limitedAnswers(endless, 25);
  await t.rejects(read(limited, '/api/v1/pods?watch=false', 1000), {
    name: 'ResponseError',
    message: 'the answer is longer than 25 bytes',
  });
  t.equal(left, 1, 'the exchange is ended');
  for (const path of ['/api/v1/pods?watch=true', '/api/v1/pods?a=b&watch=1&c=d']) {
    t.equal(await read(limited, path, 1000), 1010, path);
  }
});

t.test('an answer just as long as allowed comes whole', async (t) => {
  const exact: Transport = async () => ({
    status: 200,
    headers: {},
    body: (async function* () {
      yield Buffer.alloc(25);
    })(),
  });
  t.equal(await read(limitedAnswers(exact, 25), '/x', 1000), 25);
});
