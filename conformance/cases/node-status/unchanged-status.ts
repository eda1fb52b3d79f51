import { isDeepStrictEqual } from 'node:util';
import { type MovedClock, openMovedClock } from '../../launch/moved-clock.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { type Case, type CaseContext, NotObservable } from '../../contract/case.ts';
import {
  agentPatience,
  isRenewal,
  isStatusWrite,
  type JoinedAgent,
  withJoinedAgent,
} from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';

/** Milliseconds of the agent's clock between two writes of a status that does not change. */
const period = 300_000;
/** After a change the next write may come by this much earlier, or later, so that many nodes do not write together. */
const spread = period / 2;
/** How far the clock moves at once: less than after what an agent believes that its runtime has gone. */
const step = 20_000;
/** Times of writes are whole seconds. */
const rounding = 1_000;

export default {
  id: 'unchanged-status',
  title: 'A status that does not change MUST be written every 5 minutes only, while the lease is renewed all the time.',
  requirements: ['NSTAT-027', 'LIM-018', 'NSTAT-032', 'NSTAT-037'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    const clock = await openMovedClock(c.clock);
    if (clock === undefined) throw new NotObservable('libfaketime, which moves the clock of an agent, is not here');
    try {
      await withJoinedAgent(c, { environment: clock.environment }, async (joined) => {
        await joined.untilReady();
        // The first one that comes without a change, then the one after it.
        for (let last = await nextWrite(c, joined, clock, undefined), quiet = 0; quiet < 2; ) {
          const next = await nextWrite(c, joined, clock, last);
          quiet = next.isUnchanged ? quiet + 1 : 0;
          last = next;
        }
      });
    } finally {
      await clock.close();
    }
  },
} satisfies Case;

interface Write {
  /** Milliseconds since the epoch, by the agent's clock. */
  readonly time: number;
  /** Without times of writes. */
  readonly status: unknown;
  /** It told nothing new. */
  readonly isUnchanged: boolean;
  /** How many there were, with this one. */
  readonly count: number;
}

/** Moves the clock, step by step, until the status is written. Fails for a write too early, and for none in time. */
async function nextWrite(
  c: CaseContext,
  joined: JoinedAgent,
  clock: MovedClock,
  last: Write | undefined,
): Promise<Write> {
  const { isUnchanged = false, time: begun = clock.now(), count = writesOf(joined) } = last ?? {};
  const [least, most] = isUnchanged ? [period, period] : [period - spread, period + spread];
  while (writesOf(joined) === count && clock.now() < begun + most + 2 * step) await passTime(c, joined, clock);
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

/** A step of the clock. Resolves when the agent has renewed its lease after it. */
async function passTime(c: CaseContext, joined: JoinedAgent, clock: MovedClock): Promise<void> {
  const { service } = joined;
  const begun = service.requests.length;
  await clock.advance(step);
  const middle = clock.now() - step / 2;
  await c.eventually(async () => {
    // Whoever sleeps until a time looks at the clock only when something wakes it.
    expectOk(await joined.agent.wire.get('/healthz'));
    const isRenewed = (await joined.renewedAt()) > middle;
    const renewals = service.requests.slice(begun).filter((request) => isRenewal(joined, request));
    // The one after the next was begun after the step, whenever the one before was.
    if (!isRenewed && renewals.length > 2) throw new NotObservable('the clock of this agent cannot be moved');
    expectThat('renewal after a step of the clock', isRenewed, 'one', renewals.length);
  }, agentPatience);
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
    // Of several since the one before, each may have told something that the next took back.
    const isNext = before !== undefined && count === before.count + 1;
    return { time: Math.max(...times), status, isUnchanged: isNext && isDeepStrictEqual(status, before.status), count };
  }
}
