import t from 'tap';
import type { Exchange } from '../../contract/exchange.ts';
import { answerInTurns } from './local-turns.ts';

t.test('a chain of local requests lets the event loop go round when it has been busy for long', async (t) => {
  let now = 0;
  let rounds = 0;
  const answer = answerInTurns(async () => void (now += 6), { monotonic: () => now });
  const seen: number[] = [];
  const count = (): void => {
    rounds += 1;
    if (rounds < 100) setImmediate(count);
  };
  setImmediate(count);
  for (let index = 0; index < 7; index += 1) {
    await answer({} as Exchange);
    seen.push(rounds);
  }
  t.equal(seen[1], 0, 'quick ones follow each other at once');
  t.ok((seen[2] ?? 0) > 0, 'the third waits');
  t.ok((seen[6] ?? 0) > (seen[2] ?? 0), 'and so it goes on');
});

t.test('those that wait together are not answered in one go', async (t) => {
  let now = 0;
  let rounds = 0;
  const answer = answerInTurns(
    async () => {
      now += 20;
      seen.push(rounds);
    },
    { monotonic: () => now },
  );
  const seen: number[] = [];
  const count = (): void => {
    rounds += 1;
    if (rounds < 100) setImmediate(count);
  };
  setImmediate(count);
  await answer({} as Exchange);
  await Promise.all([answer({} as Exchange), answer({} as Exchange), answer({} as Exchange)]);
  t.equal(new Set(seen).size, 4, `each has a round of its own: ${seen.join(' ')}`);
});

t.test('with thousands of requests of one account every other account gets one request per round', async (t) => {
  let now = 0;
  const answered = new Map<string, number>();
  const answer = answerInTurns(
    async ({ localUser }) => {
      now += 1;
      const name = localUser?.username ?? '';
      answered.set(name, (answered.get(name) ?? 0) + 1);
    },
    { monotonic: () => now },
  );
  const exchangeOf = (username: string): Exchange =>
    Object.assign({} as Exchange, { localUser: { username, groups: [], extra: new Map() } });
  const work = { left: 8 };
  const worker = async (): Promise<void> => {
    for (let index = 0; index < 1250; index += 1) await answer(exchangeOf('collector'));
    work.left -= 1;
  };
  const beats: number[] = [];
  const beat = async (name: string): Promise<void> => {
    while (work.left > 0) {
      await answer(exchangeOf(name));
      if (work.left > 0) beats.push(answered.get('collector') ?? 0);
    }
  };
  const others = [beat('lifecycle'), beat('leases')];
  await Promise.all([...Array.from({ length: 8 }, worker), ...others]);
  let longest = 0;
  for (const [index, at] of beats.entries()) longest = Math.max(longest, at - (beats[index - 1] ?? 0));
  t.ok(longest <= 40, `at most ${longest} of the collector's between two of the others`);
  t.ok((answered.get('lifecycle') ?? 0) > 200, `${answered.get('lifecycle')}`);
  t.ok((answered.get('leases') ?? 0) > 200, `${answered.get('leases')}`);
});
