import { type AddressInfo, createServer } from 'node:net';
import type { Case } from '../../contract/case.ts';
import { responsesTo } from '../../wire/exchange/raw-requests.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';

const mark = 'conformance-mark';

export default {
  id: 'odd-methods-and-targets',
  title: "A server MUST NOT open connections for clients, echo requests, or serve requests for other hosts' addresses.",
  requirements: ['VERB-057U', 'ERR-037U'],
  async run(c) {
    const asked: string[] = [];
    const other = createServer((socket) => {
      asked.push('connected');
      socket.on('error', () => {});
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nother');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = `127.0.0.1:${(other.address() as AddressInfo).port}`;
    const send = (line: string) =>
      responsesTo(c, (socket) => {
        const credentials = socket.authorization === '' ? '' : `Authorization: ${socket.authorization}\r\n`;
        return `${line}\r\nHost: ${socket.host}\r\n${credentials}X-Mark: ${mark}\r\nConnection: close\r\n\r\n`;
      });
    try {
      await c.holds('VERB-057U', async () => {
        for (const line of [
          `CONNECT ${address} HTTP/1.1`,
          'CONNECT /livez HTTP/1.1',
          'TRACE /livez HTTP/1.1',
          'TRACE /api/v1/namespaces HTTP/1.1',
          'TRACK /api/v1/namespaces HTTP/1.1',
          'DEBUG /api/v1/namespaces HTTP/1.1',
          'BREW /api/v1/namespaces HTTP/1.1',
        ]) {
          for (const { status, body } of await send(line)) {
            // Health checks accept every method.
            const isOwn = status >= 400 || (status === 200 && body === 'ok');
            expectThat(`response to ${line}`, isOwn, 'a refusal', `${status} ${body.slice(0, 200)}`);
            expectThat(`response to ${line}`, !body.includes(mark), 'nothing of the request', body);
          }
        }
      });
      await c.holds('ERR-037U', async () => {
        for (const line of [
          `GET http://${address}/livez HTTP/1.1`,
          `GET https://${address}/livez HTTP/1.1`,
          `GET //${address}/livez HTTP/1.1`,
          `GET ${address} HTTP/1.1`,
          `GET /livez/../../..//${address}/ HTTP/1.1`,
          'GET * HTTP/1.1',
          'GET \\livez HTTP/1.1',
          'GET livez HTTP/1.1',
          'GET  HTTP/1.1',
          'GET /livez',
          'GET /livez HTTP/3.0',
          'GET /livez FTP/1.1',
          'GET /li vez HTTP/1.1',
        ]) {
          for (const { status, body } of await send(line)) {
            expectThat(`response to ${line}`, status < 500 || status === 505, 'no error of the service', status);
            expectThat(`response to ${line}`, !body.includes('other'), 'nothing of another server', body);
          }
        }
      });
    } finally {
      other.close();
    }
    expectThat('connections to another server', asked.length === 0, 'none', asked.length);
    expectOk(await c.wire.get('/livez'));
  },
} satisfies Case;
