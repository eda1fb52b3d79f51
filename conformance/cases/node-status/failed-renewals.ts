import { expectThat } from '../../wire/expect/value.ts';
import { ExpectationFailed, shown } from '../../wire/contract/failure.ts';
import { limits } from '../../wire/contract/limits.ts';
import { backOffIn, doublings } from '../../fixtures/back-off.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { agentPatience, isRenewal, type JoinedAgent, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';

const wanted = { first: 200, longest: 7_000 };
/** Milliseconds; a first pause of no more shows where pauses begin, on a machine that is held up too. */
const firstAtMost = 5 * wanted.first;
/** Milliseconds; what comes after the pauses that double, if there were no longest one. */
const longestBelow = wanted.first * 2 ** doublings(wanted);
/** So often a pause is measured anew that was too long: the machine may have been held up. */
const measurements = 4;

export default {
  id: 'failed-renewals',
  title: 'After a failed renewal the agent MUST try again after 200 ms, and then after pauses that double up to 7 s.',
  requirements: ['NSTAT-030', 'LIM-020'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    // Renewals come every two seconds, so that one that fails comes soon.
    await withJoinedAgent(c, { configuration: { nodeLeaseDurationSeconds: 8 } }, async (joined) => {
      const refusedFirst = async () => {
        await untilRenewed(c, joined);
        return (await pausesOnceRefused(c, joined, 3))[0] ?? Number.POSITIVE_INFINITY;
      };
      let first = await refusedFirst();
      let longest = Number.POSITIVE_INFINITY;
      for (let more = 1; longest >= longestBelow && more <= measurements; more += 1) {
        longest = (await pausesOnceRefused(c, joined, doublings(wanted) + more)).at(-1) ?? longest;
      }
      expectThat('longest pause', longest < longestBelow, `about ${wanted.longest} ms`, longest);
      for (let time = 1; first > firstAtMost && time < measurements; time += 1) first = await refusedFirst();
      expectThat('first pause', first <= firstAtMost, `about ${wanted.first} ms`, first);
    });
  },
} satisfies Case;

/** Takes the lease, and waits until it was taken once. */
async function untilRenewed(c: CaseContext, joined: JoinedAgent): Promise<void> {
  const { service } = joined;
  const begun = service.requests.length;
  service.refuses = () => false;
  await c.eventually(async () => {
    const renewals = service.requests.slice(begun).filter((request) => isRenewal(joined, request));
    expectThat(
      'renewals that were taken',
      renewals.some(({ status }) => status < 300),
      'one',
      renewals,
    );
  }, agentPatience);
}

/** The pauses of an agent whose lease nobody takes from now on, as soon as there are so many. */
async function pausesOnceRefused(c: CaseContext, joined: JoinedAgent, count: number): Promise<readonly number[]> {
  const { service, lease } = joined;
  service.refuses = ({ path }) => path === lease;
  for (;;) {
    // Those that failed last.
    const requests = service.requests.filter(({ path }) => path === lease);
    const attempts = requests.slice(requests.findLastIndex(({ status }) => status < 300) + 1);
    // From what the suite answered to what it was asked next: never less than what the agent waited.
    const pauses = attempts.slice(1).map(({ asked }, index) => Math.round(asked - (attempts[index]?.answered ?? 0)));
    const found = backOffIn(pauses, wanted);
    const expected = `${wanted.first} ms, doubling up to ${wanted.longest} ms`;
    if (found === undefined) throw new ExpectationFailed('pauses between attempts', expected, shown(pauses));
    if (found.length >= count) return found.slice(0, count);
    await c.clock.sleep(limits.poll, c.signal);
  }
}
