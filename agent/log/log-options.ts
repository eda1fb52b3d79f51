// The query of a log request, read as the documented agent reads it: a value that is none of its type cannot be decoded (400),
// one out of its range is invalid (422). Unknown parameters are ignored. Pure.

import { parseTime } from '../../shared/object/time.ts';

export interface LogOptions {
  readonly follow: boolean;
  /** The run before the current one. */
  readonly previous: boolean;
  readonly timestamps: boolean;
  /** Milliseconds since the epoch: older lines are left out. */
  readonly since: number | undefined;
  /** Lines of the file, from its end. */
  readonly tailLines: number | undefined;
  /** Most bytes answered. */
  readonly limitBytes: number | undefined;
  /** The one stream that is read; undefined: both. */
  readonly stream: LogStream | undefined;
}

export type LogStream = 'stdout' | 'stderr';

/** As the parameter has them. */
const streams: ReadonlyMap<string, LogStream | undefined> = new Map([
  ['All', undefined],
  ['Stdout', 'stdout'],
  ['Stderr', 'stderr'],
]);

/** Why a query is refused. */
export type LogQueryFault = 'undecodable' | 'invalid';

/** `now` in milliseconds since the epoch, for `sinceSeconds`. */
export function logOptionsOf(query: URLSearchParams, now: number): LogOptions | LogQueryFault {
  const tail = query.get('tail') ?? '';
  // The older name: it wins over the newer one, and `all` is as good as none.
  const tailText = tail === '' ? query.get('tailLines') : tail === 'all' ? null : tail;
  const tailLines = integerOf(tailText);
  const limitBytes = integerOf(query.get('limitBytes'));
  const sinceSeconds = integerOf(query.get('sinceSeconds'));
  const sinceTime = timeOf(query.get('sinceTime'));
  const stream = query.get('stream') ?? 'All';
  if (Number.isNaN(tailLines) || Number.isNaN(limitBytes)) return 'undecodable';
  if (Number.isNaN(sinceSeconds) || Number.isNaN(sinceTime)) return 'undecodable';
  if (tailLines !== undefined && tailLines < 0) return 'invalid';
  if (limitBytes !== undefined && limitBytes < 1) return 'invalid';
  // A start time counts as given when it is empty too.
  if (sinceSeconds !== undefined && (sinceSeconds < 1 || query.has('sinceTime'))) return 'invalid';
  if (!streams.has(stream) || (stream !== 'All' && tailLines !== undefined)) return 'invalid';
  return {
    follow: switchOf(query.get('follow')),
    previous: switchOf(query.get('previous')),
    timestamps: switchOf(query.get('timestamps')),
    since: sinceSeconds === undefined ? sinceTime : now - sinceSeconds * 1000,
    tailLines,
    limitBytes,
    stream: streams.get(stream),
  };
}

/** Undefined: not given. NaN: no integer. Beyond 2^53 the nearest number will do, as no file is that long. */
function integerOf(text: string | null): number | undefined {
  if (text === null) return undefined;
  return /^[+-]?\d{1,19}$/.test(text) ? Number(text) : Number.NaN;
}

function timeOf(text: string | null): number | undefined {
  if (text === null || text === '' || text === 'null') return undefined;
  // Unlike elsewhere, small letters are no part of a time here.
  return (/[tz]/.test(text) ? undefined : parseTime(text)) ?? Number.NaN;
}

/** Everything but an explicit no is a yes: `?follow` alone is one. */
function switchOf(text: string | null): boolean {
  return text !== null && !['false', '0'].includes(text.toLowerCase());
}
