import { createHash, randomBytes } from 'node:crypto';
import type { Case, CaseContext } from '../../contract/case.ts';
import { robotToken } from '../../fixtures/account-tokens.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';
import { requestText } from '../../wire/exchange/raw-requests.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { http1Responses } from '../../wire/format/http1-responses.ts';

/** A sub-protocol without a meaning that the server can choose. */
const chosen = 'conformance.example';
const encoded = (token: string | Uint8Array): string => Buffer.from(token).toString('base64url');

export default {
  id: 'tokens-in-sub-protocols',
  title:
    'A token in a WebSocket sub-protocol MUST count like one in a header, MUST NOT be echoed, and MUST be refused if malformed.',
  requirements: ['AUTHN-035', 'ERR-021', 'ERR-026'],
  needs: ['namespace', 'impersonation', 'rbac'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const token = await robotToken(c);
    const lead = c.vendor.fill('base64url.bearer.authorization.{api}.');
    const watch = (...protocols: readonly string[]) => upgrade(c, `${maps.collection}?watch=1`, protocols);
    await c.holds('ERR-026', async () => {
      const { status, text } = await watch(`${lead}${encoded(token)}`, chosen);
      expectEqual('status of an upgrade by an account without rights', status, 403);
      expectThat('response without rights', !text.includes('m-00'), 'no object', text);
    });
    await c.grant(`system:serviceaccount:${c.namespace}:robot`, {
      apiGroups: [''],
      resources: ['configmaps'],
      verbs: ['get', 'list', 'watch'],
    });
    await c.holds('AUTHN-035', async () => {
      await c.eventually(async () => expectOk(await c.withToken(token).get(maps.collection)));
      for (const protocols of [
        [`${lead}${encoded(token)}`, chosen],
        [chosen, `${lead}${encoded(token)}`],
      ]) {
        const { status, text, headers } = await watch(...protocols);
        expectEqual('status of an upgrade with a token', status, 101);
        expectThat('the first event', text.includes('m-00'), 'the object', text);
        expectThat('response to a token', !text.includes(encoded(token)) && !text.includes(token), 'without it', text);
        expectThat(
          'the chosen sub-protocol',
          (headers.get('sec-websocket-protocol') ?? chosen) === chosen,
          chosen,
          text,
        );
      }
    });
    await c.holds('ERR-021', async () => {
      const good = `${lead}${encoded(token)}`;
      for (const protocols of [
        [good, good, chosen],
        [good],
        [good, `${lead}x`, chosen],
        [`${lead}${encoded(`${token}x`)}`, chosen],
        [`${lead}${encoded('none')}`, chosen],
        [`${lead}${token}`, chosen],
        [`${lead}!`, chosen],
        [`${lead}${encoded(token)}!`, chosen],
        [`${lead}${encoded(Buffer.from([0xff, 0xfe]))}`, chosen],
        [`${lead}${encoded(`${token}\r\nImpersonate-User: admin`)}`, chosen],
      ]) {
        const { status, text } = await watch(...protocols);
        expectEqual(
          `status of an upgrade with ${JSON.stringify(protocols).replaceAll(encoded(token), '(token)')}`,
          status,
          401,
        );
        expectThat('response to a token that is none', !text.includes('m-00'), 'no object', text);
      }
    });
    expectOk(await c.wire.get('/livez'));
  },
} satisfies Case;

/** Sends a handshake without other credentials. Returns the response and, after 101, the first message. */
async function upgrade(c: CaseContext, path: string, protocols: readonly string[]) {
  const socket = await c.rawSocket('http/1.1', 'none');
  const key = randomBytes(16).toString('base64');
  const lines = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${key}`,
    // The Origin header of a browser page on this host.
    `Origin: https://${socket.host}`,
    `Sec-WebSocket-Protocol: ${protocols.join(', ')}`,
  ];
  await socket.write(requestText(socket, { path, lines }));
  const answer = await socket.until(() => {
    const [response] = http1Responses(socket.received, socket.ended);
    const isWhole = response?.status !== 101 || socket.received.includes('m-00') || socket.ended;
    return isWhole ? response : undefined;
  });
  const text = socket.received.toString('latin1');
  socket.close();
  if (answer?.status === 101) {
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    expectEqual('header Sec-WebSocket-Accept', answer.headers.get('sec-websocket-accept'), accept);
  }
  return { status: answer?.status, headers: answer?.headers ?? new Map<string, string>(), text };
}
