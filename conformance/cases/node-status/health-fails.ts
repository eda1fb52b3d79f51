import { withMovedClock } from '../../fixtures/joined-agent.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

/** Milliseconds for which no agent may be stuck. */
const long = 900_000;

export default {
  id: 'health-fails',
  title:
    'An agent whose own work stands still MUST NOT say that it is healthy, names the check that fails and no reason, and recovers.',
  requirements: ['NSTAT-002'],
  needs: ['launch-agent'],
  async run(c) {
    await withMovedClock(c, async (clock) => {
      const { wire } = await c.launchAgent({ flags: [], environment: clock.environment });
      await c.eventually(async () => expectEqual('health', (await wire.get('/healthz')).text().trim(), 'ok'), 20_000);
      const isFailing = (text: string) => /^\[-\]/m.test(text);
      // Its loop does nothing while the clock jumps, and what is asked at once finds it so, unless the loop was quicker. By its
      // clock the connection has been idle for long, so it may be closed.
      const afterJump = async (path: string): Promise<Exchange | undefined> => {
        await wire.get('/healthz').catch(() => undefined);
        await clock.advance(long);
        return wire.get(path).catch(() => undefined);
      };
      const jump = async (path: string) => {
        for (let tries = 0; tries < 50; tries += 1) {
          const answer = await afterJump(path);
          if (answer !== undefined && (answer.status !== 200 || isFailing(answer.text()))) return answer;
        }
        throw new NotObservable('the loops of the agent are never found to stand still');
      };
      const answer = await jump('/healthz');
      expectStatus(answer, 500);
      const text = answer.text();
      const [, failed = ''] = /^\[-\](\S+) failed: reason withheld$/m.exec(text) ?? [];
      expectThat('line of the failed check', failed !== '', '[-]NAME failed: reason withheld', text);
      expectThat('last line', text.trimEnd().endsWith('healthz check failed'), 'healthz check failed', text);
      expectThat('other checks', /^\[\+\]\S+ ok$/m.test(text), '[+]NAME ok', text);

      const alone = await jump(`/healthz/${failed}`);
      expectStatus(alone, 500);
      const other = /^\[\+\](\S+) ok$/m.exec(text)?.[1] ?? '';
      const answered = new Set<string>();
      for (let tries = 0; tries < 10; tries += 1) {
        for (const path of [`/healthz/${other}`, `/healthz?verbose&exclude=${failed}`]) {
          const good = await afterJump(path);
          if (good === undefined) continue;
          answered.add(path);
          expectOk(good);
        }
      }
      if (answered.size < 2) throw new NotObservable('connections of the agent do not outlive a jump of its clock');
      await c.eventually(async () => {
        const answer = await wire.get('/healthz').catch(() => undefined);
        expectEqual('health after it', answer?.text().trim(), 'ok');
      }, 20_000);
    });
  },
} satisfies Case;
