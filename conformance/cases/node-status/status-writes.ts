import { withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import type { AnsweredRequest } from '../../launch/node-service.ts';
import {
  agentPatience,
  isRenewal,
  isStatusWrite,
  type JoinedAgent,
  untilAnswered,
  withJoinedAgent,
} from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import { type Case, type CaseContext, NotObservable } from '../../contract/case.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { listAt } from '../../wire/format/json-path.ts';

/** Milliseconds between two checks of the status. */
const update = 1_000;
/** Most attempts of one check. */
const attempts = 5;

export default {
  id: 'status-writes',
  title:
    'An agent MUST write its status when it changed and not otherwise, SHOULD write only what changed, and SHOULD try again a few times at each check.',
  requirements: ['NSTAT-026', 'NSTAT-027', 'NSTAT-038'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    await withStandInRuntime(undefined, async (runtime) => {
      const says = (message: string) => {
        const down = { type: 'NetworkReady', status: false, reason: 'ConformanceTest', message } as const;
        runtime.conditions = [{ type: 'RuntimeReady', status: true, reason: '', message: '' }, down];
      };
      const name = c.unique('node');
      const flags = [`--hostname-override=${name}`, `--container-runtime-endpoint=${runtime.endpoint}`];
      const configuration = {
        nodeStatusUpdateFrequency: `${update / 1000}s`,
        nodeStatusReportFrequency: '1h',
        nodeLeaseDurationSeconds: 8,
      };
      await withJoinedAgent(c, { name, flags, configuration }, async (joined) => {
        await joined.untilReady();
        await c.holds('NSTAT-027', () => isQuiet(c, joined));
        const untilTold = (message: string) =>
          c.eventually(async () => {
            const told = String((await joined.condition('Ready'))?.['message']);
            expectThat('message of Ready', told.includes(message), message, told);
          }, agentPatience);
        const begun = joined.service.requests.length;
        says('first');
        await c.holds(['NSTAT-026', 'NSTAT-038'], () => untilTold('first'));
        await c.holds('NSTAT-026', async () => {
          const writes = joined.service.requests.slice(begun).filter((request) => isStatusWrite(joined, request));
          expectSparing(c, writes);
        });
        await c.holds('NSTAT-027', () => isQuiet(c, joined));
        await c.holds('NSTAT-038', async () => {
          await triesAgain(c, joined, () => says('second'));
          await untilTold('second');
        });
      });
    });
  },
} satisfies Case;

/** No write of the status, and no read of the node that it watches, while the lease is renewed twice: several checks. */
async function isQuiet(c: CaseContext, joined: JoinedAgent): Promise<void> {
  const ofNode = ({ path }: AnsweredRequest) => path === joined.node || path === `${joined.node}/status`;
  const writes = () => joined.service.requests.filter(ofNode).length;
  const quiet = async () => {
    const before = writes();
    await untilAnswered(c, joined, { what: 'renewals', count: 2, by: 'success' }, (request) =>
      isRenewal(joined, request),
    );
    return writes() - before;
  };
  // The first status of a node that has just become ready may be completed once more.
  if ((await quiet()) > 0) expectEqual('requests about a node that did not change', await quiet(), 0);
}

/** Nothing but conditions, and of those that stay as they are only the time of the report. */
function expectSparing(c: CaseContext, writes: readonly AnsweredRequest[]): void {
  const [write] = writes;
  if (write === undefined || write.method !== 'PATCH' || !write.contentType.includes('strategic-merge'))
    throw new NotObservable('the agent does not write its status as a strategic merge patch');
  const sent = fieldOf(write.sent, 'status') as Readonly<Record<string, unknown>>;
  const written = Object.keys(sent).filter((field) => !field.startsWith('$'));
  expectEqual('written fields of the status', written, ['conditions']);
  const changed = listAt(sent, 'conditions').filter((one) => fieldOf(one, 'status') !== undefined);
  const expected = ['Ready', ...(c.vendor.behaviour.networkCondition === 'agent' ? ['NetworkUnavailable'] : [])];
  expectEqual('conditions that are written whole', changed.map((one) => String(fieldOf(one, 'type'))).sort(), [
    ...expected.sort(),
  ]);
}

/** Refuses writes after the change, and judges the attempts of one check and the time until the next. */
async function triesAgain(c: CaseContext, joined: JoinedAgent, change: () => void): Promise<void> {
  const { service } = joined;
  service.refuses = (request) => isStatusWrite(joined, request);
  const begun = service.requests.length;
  change();
  await c.eventually(async () => {
    const refused = service.requests.slice(begun).filter((request) => isStatusWrite(joined, request));
    const starts = refused.filter(({ asked }, index) => asked - (refused[index - 1]?.answered ?? 0) >= 0.9 * update);
    expectThat('checks with refused writes', starts.length >= 3, '3 or more', starts.length);
    // The attempts of all checks but the last, which may go on.
    const whole = refused.indexOf(starts.at(-1) as AnsweredRequest);
    const each = whole / (starts.length - 1);
    expectThat('attempts of one check', each <= attempts, `${attempts} or fewer`, each);
    expectThat('attempts of one check', each > 1, 'more than one', each);
  }, agentPatience);
  service.refuses = () => false;
}
