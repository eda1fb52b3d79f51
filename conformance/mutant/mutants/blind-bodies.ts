// Mutants that accept invalid bodies and parameters, or answer dry runs, templates and evictions incompletely.

import {
  asSuccess,
  type Json,
  type Mutant,
  overlooking,
  type PassingRequest,
  withJson,
  withoutQuery,
} from '../contract/mutant.ts';

const isTrial = (request: PassingRequest): boolean => request.query.get('dryRun') === 'All';

/** A mutant that answers some refusals with success. */
function taking(
  id: string,
  breaks: string,
  noticedBy: readonly string[],
  isTaken: (request: PassingRequest, status: number) => boolean,
): Mutant {
  return {
    id,
    breaks,
    noticedBy,
    start: () => ({
      answer: (answer, request) => (isTaken(request, answer.status) ? asSuccess(answer) : answer),
    }),
  };
}

const ofTrials: readonly Mutant[] = [
  {
    id: 'trials-without-defaults',
    breaks: 'A dry run shows the defaults.',
    noticedBy: ['dry-run-fills-defaults'],
    start: () => ({
      answer: (answer, request) =>
        isTrial(request) && request.method === 'POST'
          ? withJson(answer, (object) => {
              const { backoffLimit: _one, revisionHistoryLimit: _other, ...spec } = (object['spec'] ?? {}) as Json;
              return { ...object, spec };
            })
          : answer,
    }),
  },
  {
    id: 'trials-without-versions',
    breaks: 'A dry run of a change shows the version that is there.',
    noticedBy: ['dry-run-fills-defaults'],
    start: () => ({
      answer: (answer, request) =>
        isTrial(request) && request.method === 'PATCH'
          ? withJson(answer, (object) => {
              const { resourceVersion: _version, ...metadata } = (object['metadata'] ?? {}) as Json;
              return { ...object, metadata };
            })
          : answer,
    }),
  },
];

const ofParameters: readonly Mutant[] = [
  overlooking(
    'lists-with-initial-events',
    'Initial events are for watches.',
    ['parameters-of-other-verbs'],
    (request) => (request.query.has('watch') ? request : withoutQuery(request, 'sendInitialEvents')),
  ),
  overlooking(
    'watches-with-a-match',
    'A match on a watch is for initial events.',
    ['parameters-of-other-verbs'],
    (request) =>
      request.query.has('watch') && !request.query.has('sendInitialEvents')
        ? withoutQuery(request, 'resourceVersionMatch')
        : request,
  ),
  overlooking(
    'goes-on-with-a-match',
    'A token and a match do not go together.',
    ['parameters-of-other-verbs', 'token-with-match'],
    (request) => (request.query.has('continue') ? withoutQuery(request, 'resourceVersionMatch') : request),
  ),
  taking(
    'looks-for-everybody',
    'HEAD needs the right to GET.',
    ['head-answers-like-get'],
    ({ method }, status) => method === 'HEAD' && status === 403,
  ),
];

const ofBodies: readonly Mutant[] = [
  taking(
    'binds-twice',
    'A pod is bound once.',
    ['pods-are-bound'],
    ({ path }, status) => path.endsWith('/binding') && status === 409,
  ),
  overlooking('scales-below-nothing', 'A scale is a count.', ['pods-are-bound'], (request) =>
    request.path.endsWith('/scale')
      ? withJson(request, (scale) => ({ ...scale, spec: { ...(scale['spec'] as Json), replicas: 0 } }))
      : request,
  ),
  taking(
    'evicts-past-budgets',
    'A budget holds evictions.',
    ['budgets-hold-evictions'],
    ({ path }, status) => path.endsWith('/eviction') && status === 429,
  ),
  {
    id: 'evicts-by-one-version',
    breaks: 'An eviction may come in its older version.',
    noticedBy: ['budgets-hold-evictions'],
    start: () => ({
      answer: (answer, { path, body }) =>
        path.endsWith('/eviction') && Buffer.from(body).includes('v1beta1') ? { ...answer, status: 400 } : answer,
    }),
  },
  {
    id: 'requests-of-templates',
    breaks: 'A template stays as it was written.',
    noticedBy: ['lower-limits'],
    start: () => ({
      answer: (answer, { path }) =>
        path.includes('/deployments')
          ? {
              ...answer,
              body: Buffer.from(
                Buffer.from(answer.body)
                  .toString()
                  .replace(/"limits":(\{"memory":"\d+Mi"\})/, '"limits":$1,"requests":$1'),
              ),
            }
          : answer,
    }),
  },
  overlooking('answers-one-of-two-questions', 'A review asks one thing.', ['one-question'], (request) =>
    request.path.endsWith('accessreviews')
      ? withJson(request, (review) => {
          const { nonResourceAttributes, ...spec } = (review['spec'] ?? {}) as Json;
          return spec['resourceAttributes'] === undefined || nonResourceAttributes === undefined
            ? review
            : { ...review, spec };
        })
      : request,
  ),
];

/** Every mutant of this file. */
export const blindBodyMutants: readonly Mutant[] = [...ofTrials, ...ofParameters, ...ofBodies];
