// The runtime contract against a real containerd, started here with folders and a socket of its own.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { grpcRuntime } from './grpc-runtime.ts';
import { failureOf, runtimeContract } from './runtime.contract.ts';

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
  const newRuntime = () => grpcRuntime({ endpoint, callTimeout: 5_000 });
  for (const { title, run } of runtimeContract({
    newRuntime,
    unknownCheckpoint: 'unimplemented',
    checkpointFolder: folder,
  })) {
    t.test(`containerd: ${title}`, async (t) => run(t));
  }
  t.test('containerd tells its name', async (t) => {
    const runtime = newRuntime();
    t.teardown(() => runtime.close());
    t.equal((await runtime.version()).runtimeName, 'containerd');
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
