import { mkdtemp, open, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withFlagOfSome } from '../../fixtures/agent/refusing-agent.ts';
import { withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import { type Case, type CaseContext, NotObservable } from '../../contract/case.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { ExpectationFailed } from '../../wire/contract/failure.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

const container = { namespace: 'conformance', pod: 'checked', container: 'main' };
const mebi = 2 ** 20;
/** What may be written before it is too much, and how much is written at once. */
const [most, piece] = [48 * mebi, 8 * mebi];
/** Milliseconds for the agent to notice. */
const patience = 20_000;

export default {
  id: 'space-stays-free',
  title:
    'An agent MAY keep space of its disk free of checkpoints, and then MUST refuse one that finds too little and end one that takes too much, without a file left.',
  requirements: ['CKPT-024', 'CKPT-029U'],
  needs: ['launch-agent'],
  async run(c) {
    await withStandInRuntime(container, async (runtime) => {
      const endpoint = `--container-runtime-endpoint=${runtime.endpoint}`;
      let asked = 0;
      runtime.checkpoint = async ({ location }) => {
        asked += 1;
        await writeFile(location, 'memory of the container');
      };
      // Nothing has to stay free: it is made.
      const made = await withFlagOfSome('--checkpoint-minimum-free', ask(c, endpoint, '--checkpoint-minimum-free=0'));
      expectStatus(made, 200);
      for (const all of ['99.9%', `${2 ** 40}Mi`]) {
        asked = 0;
        const refused = await ask(c, endpoint, `--checkpoint-minimum-free=${all}`);
        if (refused.status === 200) throw new NotObservable('the agent keeps no space free');
        expectStatus(refused, 500);
        expectEqual(`checkpoints with ${all} to stay free`, asked, 0);
        expectThat('reason', /space/.test(refused.text()), 'that there is not enough space', refused.text());
      }
      await c.holds('CKPT-024', () => isEnded(c, endpoint, (take) => (runtime.checkpoint = take)));
    });
  },
} satisfies Case;

async function ask(c: CaseContext, ...flags: readonly string[]) {
  const { wire } = await c.launchAgent({ flags });
  return wire.post('/checkpoint/conformance/checked/main', undefined);
}

/** In memory, so that no other program takes the space meanwhile, where the host has such a file system. */
async function isEnded(
  c: CaseContext,
  endpoint: string,
  takes: (take: (asked: { readonly location: string }) => Promise<void>) => void,
): Promise<void> {
  const root = await mkdtemp(join('/dev/shm', 'conformance-')).catch(() => mkdtemp(join(tmpdir(), 'conformance-')));
  let over = (): void => {};
  const isOver = new Promise<void>((resolve) => (over = resolve));
  try {
    const { bavail, bsize } = await statfs(root);
    if (bavail * bsize < 4 * most) throw new NotObservable('this host has too little space');
    const flags = [
      endpoint,
      `--root-dir=${root}`,
      `--checkpoint-minimum-free=${Math.floor((bavail * bsize - most) / mebi)}Mi`,
    ];
    const { wire } = await c.launchAgent({ flags });
    let written = 0;
    takes(async ({ location }) => {
      const file = await open(location, 'wx');
      for (; written < 3 * most; written += piece) await file.write(Buffer.alloc(piece, 1));
      // It waits for more memory of the container: only the agent ends it.
      await isOver;
      await file.close();
    });
    const ended = await Promise.race([
      wire.post('/checkpoint/conformance/checked/main', undefined),
      c.clock.sleep(patience, c.signal).then(() => undefined),
    ]);
    if (ended === undefined) throw new ExpectationFailed('a checkpoint that takes too much', 'its end', 'none');
    expectStatus(ended, 500);
    expectThat('reason', /space/.test(ended.text()), 'that there is not enough space', ended.text());
    // Other programs may have taken some of it.
    expectThat('bytes that were written', written >= most / 2, `about ${most}`, written);
    over();
    await c.eventually(async () => expectEqual('files that are left', await readdir(join(root, 'checkpoints')), []));
    takes(({ location }) => writeFile(location, 'memory of the container'));
    // The space comes back when the writer has closed its file.
    await c.eventually(async () =>
      expectStatus(await wire.post('/checkpoint/conformance/checked/main', undefined), 200),
    );
  } finally {
    over();
    await rm(root, { recursive: true, force: true });
  }
}
