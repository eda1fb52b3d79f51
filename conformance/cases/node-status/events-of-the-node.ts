import { readFile } from 'node:fs/promises';
import { agentPatience, type JoinedAgent, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import { withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { listAt, textAt } from '../../wire/format/json-path.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

/** Short of memory on every host, of nothing else on any. */
const evictionHard = { 'memory.available': '99.999%', 'nodefs.available': '1Mi', 'pid.available': '1' };

export default {
  id: 'events-of-the-node',
  title: 'An agent SHOULD write an event about its node for its start, each change of a condition, and a reboot.',
  requirements: ['EVT-023'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    await withStandInRuntime(undefined, async (runtime) => {
      const says = (isUp: boolean) => {
        runtime.conditions = (['RuntimeReady', 'NetworkReady'] as const).map((type) => ({
          type,
          status: isUp,
          reason: isUp ? '' : 'ConformanceTest',
          message: '',
        }));
      };
      says(true);
      const name = c.unique('node');
      const flags = [`--hostname-override=${name}`, `--container-runtime-endpoint=${runtime.endpoint}`];
      const configuration = { nodeStatusUpdateFrequency: '1s', evictionHard, evictionPressureTransitionPeriod: '0s' };
      await withJoinedAgent(c, { name, flags, configuration }, async (joined) => {
        await joined.untilReady();
        const events = new NodeEvents(c, name);
        for (const reason of ['Starting', 'NodeHasInsufficientMemory', 'NodeHasNoDiskPressure', 'NodeHasSufficientPID'])
          await events.until(reason, 'Normal');
        await events.until('NodeReady', 'Normal');
        // Before the first measurement there may have been memory enough.
        await events.expectNone('NodeHasDiskPressure', 'NodeHasInsufficientPID');
        await events.expectNone('NodeNotReady', 'NodeNotSchedulable', 'NodeSchedulable', 'Rebooted');
        says(false);
        await events.until('NodeNotReady', 'Normal');
        await change(c, joined.node, { spec: { unschedulable: true } });
        await events.until('NodeNotSchedulable', 'Normal');
        await events.expectNone('NodeSchedulable');
        await change(c, joined.node, { spec: { unschedulable: null } });
        await events.until('NodeSchedulable', 'Normal');
        await reboot(c, joined);
        await events.until('Rebooted', 'Warning');
      });
    });
  },
} satisfies Case;

/** The agent finds another boot in its node than that of its host. */
async function reboot(c: CaseContext, { node }: JoinedAgent): Promise<void> {
  await change(c, `${node}/status`, { status: { nodeInfo: { bootID: 'a-boot-before' } } });
}

async function change(c: CaseContext, path: string, patch: object): Promise<void> {
  expectOk(await c.wire.patch(path, 'strategic', patch));
}

/** The events that the agent has written about its node. */
class NodeEvents {
  readonly #c: CaseContext;
  readonly #node: string;

  constructor(c: CaseContext, node: string) {
    this.#c = c;
    this.#node = node;
  }

  /** Waits for an event with this reason, and judges what it says beside. */
  async until(reason: string, type: string): Promise<void> {
    const event = await this.#c.eventually(async () => {
      const all = await this.#read();
      const found = all.find((one) => textAt(one, 'reason') === reason);
      expectThat(`event with the reason ${reason}`, found !== undefined, 'one', all.map(reasonOf));
      return found;
    }, agentPatience);
    const note = textAt(event, 'note');
    const usual = `Node ${this.#node} status is now: ${reason}`;
    if (reason === 'Starting') expectThat(`note of ${reason}`, note !== '', 'some words', event);
    else if (reason === 'Rebooted') {
      const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
      expectThat(`note of ${reason}`, note.includes(boot), boot, note);
    } else expectEqual(`note of ${reason}`, note, usual);
    expectThat(`controller of ${reason}`, textAt(event, 'reportingController') !== '', 'a name', event);
    expectEqual(`instance of ${reason}`, textAt(event, 'reportingInstance'), this.#node);
    expectEqual(`type of ${reason}`, textAt(event, 'type'), type);
    // Agents name the node as its uid too, and tools search for that.
    await this.#c.holds('EVT-023', async () => {
      const about = ['kind', 'name', 'uid'].map((field) => textAt(event, `regarding.${field}`));
      expectEqual(`what ${reason} is about`, about, ['Node', this.#node, this.#node]);
    });
  }

  async expectNone(...reasons: readonly string[]): Promise<void> {
    const found = (await this.#read()).map(reasonOf).filter((reason) => reasons.includes(reason));
    expectEqual('events without their cause', found, []);
  }

  async #read(): Promise<readonly unknown[]> {
    const events = this.#c.resource('events.{api}/v1', 'events', 'default');
    const query = { fieldSelector: `regarding.kind=Node,regarding.name=${this.#node}` };
    const answer = await this.#c.wire.get(events.collection, { query });
    expectOk(answer);
    // Controllers write about nodes too, with other reasons, and from elsewhere.
    return listAt(answer.json(), 'items').filter((event) => textAt(event, 'reportingController') !== 'node-controller');
  }
}

function reasonOf(event: unknown): string {
  return textAt(event, 'reason');
}
