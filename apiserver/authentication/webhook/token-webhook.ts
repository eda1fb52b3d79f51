// Bearer tokens that a remote service judges, asked by a TokenReview (requirements TOKWH). Its answers are kept for a while, the
// refusals too; a question that failed is not. Requests with the same token wait for one question together.

import { hash } from 'node:crypto';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { ExpiringCache } from '../../outbound/review/expiring-cache.ts';
import type { ReviewClient } from '../../outbound/review/review-client.ts';
import { ReviewFailure } from '../../outbound/review/review-failure.ts';
import type { Authentication, Authenticator, UserInfo } from '../contract/authenticator.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface TokenWebhookOptions {
  readonly client: ReviewClient;
  readonly version: 'v1' | 'v1beta1';
  /** Milliseconds for which answers are kept; 0: not at all. */
  readonly cacheTtl: number;
  /** Of this server: what a token is for when the service does not say. */
  readonly audiences: readonly string[];
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
}

const mostAnswers = 8192;
/** Milliseconds that requests wait for one question together, its repetitions included. */
const longestQuestion = 30_000;

const none: Authentication = { outcome: 'none' };
const refused: Authentication = { outcome: 'rejected', reason: 'the token webhook does not know the token' };

export function tokenWebhook(options: TokenWebhookOptions): Authenticator {
  const { client, cacheTtl, vendor, clock, log } = options;
  const apiVersion = vendor.fill(`authentication.{api}/${options.version}`);
  const answers = new ExpiringCache<Authentication>(clock, mostAnswers);
  const asked = new Map<string, Promise<Authentication>>();
  const ask = async (key: string, token: string, audiences: readonly string[]): Promise<Authentication> => {
    const over = new AbortController();
    clock.sleep(longestQuestion, over.signal).then(
      () => over.abort(),
      () => {},
    );
    try {
      const spec = { token, ...(audiences.length === 0 ? {} : { audiences }) };
      const status = await client.ask({ kind: 'TokenReview', apiVersion, spec }, { signal: over.signal });
      const { answer, keep } = authenticationOf(status, audiences, options.audiences);
      if (keep) answers.set(key, answer, cacheTtl);
      return answer;
    } catch (error) {
      if (!(error instanceof ReviewFailure)) throw error;
      log.error('the token webhook gave no answer', { error });
      return { outcome: 'rejected', reason: error.message };
    } finally {
      asked.delete(key);
      over.abort();
    }
  };
  return {
    name: 'token-webhook',
    authenticate({ bearerToken, audiences: wanted = [] }, asking) {
      if (bearerToken === undefined) return none;
      const audiences = wanted.length === 0 ? options.audiences : wanted;
      // Whom a token is for is part of the question.
      const key = hash('sha256', JSON.stringify([bearerToken, ...audiences]), 'base64');
      const known = answers.get(key);
      if (known !== undefined) return known;
      const running = asked.get(key) ?? ask(key, bearerToken, audiences);
      asked.set(key, running);
      return unlessAborted(running, asking?.signal);
    },
  };
}

/** An error of the service is not kept: it says nothing of the token. */
function authenticationOf(
  status: Readonly<Record<string, unknown>>,
  wanted: readonly string[],
  own: readonly string[],
): { readonly answer: Authentication; readonly keep: boolean } {
  const { authenticated = false, error, audiences: served } = status;
  if (typeof authenticated !== 'boolean') throw malformed('authenticated');
  const said = textsOf(served, 'audiences');
  const audiences = wanted.filter((audience) => (said.length === 0 ? own : said).includes(audience));
  if (wanted.length > 0 && audiences.length === 0) {
    return { answer: { outcome: 'rejected', reason: 'the token is for other audiences' }, keep: true };
  }
  if (authenticated) return { answer: { outcome: 'accepted', user: userOf(status['user']), audiences }, keep: true };
  if (error === undefined || error === null || error === '') return { answer: refused, keep: true };
  return {
    answer: { outcome: 'rejected', reason: typeof error === 'string' ? error : 'it says no reason' },
    keep: false,
  };
}

function userOf(value: unknown): UserInfo {
  const written = value ?? {};
  if (typeof written !== 'object' || Array.isArray(written)) throw malformed('user');
  const { username = '', uid, groups, extra } = written as Readonly<Record<string, unknown>>;
  if (typeof username !== 'string') throw malformed('user.username');
  if (uid !== undefined && uid !== null && typeof uid !== 'string') throw malformed('user.uid');
  const entries = extra ?? {};
  if (typeof entries !== 'object' || Array.isArray(entries)) throw malformed('user.extra');
  return {
    username,
    ...(typeof uid === 'string' && uid !== '' ? { uid } : {}),
    groups: textsOf(groups, 'user.groups'),
    extra: new Map(Object.entries(entries).map(([key, values]) => [key, textsOf(values, 'user.extra')])),
  };
}

function textsOf(value: unknown, field: string): readonly string[] {
  const list = value ?? [];
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) throw malformed(field);
  return list;
}

function malformed(field: string): ReviewFailure {
  return new ReviewFailure(`the ${field} of the answer is not of its type`, 'error');
}
