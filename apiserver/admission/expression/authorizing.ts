// The authorizer in expressions of admission. Expressions are synchronous, authorizers may be asynchronous: an unknown decision
// aborts the evaluation with `PendingDecision`. The evaluation is repeated when the decision is there.

import { isPending } from '../../../shared/process/async/maybe-promise.ts';
import type {
  Authorization,
  AuthorizationAnswer,
  AuthorizationQuestion,
} from '../../../shared/expression/library/authorizer.ts';
import type { UserInfo } from '../../authentication/contract/authenticator.ts';
import type { Attributes, Authorizer, Decision } from '../../authorization/contract/authorizer.ts';
import { EvaluationAborted } from '../../../shared/expression/evaluate/frame.ts';
import { timeout } from '../../../shared/object/errors.ts';
import type { Abortable } from '../contract/admission.ts';

/** Thrown out of an evaluation; `known` resolves when it can be repeated, and never rejects. */
export class PendingDecision extends Error {
  override readonly name = 'PendingDecision';
  readonly known: Promise<void>;

  constructor(known: Promise<void>) {
    super('an authorizer has not decided yet');
    this.known = known;
  }
}

/** Whether an evaluation has to end, because its request has. */
export function interruptedBy(request: Abortable): () => boolean {
  return () => request.signal.aborted || request.overdue === true;
}

/**
 * The value of an evaluation, which is repeated until the authorizer has answered all its questions. Rejects when the request ends: with
 * 504 where its time is over.
 */
export async function onceDecided<T>({ signal }: Abortable, evaluate: () => T): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return evaluate();
    } catch (error) {
      if (error instanceof EvaluationAborted) throw timeout();
      if (!(error instanceof PendingDecision)) throw error;
      await error.known;
    }
  }
}

/** The decisions of one write. Each is requested once. */
export class WriteAuthorization {
  readonly #authorizer: Authorizer;
  readonly #user: UserInfo;
  readonly #signal: AbortSignal;
  readonly #answers = new Map<string, AuthorizationAnswer>();

  constructor(authorizer: Authorizer, user: UserInfo, signal: AbortSignal) {
    this.#authorizer = authorizer;
    this.#user = user;
    this.#signal = signal;
  }

  readonly authorize: Authorization = (question) => {
    const key = JSON.stringify(question);
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    try {
      const decision = this.#authorizer.authorize(attributesOf(question, this.#user), { signal: this.#signal });
      if (!isPending(decision)) return this.#keep(key, answerOf(decision));
      const settled = decision.then(
        (one) => void this.#keep(key, answerOf(one)),
        (error: unknown) => void this.#keep(key, failed(error)),
      );
      throw new PendingDecision(settled);
    } catch (error) {
      if (error instanceof PendingDecision) throw error;
      return this.#keep(key, failed(error));
    }
  };

  #keep(key: string, answer: AuthorizationAnswer): AuthorizationAnswer {
    this.#answers.set(key, answer);
    return answer;
  }
}

function answerOf({ outcome, reason }: Decision): AuthorizationAnswer {
  return { allowed: outcome === 'allow', reason };
}

function failed(error: unknown): AuthorizationAnswer {
  return { allowed: false, reason: '', error: error instanceof Error ? error.message : String(error) };
}

function attributesOf(question: AuthorizationQuestion, user: UserInfo): Attributes {
  const { verb, account } = question;
  const who = account === undefined ? user : accountUser(account.namespace, account.name);
  if (question.kind === 'path') return { kind: 'path', user: who, verb, path: question.path };
  const { group, resource, subresource, namespace, name, fieldSelector, labelSelector } = question;
  return {
    kind: 'resource',
    user: who,
    verb,
    group,
    version: '*',
    resource,
    subresource,
    namespace,
    name,
    ...(fieldSelector === '' ? {} : { fieldSelector }),
    ...(labelSelector === '' ? {} : { labelSelector }),
  };
}

function accountUser(namespace: string, name: string): UserInfo {
  return {
    username: `system:serviceaccount:${namespace}:${name}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
    extra: new Map(),
  };
}
