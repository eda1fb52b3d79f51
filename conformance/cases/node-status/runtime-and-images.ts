import { agentPatience, isRenewal, untilAnswered, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import type { StandInImage } from '../../launch/stand-in-lists.ts';
import { withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { messageOf } from '../../wire/format/protobuf-fields.ts';

const image = (
  name: string,
  bytes: number,
  tags: readonly string[],
  digests: readonly string[] = [],
): StandInImage => ({
  id: `sha256:${name}`,
  tags: tags.map((tag) => `example.test/${name}:${tag}`),
  digests: digests.map((digest) => `example.test/${name}@sha256:${digest.repeat(64)}`),
  bytes,
});
/** One without a name, some of one size, more names than are shown, and more images than the usual fifty. */
const several = [
  image('nameless', 500, []),
  image('first', 700, ['1', '2'], ['a']),
  image('many', 900, ['1', '2', '3', '4'], ['b', 'c', 'd']),
];
const sixty = Array.from({ length: 60 }, (_, index) => image(`i-${index}`, 1_000 + index, ['1']));

/** A version as the runtime reports it and as the node shows it, and images with their limit. */
const rows: readonly {
  readonly reported: string;
  readonly shown: string;
  readonly images: readonly StandInImage[];
  readonly limit?: number;
  readonly names: readonly (readonly string[])[];
}[] = [
  {
    reported: 'v2.1.4',
    shown: '2.1.4',
    images: several,
    limit: -1,
    names: [namesOf(several[2], 5), namesOf(several[1], 5), []],
  },
  { reported: '1.6.20~ds1', shown: '1.6.20', images: several, limit: 1, names: [namesOf(several[2], 5)] },
  { reported: '1.7.0-rc.1+build.5', shown: '1.7.0-rc.1+build.5', images: several, limit: 0, names: [] },
  {
    reported: '20.10.07',
    shown: '20.10.7',
    images: sixty,
    names: sixty
      .toReversed()
      .slice(0, 50)
      .map((one) => namesOf(one, 5)),
  },
  { reported: '1.30', shown: '1.30', images: [], names: [] },
];

export default {
  id: 'runtime-and-images',
  title:
    'A node MUST report name and version of its runtime, and its largest images, as many as are asked for, each with its digests before its tags.',
  requirements: ['NSTAT-003', 'NSTAT-015'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    await Promise.all(rows.map((row) => reports(c, row)));
  },
} satisfies Case;

async function reports(
  c: CaseContext,
  { reported: version, shown, images, limit, names }: (typeof rows)[number],
): Promise<void> {
  await withStandInRuntime(undefined, async (runtime) => {
    runtime.images = images;
    runtime.serve('Version', async () =>
      messageOf([
        [1, '0.1.0'],
        [2, 'conformance-runtime'],
        [3, version],
        [4, 'v1'],
      ]),
    );
    const name = c.unique('node');
    const flags = [`--hostname-override=${name}`, `--container-runtime-endpoint=${runtime.endpoint}`];
    const configuration = {
      nodeStatusUpdateFrequency: '1s',
      nodeLeaseDurationSeconds: 8,
      ...(limit === undefined ? {} : { nodeStatusMaxImages: limit }),
    };
    await withJoinedAgent(c, { name, flags, configuration }, async (joined) => {
      await joined.untilReady();
      // A node without images may not know them yet.
      await c.eventually(async () => {
        const known = runtime.called.some((call) => call.endsWith('/ImageFsInfo'));
        expectThat('questions about images', known, 'one', runtime.called.length);
      }, agentPatience);
      const renewals = { what: 'renewals', count: 2, by: 'success' } as const;
      await untilAnswered(c, joined, renewals, (request) => isRenewal(joined, request));
      await c.eventually(async () => {
        const node = await c.wire.get(joined.node);
        expectOk(node);
        expectField(node, 'status.nodeInfo.containerRuntimeVersion', `conformance-runtime://${shown}`);
        const found = (fieldOf(node, 'status.images') ?? []) as readonly { readonly names?: readonly string[] }[];
        const listed = found.map((one) => one.names ?? []);
        const what = `names of the images of ${version}`;
        expectThat(what, JSON.stringify(listed) === JSON.stringify(names), JSON.stringify(names), listed);
      }, agentPatience);
    });
  });
}

function namesOf(one: StandInImage | undefined, most: number): readonly string[] {
  return [...(one?.digests ?? []), ...(one?.tags ?? [])].slice(0, most);
}
