// A container runtime that the suite plays for an agent that it starts. The case sets its status and its reaction to
// checkpoints, and which containers and images it has. Every other call gets an empty message.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveGrpc, type ServedCall, Unimplemented } from '../wire/exchange/grpc.ts';
import { countField, fieldsOf, messageOf, textField } from '../wire/format/protobuf-fields.ts';
import type { RunningContainer } from '../contract/case.ts';
import {
  chosenContainers,
  chosenSandboxes,
  imagesOf,
  type StandInContainer,
  type StandInImage,
} from './stand-in-lists.ts';

/** A runtime condition in the CRI status. */
export interface ToldCondition {
  readonly type: 'RuntimeReady' | 'NetworkReady';
  readonly status: boolean;
  readonly reason: string;
  readonly message: string;
}

/** A checkpoint request to the runtime. */
export interface AskedCheckpoint {
  readonly containerId: string;
  readonly location: string;
  /** In seconds. */
  readonly timeout: number;
}

export interface StandInRuntime {
  /** The value for an agent's `--container-runtime-endpoint`: `unix://...`. */
  readonly endpoint: string;
  /** Its reported conditions; ready at the start. */
  conditions: readonly ToldCondition[];
  /**
   * Handles a checkpoint; by default it reports success and does nothing. If it throws, the call fails with that
   * message. Undefined: the runtime does not implement checkpoints.
   */
  checkpoint: ((asked: AskedCheckpoint) => Promise<void>) | undefined;
  /** At first the container that the stand-in was started with, if any. */
  containers: readonly StandInContainer[];
  /** At first none. */
  images: readonly StandInImage[];
  /**
   * Answers a call of the runtime service, by its name, or of another one, by its path, from now on. If `answer` throws, the
   * call fails with that message.
   */
  serve(call: string, answer: (request: Uint8Array) => Promise<Uint8Array>): void;
  /** The paths of all calls so far. */
  readonly called: readonly string[];
}

const well: readonly ToldCondition[] = [
  { type: 'RuntimeReady', status: true, reason: '', message: '' },
  { type: 'NetworkReady', status: true, reason: '', message: '' },
];
const nothing = messageOf([]);
const counted = (count: number): Uint8Array => messageOf([[1, count]]);
/** Its time in nanoseconds, mount point, used bytes and used inodes. */
const imageFileSystem = messageOf([
  [1, 1],
  [2, messageOf([[1, '/']])],
  [3, counted(1_000_000)],
  [4, counted(100)],
]);

/** Runs the stand-in during the work, with `container` if given. */
export async function withStandInRuntime(
  container: RunningContainer | undefined,
  work: (runtime: StandInRuntime) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'orch-stand-in-'));
  const socket = join(folder, 'cri.sock');
  const state: Pick<StandInRuntime, 'conditions' | 'checkpoint' | 'containers' | 'images'> = {
    conditions: well,
    checkpoint: async () => {},
    containers: container === undefined ? [] : [container],
    images: [],
  };
  const runtime = (call: string): string => `/runtime.v1.RuntimeService/${call}`;
  const calls: Record<string, ServedCall> = {
    [runtime('Version')]: {
      answer: messageOf([...(['0.1.0', 'conformance', '1.0.0', 'v1'] as const).entries()].map(numbered)),
    },
    [runtime('Status')]: { answer: async () => statusOf(state.conditions) },
    [runtime('ListPodSandbox')]: { answer: async (request) => chosenSandboxes(state.containers, request) },
    [runtime('ListContainers')]: { answer: async (request) => chosenContainers(state.containers, request) },
    ['/runtime.v1.ImageService/ListImages']: { answer: async () => imagesOf(state.images) },
    // One file system, of which something is used: agents find out with it whether they are short of space.
    ['/runtime.v1.ImageService/ImageFsInfo']: {
      answer: async () => messageOf([[1, imageFileSystem]]),
    },
    [runtime('CheckpointContainer')]: {
      answer: async (request) => {
        const fields = fieldsOf('the request for a checkpoint', request);
        const [of = '', location = ''] = [textField(fields, 1), textField(fields, 2)];
        if (state.checkpoint === undefined) throw new Unimplemented('method CheckpointContainer not implemented');
        await state.checkpoint({ containerId: of, location, timeout: countField(fields, 3) });
        return nothing;
      },
    },
  };
  const served = await serveGrpc(socket, calls, { answer: nothing });
  try {
    const serve: StandInRuntime['serve'] = (call, answer) => {
      calls[call.startsWith('/') ? call : runtime(call)] = { answer };
    };
    await work(Object.assign(state, { endpoint: `unix://${socket}`, called: served.called, serve }));
  } finally {
    await served.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** One field for each string of a list, numbered from 1. */
function numbered([index, text]: readonly [number, string]): readonly [number, string] {
  return [index + 1, text];
}

function statusOf(conditions: readonly ToldCondition[]): Uint8Array {
  const told = conditions.map(({ type, status, reason, message }) =>
    messageOf([
      [1, type],
      [2, status ? 1 : 0],
      [3, reason],
      [4, message],
    ]),
  );
  return messageOf([[1, messageOf(told.map((each) => [1, each] as const))]]);
}
