import t from 'tap';
import type { Exchange } from './exchange.ts';
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
