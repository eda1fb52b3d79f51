// A container runtime that the suite plays for an agent that it starts. The case sets its status and its reaction to
// checkpoints. It has at most one container. Every other call gets an empty message.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { criLabels } from '../../shared/vendor/cri-labels.ts';
import { serveGrpc, type ServedCall } from '../wire/exchange/grpc.ts';
import { countField, fieldsOf, messageOf, textField } from '../wire/format/protobuf-fields.ts';
import type { RunningContainer } from '../contract/case.ts';

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
   * message.
   */
  checkpoint: (asked: AskedCheckpoint) => Promise<void>;
  /** The paths of all calls so far. */
  readonly called: readonly string[];
}

const well: readonly ToldCondition[] = [
  { type: 'RuntimeReady', status: true, reason: '', message: '' },
  { type: 'NetworkReady', status: true, reason: '', message: '' },
];
const containerId = 'conformance-container';
const podUid = 'conformance-pod';
const nothing = messageOf([]);

/** Runs the stand-in during the work, with `container` if given. */
export async function withStandInRuntime(
  container: RunningContainer | undefined,
  work: (runtime: StandInRuntime) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'orch-stand-in-'));
  const socket = join(folder, 'cri.sock');
  const state: Pick<StandInRuntime, 'conditions' | 'checkpoint'> = { conditions: well, checkpoint: async () => {} };
  const runtime = (call: string): string => `/runtime.v1.RuntimeService/${call}`;
  const running = container === undefined ? undefined : listsOf(container);
  const calls: Readonly<Record<string, ServedCall>> = {
    [runtime('Version')]: {
      answer: messageOf([...(['0.1.0', 'conformance', '1.0.0', 'v1'] as const).entries()].map(numbered)),
    },
    [runtime('Status')]: { answer: async () => statusOf(state.conditions) },
    [runtime('ListPodSandbox')]: { answer: running?.sandboxes ?? nothing },
    [runtime('ListContainers')]: { answer: running?.containers ?? nothing },
    [runtime('CheckpointContainer')]: {
      answer: async (request) => {
        const fields = fieldsOf('the request for a checkpoint', request);
        const [of = '', location = ''] = [textField(fields, 1), textField(fields, 2)];
        await state.checkpoint({ containerId: of, location, timeout: countField(fields, 3) });
        return nothing;
      },
    },
  };
  const served = await serveGrpc(socket, calls, { answer: nothing });
  try {
    await work(Object.assign(state, { endpoint: `unix://${socket}`, called: served.called }));
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

/** Responses that list the container and its pod, both running. */
function listsOf({ namespace, pod, container }: RunningContainer) {
  const label = (name: string, value: string) =>
    messageOf([
      [1, name],
      [2, value],
    ]);
  const ofPod = [
    label(criLabels.podName, pod),
    label(criLabels.podNamespace, namespace),
    label(criLabels.podUid, podUid),
  ];
  const sandbox = messageOf([
    [1, 'conformance-sandbox'],
    [
      2,
      messageOf([
        [1, pod],
        [2, podUid],
        [3, namespace],
      ]),
    ],
    [3, 0],
    ...ofPod.map((each) => [5, each] as const),
  ]);
  const running = messageOf([
    [1, containerId],
    [2, 'conformance-sandbox'],
    [3, messageOf([[1, container]])],
    [6, 1],
    ...[...ofPod, label(criLabels.containerName, container)].map((each) => [8, each] as const),
  ]);
  return { sandboxes: messageOf([[1, sandbox]]), containers: messageOf([[1, running]]) };
}
