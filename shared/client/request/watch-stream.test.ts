import t from 'tap';

import { readEvents, readLines } from './watch-stream.ts';

async function* chunks(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

async function all<T>(source: AsyncIterable<readonly T[]>): Promise<T[]> {
  const items: T[] = [];
  for await (const together of source) items.push(...together);
  return items;
}

const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'grün 🟢' } };
const added = `${JSON.stringify({ type: 'ADDED', object })}\n`;

t.test('events come whole however the bytes are cut, within characters too', async (t) => {
  const bytes = Buffer.from(`${added}\n${added}`);
  for (let size = 1; size < 20; size++) {
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    t.strictSame(await all(readEvents(chunks(...parts))), [
      { type: 'ADDED', object },
      { type: 'ADDED', object },
    ]);
  }
});

t.test('an integer beyond 2^53 stays exact', async (t) => {
  const line = '{"type":"ADDED","object":{"metadata":{},"size":9223372036854775807}}\n';
  t.match(await all(readEvents(chunks(line))), [{ object: { size: 9223372036854775807n } }]);
});

t.test('an ERROR event is thrown with its Status whole', async (t) => {
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'too old',
    reason: 'Expired',
    code: 410,
  };
  const line = `${JSON.stringify({ type: 'ERROR', object: status })}\n`;
  const events = readEvents(chunks(added, line));
  t.match(await events.next(), { value: [{ type: 'ADDED' }] });
  await t.rejects(events.next(), { name: 'StatusError', status });
  await t.rejects(all(readEvents(chunks('{"type":"ERROR","object":{"code":503}}\n'))), {
    name: 'StatusError',
    code: 503,
  });
});

t.test('events that arrive together come together, and those before a failure come before it', async (t) => {
  const events = readEvents(chunks(`${added}${added}`, `${added}not json\n`));
  t.match(await events.next(), { value: [{ object }, { object }] });
  t.match(await events.next(), { value: [{ object }] });
  await t.rejects(events.next(), { name: 'ResponseError', message: /not JSON/ });
  const lines = readLines(chunks('ab\n12345678901\n'), 10);
  t.strictSame(await lines.next(), { value: ['ab'], done: false });
  await t.rejects(lines.next(), { message: 'a line of more than 10 bytes' });
});

t.test('lines that are not events, too long or truncated are errors', async (t) => {
  const cases: [string, RegExp][] = [
    ['not json\n', /not JSON/],
    ['{"type":"ADDED"}\n', /not an event/],
    ['{"type":"RENAMED","object":{}}\n', /not an event/],
    ['null\n', /not an event/],
    [added.slice(0, 20), /ended within a line/],
  ];
  for (const [text, message] of cases)
    await t.rejects(all(readEvents(chunks(text))), { name: 'ResponseError', message });
  await t.rejects(all(readLines(chunks('12345', '678901\n'), 10)), { message: 'a line of more than 10 bytes' });
  await t.rejects(all(readLines(chunks('12345', '678901'), 10)), { message: 'a line of more than 10 bytes' });
  t.strictSame(await all(readLines(chunks('1234567890\n', '\r\nab\r\n'), 10)), ['1234567890', '', 'ab']);
});

t.test('an object without metadata is no event, and those before it came', async (t) => {
  for (const object of ['{}', '{"metadata":null}', '{"metadata":7}', '[]']) {
    const events = readEvents(chunks(added, `{"type":"MODIFIED","object":${object}}\n`));
    t.match(await events.next(), { value: [{ type: 'ADDED' }] });
    await t.rejects(events.next(), { name: 'ResponseError', message: /is not an event/ }, object);
  }
});
