import type { AnsweredRequest } from '../../launch/node-service.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { ExpectationFailed, shown } from '../../wire/contract/failure.ts';
import { limits } from '../../wire/contract/limits.ts';
import { backOffIn, doublings } from '../../fixtures/back-off.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { agentPatience, isRenewal, type JoinedAgent, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';

const wanted = { first: 200, longest: 7_000 };
/** Milliseconds. A first pause up to this long still shows where the back-off begins, even on a delayed host. */
const firstAtMost = 5 * wanted.first;
/** Milliseconds. The pause that would follow the last doubled one without an upper limit. */
const longestBelow = wanted.first * 2 ** doublings(wanted);
/** Renewals that may fail at once, one after the other, before the first pause. */
const atOnce = 5;
/** How often a pause that was too long is measured again: the host may have delayed it. */
const measurements = 4;

export default {
  id: 'failed-renewals',
  title: 'After a failed renewal the agent MUST retry after 200 ms, and then with pauses that double up to 7 s.',
  requirements: ['NSTAT-030', 'LIM-020'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    // A lease of eight seconds is renewed every two seconds, so a failure comes soon.
    await withJoinedAgent(c, { configuration: { nodeLeaseDurationSeconds: 8 } }, async (joined) => {
      const refusedFirst = async () => {
        await untilRenewed(c, joined);
        return (await pausesOnceRefused(c, joined, 3))[0] ?? Number.POSITIVE_INFINITY;
      };
      let first = await refusedFirst();
      let fewest = early(joined);
      let longest = Number.POSITIVE_INFINITY;
      for (let more = 1; longest >= longestBelow && more <= measurements; more += 1) {
        longest = (await pausesOnceRefused(c, joined, doublings(wanted) + more)).at(-1) ?? longest;
      }
      expectThat('longest pause', longest < longestBelow, `about ${wanted.longest} ms`, longest);
      for (let time = 1; (first > firstAtMost || fewest > atOnce) && time < measurements; time += 1) {
        first = await refusedFirst();
        fewest = early(joined);
      }
      expectThat('attempts before the first pause', fewest <= atOnce, `${atOnce} or fewer`, fewest);
      expectThat('first pause', first <= firstAtMost, `about ${wanted.first} ms`, first);
    });
  },
} satisfies Case;

/** Accepts renewals again, and waits for one. */
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

/** The attempts since the last success, without a pause or with a shorter one, before the back-off. */
function early({ service, lease }: JoinedAgent): number {
  const pauses = pausesIn(service, lease);
  return pauses.length - (backOffIn(pauses, wanted)?.length ?? 0);
}

/** The failed requests for the lease since the last success. */
function attemptsIn({ requests: all }: JoinedAgent['service'], lease: string): readonly AnsweredRequest[] {
  const requests = all.filter(({ path }) => path === lease);
  return requests.slice(requests.findLastIndex(({ status }) => status < 300) + 1);
}

/** Milliseconds from each response to the next request of these: never shorter than the agent's pause. */
function pausesIn(service: JoinedAgent['service'], lease: string): readonly number[] {
  const attempts = attemptsIn(service, lease);
  return attempts.slice(1).map(({ asked }, index) => Math.round(asked - (attempts[index]?.answered ?? 0)));
}

/** Refuses all renewals from now on, and returns the pauses between them once there are `count`. */
async function pausesOnceRefused(c: CaseContext, joined: JoinedAgent, count: number): Promise<readonly number[]> {
  const { service, lease } = joined;
  service.refuses = ({ path }) => path === lease;
  for (;;) {
    const pauses = pausesIn(service, lease);
    const found = backOffIn(pauses, wanted);
    const expected = `${wanted.first} ms, doubling up to ${wanted.longest} ms`;
    if (found === undefined) throw new ExpectationFailed('pauses between attempts', expected, shown(pauses));
    if (found.length >= count) return found.slice(0, count);
    await c.clock.sleep(limits.poll, c.signal);
  }
}
