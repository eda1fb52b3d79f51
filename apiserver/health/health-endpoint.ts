// One health endpoint (`/livez`, `/readyz`, `/healthz`) over a list of checks (requirements HEALTH): the sum of all, one at a
// time below it, spelled out with `verbose`, without some by `exclude`.

import type { PathHandler, Mount } from '../http/contract/path-handler.ts';
import type { Response } from '../registry/contract/resource-handler.ts';
import type { HealthCheck } from './health-check.ts';
import type { HealthLog } from './health-log.ts';
import type { NoteHealth } from '../../shared/process/metric/health-metrics.ts';

export interface HealthEndpointOptions {
  /** `livez`, `readyz` or `healthz`. */
  readonly name: string;
  readonly checks: readonly HealthCheck[];
  /** Last line of the verbose output when all is well, for an endpoint's name. */
  readonly summary: (endpoint: string) => string;
  /** Shared by all endpoints. */
  readonly log: HealthLog;
  /** Called with each check that ran. */
  readonly note: NoteHealth;
}

const contentType = 'text/plain; charset=utf-8';
const noSniff = { 'x-content-type-options': 'nosniff' };

/** The endpoint and its single checks, to be mounted. */
export function healthMounts(options: HealthEndpointOptions): readonly Mount[] {
  const path = `/${options.name}`;
  const all: PathHandler = ({ query, signal }) => answerAll(options, query, signal);
  return [
    { path, answer: all },
    {
      path: `${path}/`,
      answer: (question) => answerOne(options, question.path.slice(path.length + 1), question.signal),
    },
  ];
}

async function answerAll(
  { name, checks, summary, log, note }: HealthEndpointOptions,
  query: Pick<URLSearchParams, 'getAll' | 'has'>,
  signal: AbortSignal,
): Promise<Response> {
  const excluded = new Set(query.getAll('exclude'));
  const unknown = new Set(excluded);
  const lines: string[] = [];
  const failed: string[] = [];
  const results = await Promise.all(
    checks.map(async (check) => (excluded.has(check.name) ? 'excluded' : outcomeOf(check, signal))),
  );
  for (const [index, check] of checks.entries()) {
    const result = results[index];
    if (result !== 'excluded') {
      log.note(name, check.name, result);
      note(name, check.name, result === undefined);
    }
    if (result === 'excluded') {
      unknown.delete(check.name);
      lines.push(`[+]${check.name} excluded: ok`);
    } else if (result === undefined) {
      lines.push(`[+]${check.name} ok`);
    } else {
      lines.push(`[-]${check.name} failed: reason withheld`);
      failed.push(check.name);
    }
  }
  if (unknown.size > 0) {
    const names = [...unknown].map((entry) => JSON.stringify(entry)).join(',');
    lines.push(`warn: some health checks cannot be excluded: no matches for ${names}`);
  }
  if (failed.length > 0) {
    return text(500, `${lines.join('\n')}\n${name} check failed\n`);
  }
  return text(200, query.has('verbose') ? `${lines.join('\n')}\n${summary(name)}\n` : 'ok');
}

async function answerOne(
  { name, checks, log, note }: HealthEndpointOptions,
  asked: string,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const check = checks.find((entry) => entry.name === asked);
  if (check === undefined) {
    return undefined;
  }
  const error = await outcomeOf(check, signal);
  log.note(name, asked, error);
  note(name, asked, error === undefined);
  if (error === undefined) {
    return { ...text(200, 'ok'), headers: {} };
  }
  return text(500, `internal server error: ${error.message}\n`);
}

/** undefined: it holds. */
async function outcomeOf(check: HealthCheck, signal: AbortSignal): Promise<Error | undefined> {
  try {
    await check.check(signal);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function text(status: number, body: string): Response {
  const bytes = Buffer.from(body);
  return { kind: 'body', status, contentType, parts: [bytes], length: bytes.length, headers: noSniff };
}
