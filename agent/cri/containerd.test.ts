// The runtime contract against a real containerd, started here with folders and a socket of its own.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import t from 'tap';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { grpcRuntime } from './grpc-runtime.ts';
import { failureOf, runtimeContract } from './runtime.contract.ts';

const imageName = 'example.test/nothing:1';
const reason = missing();
if (reason !== undefined) {
  t.test('containerd', { skip: reason }, async () => {});
} else {
  const folder = await mkdtemp(join(tmpdir(), 'containerd-'));
  const endpoint = `unix://${folder}/containerd.sock`;
  const containerd = await start(folder, endpoint);
  t.teardown(async () => {
    containerd.kill('SIGTERM');
    await new Promise((resolve) => containerd.once('exit', resolve));
    await rm(folder, { recursive: true, force: true });
  });
  await importImage(folder);
  const newRuntime = () => grpcRuntime({ endpoint, callTimeout: 5_000 });
  for (const { title, run } of runtimeContract({
    newRuntime,
    unknownCheckpoint: 'unimplemented',
    checkpointFolder: folder,
  })) {
    t.test(`containerd: ${title}`, async (t) => run(t));
  }
  t.test('containerd tells its name and the image it was given', async (t) => {
    const runtime = newRuntime();
    t.teardown(() => runtime.close());
    t.equal((await runtime.version()).runtimeName, 'containerd');
    const image = (await runtime.listImages()).find(({ tags }) => tags.includes(imageName));
    t.ok(image !== undefined && image.sizeBytes > 0, 'listed with its size');
    t.match(image?.id, /^sha256:[0-9a-f]{64}$/);
  });
}

function missing(): string | undefined {
  if (process.getuid?.() !== 0) return 'containerd needs root';
  return spawnSync('containerd', ['--version']).status === 0 ? undefined : 'containerd is not installed';
}

async function start(folder: string, endpoint: string): Promise<ChildProcess> {
  await mkdir(join(folder, 'cni'));
  const config = [
    'version = 2',
    `root = "${folder}/root"`,
    `state = "${folder}/state"`,
    '[grpc]',
    `  address = "${folder}/containerd.sock"`,
    '[plugins."io.containerd.grpc.v1.cri"]',
    '  sandbox_image = "example.test/pause:1"',
    '  [plugins."io.containerd.grpc.v1.cri".containerd]',
    '    snapshotter = "native"',
    '  [plugins."io.containerd.grpc.v1.cri".cni]',
    `    conf_dir = "${folder}/cni"`,
  ];
  await writeFile(join(folder, 'config.toml'), `${config.join('\n')}\n`);
  const child = spawn('containerd', ['--config', join(folder, 'config.toml')], { stdio: 'ignore' });
  const runtime = grpcRuntime({ endpoint, callTimeout: 1_000 });
  for (let attempt = 0; attempt < 150 && (await failureOf(runtime.status())) !== 'none'; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  runtime.close();
  return child;
}

/** Gives containerd an image of one empty layer, as a saved archive. */
async function importImage(folder: string): Promise<void> {
  const layer = Buffer.alloc(1024);
  const digest = `sha256:${createHash('sha256').update(layer).digest('hex')}`;
  const config = { architecture: 'amd64', os: 'linux', config: {}, rootfs: { type: 'layers', diff_ids: [digest] } };
  const manifest = [{ Config: 'config.json', RepoTags: [imageName], Layers: ['layer.tar'] }];
  const archive = pack();
  archive.entry({ name: 'layer.tar' }, layer);
  archive.entry({ name: 'config.json' }, JSON.stringify(config));
  archive.entry({ name: 'manifest.json' }, JSON.stringify(manifest));
  archive.finalize();
  await writeFile(join(folder, 'image.tar'), await buffer(archive));
  // Images of the container runtime interface live in this namespace of containerd.
  const namespace = vendorOf('kubernetes').fill('{api}');
  const words = ['--address', join(folder, 'containerd.sock'), '--namespace', namespace, 'images', 'import'];
  const done = spawnSync('ctr', [...words, '--snapshotter', 'native', join(folder, 'image.tar')]);
  if (done.status !== 0) throw new Error(`ctr: ${done.stderr.toString()}`);
}
