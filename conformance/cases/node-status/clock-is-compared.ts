import {
  agentPatience,
  isRenewal,
  type JoinedAgent,
  untilAnswered,
  withJoinedAgent,
} from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import { type Case, type CaseContext, NotObservable } from '../../contract/case.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { samplesOf } from '../../wire/format/metrics.ts';

const hour = 3_600_000;

export default {
  id: 'clock-is-compared',
  title:
    'An agent MAY tell how far its clock is from that of the service, and then MUST tell it truly, also of slow answers, and warn once for each time.',
  requirements: ['NSTAT-002', 'NSTAT-028'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    // Renewed every three seconds, each of which may take as long.
    await withJoinedAgent(c, { configuration: { nodeLeaseDurationSeconds: 12 } }, async (joined) => {
      await joined.untilReady();
      await renewed(c, joined, 1);
      if ((await offset(joined)) === undefined)
        throw new NotObservable('the agent does not tell how far its clock is off');
      await isOff(c, joined, 0);
      const begun = warnings(joined);
      const tells = (milliseconds: number) => {
        joined.service.dates = async () => new Date(Date.now() + milliseconds).toUTCString();
      };
      for (const [ahead, warned] of [
        [-hour, 1],
        [-hour, 1],
        [2_000, 1],
        [hour, 2],
      ] as const) {
        tells(-ahead);
        await renewed(c, joined, 1);
        await isOff(c, joined, ahead / 1000);
        const found = warnings(joined) - begun;
        if (found > 0 || warned > 1) expectEqual(`warnings, ${ahead} ms ahead`, found, warned);
      }
      // A response without a time, or with none that can be read, changes nothing.
      joined.service.dates = async () => 'soon';
      await renewed(c, joined, 2);
      await isOff(c, joined, hour / 1000);
      await isTrueOfSlowAnswers(c, joined);
    });
  },
} satisfies Case;

/** The service takes its time from the middle of a slow request. */
async function isTrueOfSlowAnswers(c: CaseContext, joined: JoinedAgent): Promise<void> {
  const half = 1_200;
  joined.service.dates = async (request) => {
    if (!isRenewal(joined, request)) return undefined;
    await c.clock.sleep(half, c.signal);
    const date = new Date().toUTCString();
    await c.clock.sleep(half, c.signal);
    return date;
  };
  await renewed(c, joined, 1);
  await isOff(c, joined, 0, 0.65);
  joined.service.dates = async () => undefined;
}

function renewed(c: CaseContext, joined: JoinedAgent, count: number): Promise<void> {
  return untilAnswered(c, joined, { what: 'renewals', count, by: 'success' }, (request) => isRenewal(joined, request));
}

async function offset({ agent }: JoinedAgent): Promise<number | undefined> {
  const page = await agent.wire.get('/metrics');
  expectOk(page);
  return samplesOf(page.text(), 'node_clock_offset_seconds')[0]?.value;
}

async function isOff(c: CaseContext, joined: JoinedAgent, seconds: number, within = 2): Promise<void> {
  await c.eventually(async () => {
    const reported = (await offset(joined)) ?? Number.NaN;
    expectThat(
      'seconds by which the clock is ahead',
      Math.abs(reported - seconds) < within,
      `about ${seconds}`,
      reported,
    );
  }, agentPatience);
}

/** Lines of the log that warn of the clock. */
function warnings({ agent }: JoinedAgent): number {
  return agent
    .output()
    .split('\n')
    .filter((line) => /\bwarn\b/i.test(line) && /\bclock\b/.test(line)).length;
}
