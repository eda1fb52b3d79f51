// The types of the agent's settings beyond strings, numbers and booleans.

import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { checkLabelValue, checkQualifiedName } from '../../shared/object/names.ts';
import { parseQuantity, quantityToNumber } from '../../shared/object/quantity.ts';
import { parseCipherSuite } from '../../shared/process/host/cipher-suites.ts';
import { isCalendarExpression } from '../../shared/process/loop/calendar-job.ts';
import { FeatureGates } from '../../shared/process/command-line/feature-gates.ts';
import { runtimeAddress } from '../cri/runtime-address.ts';
import { parseReclaim, parseThreshold } from '../host/eviction-threshold.ts';
import type { Taint } from '../node/node.ts';
import {
  choice,
  duration,
  FieldError,
  field,
  integer,
  listOf,
  mapOf,
  optional,
  type Shape,
  struct,
  text,
  trueOrFalse,
} from './field.ts';
import { agentGates } from './gates.ts';

export const address = text((value) => (isIP(value) === 0 ? 'must be an IP address' : undefined));
export const quantity = text(
  (value) => (parseQuantity(value) === undefined ? `"${value}" is not a quantity` : undefined),
  'QUANTITY',
);
export const port = integer(0, 65_535);

/** An amount, read as bytes. */
export const bytes: Shape<number> = {
  ...quantity,
  read: (value, path) => {
    const found = parseQuantity(quantity.read(typeof value === 'number' ? String(value) : value, path));
    if (found === undefined || found.nano < 0n) throw new FieldError(`${path}: must not be negative`);
    return quantityToNumber(found);
  },
};

/** An amount or a percentage, read as a function of the total. */
export const portion: Shape<(total: number) => number> = {
  ...quantity,
  read: (value, path) => {
    const [, share] = typeof value === 'string' ? (/^(\d{1,2}(?:\.\d+)?)%$/.exec(value) ?? []) : [];
    if (share !== undefined) return (total) => Math.floor((total * Number(share)) / 100);
    const amount = bytes.read(value, path);
    return () => amount;
  },
};

export const calendar = text(
  (value) => (isCalendarExpression(value) ? undefined : `"${value}" is no calendar expression of five fields`),
  'CRON',
);

export const endpoint = text((value) => faultOf(() => runtimeAddress(value)), 'ENDPOINT');

export const absolutePath = text((value) => (isAbsolute(value) ? undefined : 'must be an absolute path'));

export const cipherSuite = text((name) =>
  parseCipherSuite(name) === undefined ? `"${name}" is no suite that can be served` : undefined,
);

/** Names of resources that can be reserved, each with an amount. */
const reservable = ['cpu', 'memory', 'ephemeral-storage', 'pid'];
export const amounts = mapOf(quantity, (name, amount) => {
  if (!reservable.includes(name)) return `must be one of ${reservable.join(', ')}`;
  return (parseQuantity(amount)?.nano ?? 0n) < 0n ? 'must not be negative' : undefined;
});

export const gates = mapOf(trueOrFalse, (name, on) =>
  faultOf(() => new FeatureGates(agentGates, new Map([[name, on]]))),
);

export const thresholds = mapOf(text(), (signal, value) => faultOf(() => parseThreshold(signal, value)));
export const reclaims = mapOf(text(), (signal, value) => faultOf(() => parseReclaim(signal, value)));

/** A grace period; it may be zero. */
export const gracePeriod: Shape<number> = {
  ...duration,
  read: (value, path) => (value === '0s' || value === '0' ? 0 : duration.read(value, path)),
};

const taintFields = struct({
  key: field(text(), undefined),
  value: optional(text()),
  effect: field(choice('NoSchedule', 'PreferNoSchedule', 'NoExecute'), undefined),
});

export const taint: Shape<Taint> = {
  ...taintFields,
  read: (value, path) => {
    const { key, value: setting, effect } = taintFields.read(value, path);
    const [fault] = [...checkQualifiedName(key), ...checkLabelValue(setting ?? '')];
    if (fault !== undefined) throw new FieldError(`${path}: ${fault}`);
    return { key, effect, ...(setting === undefined ? {} : { value: setting }) };
  },
};

/** Taints must be unique by key and effect. */
export const taints: Shape<readonly Taint[]> = {
  ...listOf(taint),
  read: (value, path) => {
    const list = listOf(taint).read(value, path);
    list.forEach(({ key, effect }, index) => {
      const first = list.findIndex((one) => one.key === key && one.effect === effect);
      if (first !== index) throw new FieldError(`${path}[${index}]: there is a taint ${key}:${effect} already`);
    });
    return list;
  },
};

function faultOf(parse: () => unknown): string | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
