import { isDeepStrictEqual } from 'node:util';
import type { MovedClock } from '../../launch/moved-clock.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import {
  agentPatience,
  isStatusWrite,
  type JoinedAgent,
  passTime,
  withJoinedAgent,
  withMovedClock,
} from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';

/** Milliseconds, by the agent's clock, between two writes of an unchanged status. */
const period = 300_000;
/** After a change the next write may be this much earlier or later, so that many nodes do not write together. */
const spread = period / 2;
/** One step of the clock: less than the time after which the agent considers its runtime down. */
const step = 20_000;
/** Times of writes have a resolution of one second. */
const rounding = 1_000;

export default {
  id: 'unchanged-status',
  title: 'An unchanged status MUST be written only every 5 minutes, while the lease is renewed all the time.',
  requirements: ['NSTAT-027', 'LIM-018', 'NSTAT-032', 'NSTAT-037'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    await withMovedClock(c, async (clock) => {
      await withJoinedAgent(c, { environment: clock.environment }, async (joined) => {
        await joined.untilReady();
        // Judge two writes in a row that change nothing.
        for (let last = await nextWrite(c, joined, clock, undefined), quiet = 0; quiet < 2; ) {
          const next = await nextWrite(c, joined, clock, last);
          quiet = next.isUnchanged ? quiet + 1 : 0;
          last = next;
        }
      });
    });
  },
} satisfies Case;

interface Write {
  /** Milliseconds since the epoch, by the agent's clock. */
  readonly time: number;
  /** The status without the times of its writes. */
  readonly status: unknown;
  /** Whether it equals the status of the write before. */
  readonly isUnchanged: boolean;
  /** The number of writes so far, including this one. */
  readonly count: number;
}

/**
 * Moves the clock in steps until the agent writes the status. Fails when the write is too early or does not come in
 * time.
 */
async function nextWrite(
  c: CaseContext,
  joined: JoinedAgent,
  clock: MovedClock,
  last: Write | undefined,
): Promise<Write> {
  const { isUnchanged = false, time: begun = clock.now(), count = writesOf(joined) } = last ?? {};
  const [least, most] = isUnchanged ? [period, period] : [period - spread, period + spread];
  while (writesOf(joined) === count && clock.now() < begun + most + 2 * step) await passTime(c, joined, clock, step);
  await c.eventually(async () => {
    const writes = writesOf(joined) - count;
    expectThat(`writes of the status in ${most / 1000} s of the agent's clock`, writes > 0, 'one', writes);
  }, agentPatience);
  const write = await lastWrite(c, joined, last);
  if (!write.isUnchanged) return write;
  const passed = write.time - begun;
  expectThat('milliseconds between writes without a change', passed > least - rounding, `${least} or more`, passed);
  return write;
}

function writesOf(joined: JoinedAgent): number {
  const writes = joined.service.requests.filter((request) => isStatusWrite(joined, request));
  return writes.filter(({ status }) => status < 300).length;
}

async function lastWrite(c: CaseContext, joined: JoinedAgent, before: Write | undefined): Promise<Write> {
  for (;;) {
    const count = writesOf(joined);
    const node = await c.wire.get(joined.node);
    expectOk(node);
    if (writesOf(joined) !== count) continue;
    const conditions = (fieldOf(node, 'status.conditions') ?? []) as readonly Readonly<Record<string, unknown>>[];
    const times = conditions.map(({ lastHeartbeatTime }) => Date.parse(String(lastHeartbeatTime)));
    const status = {
      ...(fieldOf(node, 'status') as object),
      conditions: conditions.map(({ lastHeartbeatTime: _time, ...rest }) => rest),
    };
    // If there were several writes since, one may have made a change and the next undone it.
    const isNext = before !== undefined && count === before.count + 1;
    return { time: Math.max(...times), status, isUnchanged: isNext && isDeepStrictEqual(status, before.status), count };
  }
}
