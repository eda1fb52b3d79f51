import type { Case, CaseContext } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { finalResponses, jsonPart, requestText, responsesTo } from '../../wire/exchange/raw-requests.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { RawSocket } from '../../wire/exchange/raw-socket.ts';

const rounds = 50;

export default {
  id: 'requests-in-a-row',
  title: 'Pipelined requests MUST be answered in order, each for its own caller.',
  requirements: ['ERR-037U', 'IMP-001'],
  needs: ['namespace', 'impersonation', 'rbac'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const user = c.unique('user');
    await c.holds('IMP-001', async () => {
      const statuses = await pipelined(c, (socket, round) =>
        requestText(socket, {
          path: maps.item('m-00'),
          lines: round % 3 === 1 ? [`Impersonate-User: ${user}`] : [],
        }),
      );
      const expected = Array.from({ length: rounds }, (_, round) => (round % 3 === 1 ? 403 : 200));
      expectEqual('statuses of requests in a row', statuses, expected);
    });
    await c.holds('ERR-037U', async () => {
      const statuses = await pipelined(c, (socket, round) => {
        if (round % 2 === 0)
          return requestText(socket, { path: round % 4 === 0 ? maps.item('m-00') : maps.item('none') });
        const { lines, body } = jsonPart(configMap(`p-${round}`));
        return requestText(socket, { method: 'POST', path: `${maps.collection}?dryRun=All`, lines, body });
      });
      const isOrdered = statuses.every((status, round) =>
        round % 2 === 1 ? [200, 201].includes(status) : status === (round % 4 === 0 ? 200 : 404),
      );
      expectThat(
        'statuses of reads and writes in a row',
        isOrdered && statuses.length === rounds,
        'in order',
        statuses,
      );
      await expectContinues(c, maps.collection);
    });
    expectOk(await c.wire.get('/livez'));
  },
} satisfies Case;

async function pipelined(c: CaseContext, text: (socket: RawSocket, round: number) => string) {
  const whole = (socket: RawSocket) => Array.from({ length: rounds }, (_, round) => text(socket, round)).join('');
  return (await responsesTo(c, whole, rounds)).map(({ status }) => status);
}

/** `Expect: 100-continue` gets 100 or a final response. Other expectations are refused or ignored. */
async function expectContinues(c: CaseContext, collection: string): Promise<void> {
  const socket = await c.rawSocket('http/1.1');
  const { lines, body } = jsonPart(configMap('asked'));
  const request = { method: 'POST', path: collection, lines: [...lines, 'Expect: 100-continue'] };
  await socket.write(requestText(socket, request));
  await socket.until(({ received }) => (received.length > 0 ? true : undefined));
  const first = socket.received.toString('latin1', 0, 12);
  expectEqual('response to the head of a request that asks first', first, 'HTTP/1.1 100');
  expectStatus(await c.wire.get(`${collection}/asked`), 404);
  await socket.write(body);
  await socket.until(() => finalResponses(socket).length > 0 || undefined);
  const status = finalResponses(socket)[0]?.status ?? 0;
  expectThat('status of a request that asked first', status === 200 || status === 201, '201', status);
  expectOk(await c.wire.get(`${collection}/asked`));
  socket.close();
  const odd = (each: RawSocket) => requestText(each, { path: `${collection}/asked`, lines: ['Expect: 42-all'] });
  const told = (await responsesTo(c, odd))[0]?.status ?? 0;
  expectThat('status of a request with another expectation', [200, 400, 417].includes(told), '417', told);
}
