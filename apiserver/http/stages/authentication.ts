// Authenticates requests. The process sets the user of a local caller (controller); all others need credentials.

import { unauthorized } from '../../../shared/object/errors.ts';
import { mapMaybePromise } from '../../../shared/process/async/maybe-promise.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { CounterSeries } from '../../../shared/process/metric/metric.ts';
import type { Counter } from '../../../shared/process/metric/metrics.ts';
import type { Authentication, Authenticator, Credentials } from '../../authentication/contract/authenticator.ts';
import type { Attempts } from './attempt-metrics.ts';
import { bearerToken, MalformedToken } from '../../authentication/token/bearer-token.ts';
import type { Next, RequestContext, Stage } from '../contract/stage.ts';

export interface AuthenticationOptions {
  /** The chain of all methods; it adds the groups that every user has. */
  readonly authenticator: Authenticator;
  /** Sub-protocol prefix under which a WebSocket client may send a token. */
  readonly tokenProtocol: string;
  readonly log: Log;
  readonly attempts: Attempts<Authentication>;
  /** Counts accepted requests by the label `username`, which has few values. */
  readonly users: Counter;
  /** Users that are counted under their names. Names with an @ count as `email_id`, all others as `other`. */
  readonly countedUsers: readonly string[];
}

/** For metrics: a malformed or refused credential is an error, the lack of any a failure. */
export function authenticationResult({ outcome }: Authentication): string {
  if (outcome === 'accepted') return 'success';
  return outcome === 'rejected' ? 'error' : 'failure';
}

export function authentication(options: AuthenticationOptions): Stage {
  const { authenticator, tokenProtocol, log, attempts, users } = options;
  const named = new Map(options.countedUsers.map((username) => [username, users.series({ username })]));
  const address = users.series({ username: 'email_id' });
  const other = users.series({ username: 'other' });
  const userSeries = (username: string): CounterSeries =>
    named.get(username) ?? (username.includes('@') ? address : other);
  const admit = (context: RequestContext, next: Next, result: Authentication): Promise<void> | void => {
    if (result.outcome !== 'accepted') {
      if (result.outcome === 'rejected') {
        log.info('credentials were refused', { reason: result.reason, remote: context.exchange.remoteAddress });
      }
      throw unauthorized();
    }
    userSeries(result.user.username).increment();
    context.user = result.user;
    return next(context);
  };
  return (next) => (context) => {
    const { exchange } = context;
    if (exchange.localUser !== undefined) {
      context.user = exchange.localUser;
      return next(context);
    }
    const token = bearerToken(exchange.headers, tokenProtocol);
    const credentials: Credentials = {
      bearerToken: token instanceof MalformedToken ? undefined : token,
      malformed: token instanceof MalformedToken ? token.reason : undefined,
      certificateChain: exchange.certificateChain,
      headers: exchange.headers,
      path: context.info.path,
    };
    const result = attempts(() => authenticator.authenticate(credentials, context));
    return mapMaybePromise(result, (known) => admit(context, next, known));
  };
}
