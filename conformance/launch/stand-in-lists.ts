// The lists that a stand-in runtime answers with: its sandboxes and containers, chosen by the filter of the request as runtimes
// do, and its images.

import { criLabels } from '../../shared/vendor/cri-labels.ts';
import { countField, type Fields, fieldsOf, messageOf, textField } from '../wire/format/protobuf-fields.ts';
import type { RunningContainer } from '../contract/case.ts';

/** A container of the stand-in, alone in its sandbox unless another one names the same sandbox. */
export interface StandInContainer extends RunningContainer {
  /** Default: `conformance-container`. */
  readonly id?: string;
  /** The id of its sandbox. Default: `conformance-sandbox`. */
  readonly sandbox?: string;
  /** Default true. */
  readonly isRunning?: boolean;
  /** Whether its sandbox is ready. Default true. */
  readonly isReady?: boolean;
  /** Default: `conformance-pod`. */
  readonly podUid?: string;
  /** The number of its start in its pod. Default 0. */
  readonly attempt?: number;
  /** Whether it and its sandbox have the labels of a pod; those that people made by hand have none. Default true. */
  readonly isLabelled?: boolean;
  /** Default: none. */
  readonly image?: string;
  /** When it was made, and its sandbox before it, in milliseconds since the epoch. Default 0. */
  readonly createdAt?: number;
  readonly sandboxCreatedAt?: number;
}

/** An image of the stand-in. */
export interface StandInImage {
  readonly id: string;
  readonly tags: readonly string[];
  readonly digests: readonly string[];
  readonly bytes: number;
}

interface Row {
  readonly labels: ReadonlyMap<string, string>;
  readonly id: string;
  readonly sandbox: string;
  /** The number of its state in CRI. */
  readonly state: number;
  readonly message: Uint8Array;
}

/** The field of the labels in the filter of each list. */
const labelsAt = { sandboxes: 3, containers: 4 } as const;

/** The response to ListPodSandbox. */
export function chosenSandboxes(containers: readonly StandInContainer[], request: Uint8Array): Uint8Array {
  const byId = new Map(containers.map((one) => [sandboxOf(one), one]));
  const rows = [...byId].map(([id, one]): Row => {
    const labels = podLabels(one);
    const metadata = messageOf([
      [1, one.pod],
      [2, uidOf(one)],
      [3, one.namespace],
    ]);
    const state = one.isReady === false ? 1 : 0;
    const created = nanoseconds(one.sandboxCreatedAt);
    const message = messageOf([[1, id], [2, metadata], [3, state], [4, created], ...labelFields(5, labels)]);
    return { labels, id, sandbox: id, state, message };
  });
  return chosen(rows, request, 'sandboxes');
}

/** The response to ListContainers. */
export function chosenContainers(containers: readonly StandInContainer[], request: Uint8Array): Uint8Array {
  const rows = containers.map((one): Row => {
    const { id = 'conformance-container', container, isRunning = true, attempt = 0, image = '' } = one;
    const named: [string, string][] = one.isLabelled === false ? [] : [[criLabels.containerName, container]];
    const labels = new Map([...podLabels(one), ...named]);
    const state = isRunning ? 1 : 2;
    const message = messageOf([
      [1, id],
      [2, sandboxOf(one)],
      [
        3,
        messageOf([
          [1, container],
          [2, attempt],
        ]),
      ],
      [4, messageOf([[1, image]])],
      [6, state],
      [7, nanoseconds(one.createdAt)],
      ...labelFields(8, labels),
    ]);
    return { labels, id, sandbox: sandboxOf(one), state, message };
  });
  return chosen(rows, request, 'containers');
}

/** The response to ListImages. */
export function imagesOf(images: readonly StandInImage[]): Uint8Array {
  const each = images.map(({ id, tags, digests, bytes }) =>
    messageOf([
      [1, id],
      ...tags.map((tag) => [2, tag] as const),
      ...digests.map((digest) => [3, digest] as const),
      [4, bytes],
    ]),
  );
  return messageOf(each.map((one) => [1, one] as const));
}

/** A list of the rows that match the filter of the request. */
function chosen(rows: readonly Row[], request: Uint8Array, list: keyof typeof labelsAt): Uint8Array {
  const filter = messageIn(fieldsOf('the request for a list', request), 1);
  const id = textField(filter, 1) ?? '';
  const state = filter.has(2) ? countField(messageIn(filter, 2), 1) : undefined;
  const sandbox = list === 'containers' ? (textField(filter, 3) ?? '') : '';
  const wanted = (filter.get(labelsAt[list]) ?? []).map((entry) => {
    const fields = fieldsOf('a label of the filter', entry as Uint8Array);
    return [textField(fields, 1) ?? '', textField(fields, 2) ?? ''] as const;
  });
  const found = rows.filter(
    (row) =>
      (id === '' || id === row.id) &&
      (state === undefined || state === row.state) &&
      (sandbox === '' || sandbox === row.sandbox) &&
      wanted.every(([name, value]) => row.labels.get(name) === value),
  );
  return messageOf(found.map(({ message }) => [1, message] as const));
}

function messageIn(fields: Fields, number: number): Fields {
  const value = fields.get(number)?.at(-1);
  return value instanceof Uint8Array ? fieldsOf('the filter', value) : new Map();
}

function nanoseconds(milliseconds = 0): bigint {
  return BigInt(milliseconds) * 1_000_000n;
}

function sandboxOf({ sandbox = 'conformance-sandbox' }: StandInContainer): string {
  return sandbox;
}

function uidOf({ podUid = 'conformance-pod' }: StandInContainer): string {
  return podUid;
}

function podLabels(one: StandInContainer): ReadonlyMap<string, string> {
  if (one.isLabelled === false) return new Map();
  return new Map([
    [criLabels.podName, one.pod],
    [criLabels.podNamespace, one.namespace],
    [criLabels.podUid, uidOf(one)],
  ]);
}

function labelFields(number: number, labels: ReadonlyMap<string, string>): readonly (readonly [number, Uint8Array])[] {
  return [...labels].map(([name, value]) => [
    number,
    messageOf([
      [1, name],
      [2, value],
    ]),
  ]);
}
