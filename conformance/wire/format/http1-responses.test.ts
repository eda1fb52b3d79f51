import t from 'tap';
import { http1Responses } from './http1-responses.ts';

const read = (text: string, ended = false) =>
  http1Responses(Buffer.from(text), ended).map(({ status, body }) => [status, body]);

t.test('consecutive responses are split, however their length is encoded', async (t) => {
  const length = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc';
  const chunks = 'HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1;x=y\r\nc\r\n0\r\n\r\n';
  const trailers = chunks.replace(/\r\n$/, 'X: y\r\n\r\n');
  const none = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n';
  t.strictSame(read(length + chunks + trailers + none + length), [
    [200, 'abc'],
    [404, 'abc'],
    [404, 'abc'],
    [100, ''],
    [204, ''],
    [200, 'abc'],
  ]);
});

t.test('an incomplete response is not returned', async (t) => {
  const whole = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n';
  for (let end = 0; end < whole.length; end += 1) t.strictSame(read(whole.slice(0, end)), [], whole.slice(0, end));
  t.strictSame(read(whole), [[200, 'ab']]);
  const endless = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\nwhy';
  t.strictSame(read(endless), []);
  t.strictSame(read(endless, true), [[400, 'why']]);
});

t.test('bytes that are not a response throw an error', async (t) => {
  t.throws(() => read('hello\r\n\r\n'), SyntaxError);
});
