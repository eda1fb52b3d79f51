// The runtime contract against a real containerd, started here with folders and a socket of its own.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { containerdMissing, imageName, startContainerd } from '../../fixtures/process/containerd-process.ts';
import { grpcRuntime } from './grpc-runtime.ts';
import { runtimeContract } from './runtime.contract.ts';

const reason = containerdMissing();
if (reason !== undefined) {
  t.test('containerd', { skip: reason }, async () => {});
} else {
  const folder = await mkdtemp(join(tmpdir(), 'containerd-'));
  const containerd = await startContainerd(folder);
  const { endpoint } = containerd;
  t.teardown(async () => {
    await containerd.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const newRuntime = () => grpcRuntime({ endpoint, callTimeout: 60_000 });
  for (const { title, run } of runtimeContract({
    newRuntime,
    unknownCheckpoint: 'unimplemented',
    checkpointFolder: folder,
  })) {
    t.test(`containerd: ${title}`, async (t) => run(t));
  }
  t.test('containerd reports its name and its imported image', async (t) => {
    const runtime = newRuntime();
    t.teardown(() => runtime.close());
    t.equal((await runtime.version()).runtimeName, 'containerd');
    const image = (await runtime.listImages()).find(({ tags }) => tags.includes(imageName));
    t.ok(image !== undefined && image.sizeBytes > 0, 'listed with its size');
    t.match(image?.id, /^sha256:[0-9a-f]{64}$/);
  });
}
