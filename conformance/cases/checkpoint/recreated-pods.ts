import { writeFile } from 'node:fs/promises';
import { expectForeignPods } from '../../fixtures/agent/foreign-pods.ts';
import { type AskedCheckpoint, withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import type { StandInContainer } from '../../launch/stand-in-lists.ts';
import type { Case } from '../../contract/case.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

const main = { namespace: 'conformance', pod: 'checked', container: 'main' };

/** What the runtime has, and which of it is checkpointed; undefined: nothing may be. */
const rows: readonly {
  readonly what: string;
  readonly containers: readonly StandInContainer[];
  readonly right: string | undefined;
}[] = [
  {
    what: 'a pod that was created again while its container still runs',
    containers: [
      { ...main, id: 'old', sandbox: 'old', podUid: 'old', isReady: false },
      { ...main, id: 'new', sandbox: 'new', podUid: 'new' },
    ],
    right: 'new',
  },
  {
    what: 'the same in the other order',
    containers: [
      { ...main, id: 'new', sandbox: 'new', podUid: 'new' },
      { ...main, id: 'old', sandbox: 'old', podUid: 'old', isReady: false },
    ],
    right: 'new',
  },
  {
    what: 'a pod that was created by hand, without labels',
    containers: [
      { ...main, id: 'elsewhere', sandbox: 'elsewhere', namespace: 'default', isLabelled: false },
      { ...main, id: 'beside', sandbox: 'bare', container: 'side', isLabelled: false },
      { ...main, id: 'ended', sandbox: 'bare', isRunning: false, isLabelled: false },
      { ...main, id: 'bare', sandbox: 'bare', isLabelled: false },
    ],
    right: 'bare',
  },
  {
    what: 'a container that was started again',
    containers: [
      { ...main, id: 'run-0', sandbox: 'one', isRunning: false, attempt: 0, createdAt: 1_000 },
      { ...main, id: 'run-1', sandbox: 'one', attempt: 1, createdAt: 2_000 },
    ],
    right: 'run-1',
  },
  {
    what: 'containers whose sandboxes have all gone',
    containers: [
      { ...main, id: 'one', sandbox: 'one', podUid: 'one', isReady: false },
      { ...main, id: 'two', sandbox: 'two', podUid: 'two', isReady: false },
    ],
    right: undefined,
  },
];

export default {
  id: 'recreated-pods',
  title:
    'An agent MUST take the checkpoint of the container that its pod has now, not of an earlier pod or run of the same name.',
  requirements: ['CKPT-005', 'CKPT-006', 'CKPT-010'],
  needs: ['launch-agent'],
  async run(c) {
    await withStandInRuntime(undefined, async (runtime) => {
      const agent = await c.launchAgent({ flags: [`--container-runtime-endpoint=${runtime.endpoint}`] });
      const asked: AskedCheckpoint[] = [];
      runtime.checkpoint = async (request) => {
        asked.push(request);
        await writeFile(request.location, 'memory of the container');
      };
      runtime.containers = rows[0]?.containers ?? [];
      await expectForeignPods(agent, 'conformance/checked/main');
      for (const { what, containers, right } of rows) {
        runtime.containers = containers;
        asked.splice(0);
        const answer = await agent.wire.post('/checkpoint/conformance/checked/main', undefined);
        if (right !== undefined) expectStatus(answer, 200);
        else expectThat(`status with ${what}`, answer.status >= 400, 'a refusal', answer.status);
        expectEqual(
          `checkpoints of ${what}`,
          asked.map(({ containerId }) => containerId),
          right === undefined ? [] : [right],
        );
      }
    });
  },
} satisfies Case;
