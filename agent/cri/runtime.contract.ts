// What every runtime connection must do, whatever runtime stands behind it: run against the simulator and against a real
// containerd. Exported as a function; imports no test runner.

import { type Runtime, RuntimeError, type RuntimeFailure } from './runtime.ts';

export interface ContractTest {
  readonly title: string;
  readonly run: (assert: ContractAssert) => Promise<void>;
}

export interface ContractAssert {
  ok(value: unknown, message: string): unknown;
  equal(found: unknown, wanted: unknown, message: string): unknown;
}

export interface RuntimeContractOptions {
  /** A fresh connection to a running runtime; the suite closes it. */
  readonly newRuntime: () => Runtime;
  /** The failure of a checkpoint of an unknown container: runtimes without checkpoints refuse the call itself. */
  readonly unknownCheckpoint: RuntimeFailure;
  readonly checkpointFolder: string;
}

export function runtimeContract(options: RuntimeContractOptions): readonly ContractTest[] {
  const { newRuntime, unknownCheckpoint, checkpointFolder } = options;
  const test = (title: string, body: (runtime: Runtime, assert: ContractAssert) => Promise<void>): ContractTest => ({
    title,
    run: async (assert) => {
      const runtime = newRuntime();
      try {
        await body(runtime, assert);
      } finally {
        runtime.close();
      }
    },
  });
  const unknownId = 'f'.repeat(64);

  return [
    test('a runtime reports its name, version and interface version', async (runtime, assert) => {
      const version = await runtime.version();
      assert.ok(version.runtimeName.length > 0, 'has a name');
      assert.ok(/^v?\d+\.\d+/.test(version.runtimeVersion), `version is a version: ${version.runtimeVersion}`);
      assert.equal(version.runtimeApiVersion, 'v1', 'speaks v1');
    }),
    test('a runtime reports its own and the network condition', async (runtime, assert) => {
      const { conditions } = await runtime.status();
      assert.equal(conditions.find(({ type }) => type === 'RuntimeReady')?.status, true, 'runtime ready');
      assert.ok(
        conditions.some(({ type }) => type === 'NetworkReady'),
        'network condition present',
      );
    }),
    test('the cgroup driver is a known one or not reported', async (runtime, assert) => {
      assert.ok(['systemd', 'cgroupfs', undefined].includes(await runtime.cgroupDriver()), 'known driver');
    }),
    test('listing with an unknown label or sandbox returns an empty list', async (runtime, assert) => {
      assert.equal((await runtime.listSandboxes(new Map([['example.test/none', 'x']]))).length, 0, 'no sandbox');
      assert.equal((await runtime.listContainers(unknownId)).length, 0, 'no container of an unknown sandbox');
      assert.equal((await runtime.listContainers(new Map([['example.test/none', 'x']]))).length, 0, 'no container');
    }),
    test('every listed container has a status of the same name', async (runtime, assert) => {
      for (const container of await runtime.listContainers()) {
        assert.equal((await runtime.containerStatus(container.id)).name, container.name, 'same name');
      }
    }),
    test('images have an id and a size, and file systems a mount point', async (runtime, assert) => {
      for (const image of await runtime.listImages()) {
        assert.ok(image.id.length > 0 && image.sizeBytes > 0, `image ${image.id}`);
      }
      const { images, containers } = await runtime.filesystems();
      for (const { mountpoint } of [...images, ...containers]) {
        assert.ok(mountpoint.startsWith('/'), `mount point ${mountpoint}`);
      }
    }),
    test('usage has the names of the listed containers, or the runtime does not implement it', async (runtime, assert) => {
      const names = new Map((await runtime.listContainers()).map(({ id, name }) => [id, name]));
      for (const { id, name, cpu, memory } of await runtime.containerUsage()) {
        assert.equal(name, names.get(id), 'same name');
        assert.ok(
          (cpu?.coreNanoseconds ?? 0) >= 0 && (memory?.workingSetBytes ?? 0) >= 0,
          'figures are no less than 0',
        );
      }
      const sandboxes = new Set((await runtime.listSandboxes()).map(({ id }) => id));
      const usage = await runtime.sandboxUsage().catch((error: unknown) => {
        if (error instanceof RuntimeError && error.failure === 'unimplemented') return [];
        throw error;
      });
      assert.ok(
        usage.every(({ id }) => sandboxes.has(id)),
        'every measured sandbox is listed',
      );
    }),
    test('the status of an unknown container fails as not found', async (runtime, assert) => {
      assert.equal(await failureOf(runtime.containerStatus(unknownId)), 'not-found', 'failure');
    }),
    test('a checkpoint of an unknown container fails and says why', async (runtime, assert) => {
      const location = `${checkpointFolder}/unknown.tar`;
      const call = runtime.checkpoint({ containerId: unknownId, location, timeoutSeconds: 5 });
      assert.equal(await failureOf(call), unknownCheckpoint, 'failure');
    }),
    test('a call with an aborted signal fails as aborted', async (runtime, assert) => {
      const abort = new AbortController();
      abort.abort();
      assert.equal(await failureOf(runtime.version(abort.signal)), 'aborted', 'failure');
    }),
    test('calls run side by side on one connection', async (runtime, assert) => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => runtime.status()));
      assert.equal(answers.length, 50, 'all answered');
    }),
    test('a closed connection refuses calls as unavailable', async (runtime, assert) => {
      await runtime.version();
      runtime.close();
      runtime.close();
      assert.equal(await failureOf(runtime.version()), 'unavailable', 'failure');
    }),
  ];
}

/** The kind of failure of a call; 'none' when it succeeded. Anything but a RuntimeError is thrown on. */
export async function failureOf(call: Promise<unknown>): Promise<RuntimeFailure | 'none'> {
  try {
    await call;
    return 'none';
  } catch (error) {
    if (error instanceof RuntimeError) return error.failure;
    throw error;
  }
}
